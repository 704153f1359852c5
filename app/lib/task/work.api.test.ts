import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { someone, stored } from "./testing.server";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, sato: Person, suzuki: Person;
let workers: Record<string, number>;
let defects: Record<string, number>;
let pauses: Record<string, number>;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, sato, suzuki] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@sato",
    "admin@suzuki",
  );
  workers = Object.fromEntries(
    (await yamada.get("/workers")).body.items.map((one: any) => [one.name, one.worker_id]),
  );
  const card = await made();
  const { reasons } = (await yamada.get(`/cards/${card.key}/work`)).body;
  const of = (kind: string) =>
    Object.fromEntries(
      reasons.filter((one: any) => one.kind === kind).map((one: any) => [one.label, one.reason_id]),
    );
  [defects, pauses] = [of("defect"), of("pause")];
});
afterAll(async () => {
  expect(
    (
      await tenant(
        t.db,
        someone("yamada", "seller"),
        (db) => db.execute(sql`select * from check_invariants()`),
        "read",
      )
    ).rows,
  ).toEqual([]);
  await t.stop();
});

async function made(more: object = {}) {
  const answer = await yamada.post("/cards", {
    buyer_id: "tanaka",
    name: "ブラケットA",
    num_items: "200",
    order_unit: "piece",
    unit: "piece",
    unit_price: "10",
    group_id: 3,
    ...more,
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
async function done(person: Person, path: string, body: object) {
  const answer = await person.post(path, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body;
}

test("a card is begun by two, paused with a reason, resumed, and finished: it goes on, and the next process begins at nothing", async () => {
  const { key } = await made();
  expect(
    (await genba.post(`/cards/${key}/start`, { version: 1, worker_ids: [workers.井上, workers.上田] })).body,
  ).toMatchObject({ worker: "井上、上田", version: 2 });
  expect(
    (await genba.post(`/cards/${key}/start`, { version: 2, worker_ids: workers.井上 })).body.detail,
  ).toBe("井上さんはこのカードに、すでに着手しています。");
  expect((await genba.post(`/cards/${key}/pause`, { version: 2 })).body.errors.reason_id).toEqual([
    "中断理由を選ぶか、メモに書いてください",
  ]);
  await done(genba, `/cards/${key}/pause`, { version: 2, reason_id: pauses.材料待ち });
  expect((await genba.get(`/cards/${key}/work`)).body).toMatchObject({
    state: "paused",
    num_left: "200",
    undo: null,
  });
  await done(genba, `/cards/${key}/resume`, { version: 3 });
  expect((await genba.get(`/cards/${key}/work`)).body.state).toBe("working");
  const finished = await done(genba, `/cards/${key}/finish`, { version: 4 });
  expect(finished).toMatchObject({ group_id: 4, num_good: "0", num_partial: "0", worker: null, version: 6 });
  const { works } = (await genba.get(`/cards/${key}/work`)).body;
  expect(
    works.map((one: any) => [one.worker_name, one.num_good, one.work_end !== null, one.pauses.length]),
  ).toEqual([
    ["井上", "200", true, 1],
    ["上田", "0", true, 1],
  ]);
  const { log } = await stored(t, key);
  expect(log.map((entry) => entry.kind)).toEqual([
    "created",
    "started",
    "paused",
    "resumed",
    "finished",
    "moved",
  ]);
  expect(log[4]!.after.num_partial).toBe("200");
  const told = (await genba.get(`/cards/${key}`)).body.log.filter(
    (entry: any) => "work.workers" in entry.after,
  );
  expect(told.map((entry: any) => [entry.kind, entry.after["work.workers"]])).toEqual([
    ["paused", "井上、上田"],
    ["resumed", "井上、上田"],
  ]);
  const seen = (await tanaka.get(`/cards/${key}`)).body;
  expect(JSON.stringify(seen)).not.toContain("井上");
  expect(JSON.stringify(seen)).not.toContain("work.reason");
});

test("what is finished belongs to the process the card stands at, also where work was left open at another", async () => {
  const { key } = await made();
  await done(genba, `/cards/${key}/start`, { version: 1, worker_ids: [workers.井上] });
  await done(genba, `/cards/${key}/move`, { version: 2, group_id: 4, keep_work: true });
  await done(genba, `/cards/${key}/finish`, {
    version: 3,
    num_good: "30",
    num_partial: "5",
    worker_ids: [workers.井上],
  });
  const { works } = (await genba.get(`/cards/${key}/work`)).body;
  expect(
    works.map((one: any) => [one.group_id, one.num_good, one.num_partial, one.work_end !== null]),
  ).toEqual([
    [3, "0", "0", true],
    [4, "30", "5", true],
  ]);
});

test("the last step counts good ones; defective ones need a reason, too many and too few are asked about", async () => {
  const { key } = await made({ group_id: 7 });
  const finish = (body: object) => genba.post(`/cards/${key}/finish`, { version: 1, ...body });
  expect((await finish({ num_good: "195", num_defective: "3" })).body.errors.reason_id).toEqual([
    "不良理由を選択してください",
  ]);
  const short = await finish({ num_good: "195", num_defective: "3", reason_id: defects.キズ });
  expect(short).toMatchObject({
    status: 422,
    body: { detail: "合計 198 / 200、残り 2 です。どうするかを選んでください。" },
  });
  expect(short.body.errors.shortage[0]).toContain("残りを分割して置く");
  expect((await finish({ num_good: "205", num_defective: "1" })).body.errors).toEqual({
    over: ["予定数を6超えます。この数でよければ「予定数を超えて登録する」を選んでください"],
    reason_id: ["不良理由を選択してください"],
  });
  const ended = await done(genba, `/cards/${key}/finish`, {
    version: 1,
    num_good: "195",
    num_defective: "3",
    reason_id: defects.キズ,
    treatment: "rework",
    rework_group_id: 4,
    shortage: "divide",
  });
  expect(ended).toMatchObject({
    group_id: 8,
    num_items: "198",
    num_good: "195",
    num_defective: "3",
    unit_price: null,
  });
  expect(ended.product_time).toBeTruthy();
  const { branches, defects: found } = (await genba.get(`/cards/${key}/work`)).body;
  expect(branches).toMatchObject([
    { id: `${ended.id}-1`, task_type: "division", num_items: "2", group_id: 7 },
    { id: `${ended.id}-2`, task_type: "defective", num_items: "3", group_id: 4 },
  ]);
  expect(found).toMatchObject([
    { num: "3", reason: "キズ", treatment: "rework", child_key: branches[1].key },
  ]);
  const child = (await yamada.get(`/cards/${branches[1].key}`)).body.card;
  expect(child).toMatchObject({ is_billing_target: false, price: 0, unit_price: "0" });
});

test("half done at the end of a shift, the card stays; it can be finished short", async () => {
  const { key } = await made({ group_id: 7 });
  const half = await done(genba, `/cards/${key}/finish`, {
    version: 1,
    num_good: "100",
    num_partial: "20",
    worker_ids: [workers.江口],
  });
  expect(half).toMatchObject({ group_id: 7, num_good: "100", num_partial: "20", version: 2 });
  expect(
    await done(genba, `/cards/${key}/finish`, { version: 2, num_good: "90", shortage: "short" }),
  ).toMatchObject({ group_id: 8, num_good: "190", num_partial: "0", num_items: "200" });
});

test("parts not made, or work going on elsewhere, warn at the start; with a reason it begins", async () => {
  const { key } = await made();
  const parent = await done(yamada, `/cards/${key}/parts`, {
    version: 1,
    parts: [
      { name: "補強リブ", per_parent: "2" },
      { name: "カラー", per_parent: "0.5", group_id: 3 },
    ],
  });
  const { parts } = (await yamada.get(`/cards/${key}/work`)).body;
  expect(parts.map((one: any) => one.num_items)).toEqual(["400", "100"]);
  const warned = await genba.post(`/cards/${key}/start`, { version: parent.version });
  expect(warned).toMatchObject({
    status: 422,
    body: { errors: { override: ["部品が2点のうち2点、できていません"] } },
  });
  expect(
    (await genba.post(`/cards/${key}/start`, { version: parent.version, override: true })).body.errors.reason,
  ).toHaveLength(1);
  await done(genba, `/cards/${key}/start`, {
    version: parent.version,
    override: true,
    reason: "先に段取りする",
  });
});

test("work that was begun ends with the move unless it is kept, and is never left behind off the board", async () => {
  const { key } = await made();
  await done(genba, `/cards/${key}/start`, { version: 1, worker_ids: [workers.小川] });
  expect((await done(genba, `/cards/${key}/move`, { version: 2, group_id: 4, keep_work: true })).ended).toBe(
    "",
  );
  expect((await genba.get(`/cards/${key}/work`)).body.works[0].work_end).toBeNull();
  expect(
    (await genba.post(`/cards/${key}/start`, { version: 3, worker_ids: [workers.井上] })).body.errors
      .override,
  ).toEqual(["前の工程「切断」の作業が終わっていません"]);
  expect((await done(genba, `/cards/${key}/move`, { version: 3, group_id: 5 })).ended).toBe(
    "小川さんの切断を終了しました。",
  );
  expect((await genba.get(`/cards/${key}/work`)).body.works[0].work_end).not.toBeNull();
  await done(genba, `/cards/${key}/start`, { version: 4 });
  await done(genba, `/cards/${key}/ship`, { version: 5, uncounted: true });
  expect((await genba.get(`/cards/${key}/work`)).body.works.every((one: any) => one.work_end)).toBe(true);
});

test("an admin corrects work with a reason; the log keeps what it was", async () => {
  const { key } = await made();
  await done(genba, `/cards/${key}/start`, { version: 1, worker_ids: [workers.加藤] });
  await done(genba, `/cards/${key}/finish`, { version: 2 });
  const [work] = (await yamada.get(`/cards/${key}/work`)).body.works;
  const body = {
    version: 4,
    work_key: work.key,
    num_good: "198",
    work_start: "2026-11-01T09:00",
    reason: "打ち間違い",
  };
  expect((await genba.post(`/cards/${key}/correct`, body)).status).toBe(403);
  expect(
    (await yamada.post(`/cards/${key}/correct`, { ...body, reason: "" })).body.errors.reason,
  ).toHaveLength(1);
  await done(yamada, `/cards/${key}/correct`, body);
  const { log } = (await yamada.get(`/cards/${key}`)).body;
  expect(log.at(-1)).toMatchObject({
    kind: "corrected",
    before: { "work.num_good": "200" },
    after: { "work.num_good": "198", "work.reason": "打ち間違い" },
  });
});

test("着手 and 終了 in the list of cards follow a correction of the last work, ended or not", async () => {
  const { key } = await made();
  await done(genba, `/cards/${key}/start`, { version: 1, worker_ids: workers.加藤 });
  const { works } = (await yamada.get(`/cards/${key}/work`)).body;
  const shown = async () => {
    const { items } = (await yamada.get("/cards?size=100")).body;
    const one = items.find((row: any) => row.key === key);
    return [one.worker, one.work_start, one.work_end];
  };
  const correct = (version: number, times: object) =>
    done(yamada, `/cards/${key}/correct`, { version, work_key: works[0].key, reason: "終了忘れ", ...times });
  const [start, end, later] = [
    "2026-06-01T00:00:00.000Z",
    "2026-06-01T08:00:00.000Z",
    "2026-06-01T09:00:00.000Z",
  ];
  await correct(2, { work_start: start, work_end: end });
  expect(await shown()).toEqual([null, start, end]);
  await correct(3, { work_end: later });
  expect(await shown()).toEqual([null, start, later]);
});

const runsUnmanned = (group_id: number, runs: boolean) =>
  tenant(t.db, someone("yamada", "seller"), (db) =>
    db.execute(
      sql`update process set runs_unmanned = ${runs} where company_id = 'yamada' and group_id = ${group_id}`,
    ),
  );

test("無人運転 begins only where メタ情報 says that machines run so, at the process to which 着手 moves too", async () => {
  const { key } = await made();
  const alone = (more: object) =>
    genba.post(`/cards/${key}/start`, { version: 1, worker_ids: [workers.加藤], is_unmanned: true, ...more });
  const refused = (status: string) => ({
    status: 409,
    body: {
      detail: `工程「${status}」は、無人運転をしない工程です。する工程かどうかは、メタ情報の工程で決めます。`,
    },
  });
  expect(await alone({})).toMatchObject(refused("切断"));
  await runsUnmanned(3, true);
  expect(await alone({ group_id: 4 })).toMatchObject(refused("曲げ"));
  expect(await genba.get(`/cards/${key}`)).toMatchObject({ body: { card: { version: 1, status: "切断" } } });
  expect(await alone({})).toMatchObject({ status: 201 });
  await runsUnmanned(3, false);
  // What runs already goes on, and is a person's work again.
  await done(genba, `/cards/${key}/start`, { version: 2, worker_ids: [workers.加藤], takes_over: true });
});

test("a correction is no way to a second 無人運転 of a card", async () => {
  await runsUnmanned(3, true);
  const { key } = await made();
  await done(genba, `/cards/${key}/start`, { version: 1, worker_ids: [workers.加藤], is_unmanned: true });
  await done(genba, `/cards/${key}/start`, { version: 2, worker_ids: [workers.井上] });
  const { works } = (await yamada.get(`/cards/${key}/work`)).body;
  const { key: work_key } = works.find((one: any) => !one.is_unmanned);
  const body = { version: 3, work_key, is_unmanned: "on", reason: "無人だった" };
  expect(await yamada.post(`/cards/${key}/correct`, body)).toMatchObject({
    status: 409,
    body: { detail: "このカードは、すでに無人運転中です。" },
  });
});

test("the last change is taken back: a move, a count, a start, a division", async () => {
  const { key } = await made();
  await done(genba, `/cards/${key}/move`, { version: 1, group_id: 6, inside: true });
  expect(await done(genba, `/cards/${key}/undo`, { version: 2 })).toMatchObject({
    group_id: 3,
    status: "切断",
    version: 3,
  });
  await done(genba, `/cards/${key}/count`, {
    version: 3,
    num_good: "5",
    num_defective: "0",
    num_partial: "0",
  });
  expect(await done(genba, `/cards/${key}/undo`, { version: 4 })).toMatchObject({ num_good: "0" });
  await done(genba, `/cards/${key}/start`, { version: 5, worker_ids: [workers.井上] });
  expect(await done(genba, `/cards/${key}/undo`, { version: 6 })).toMatchObject({ worker: null });
  expect((await genba.get(`/cards/${key}/work`)).body).toMatchObject({
    state: "none",
    undo: null,
    works: [{ is_void: true }],
  });
  expect((await genba.post(`/cards/${key}/undo`, { version: 7 })).status).toBe(409);
  await done(genba, `/cards/${key}/divide`, {
    version: 7,
    parts: [{ num_items: "150" }, { num_items: "50", group_id: 4 }],
  });
  expect(await done(genba, `/cards/${key}/undo`, { version: 8 })).toMatchObject({ num_items: "200" });
});

test("a finished step is taken back whole: counts, place, time and the card for rework", async () => {
  const { key } = await made({ group_id: 7 });
  await done(genba, `/cards/${key}/start`, { version: 1, worker_ids: [workers.上田] });
  const ended = await done(genba, `/cards/${key}/finish`, {
    version: 2,
    num_defective: "3",
    reason_id: defects.キズ,
    treatment: "remake",
  });
  expect(ended).toMatchObject({ group_id: 8, num_good: "197", version: 4 });
  expect(await done(genba, `/cards/${key}/undo`, { version: 4 })).toMatchObject({
    group_id: 7,
    num_good: "0",
    num_defective: "0",
    product_time: null,
    worker: "上田",
  });
  expect((await genba.get(`/cards/${key}/work`)).body).toMatchObject({
    state: "working",
    works: [{ num_good: "0", work_end: null }],
    defects: [{ is_void: true }],
    branches: [{ status: "取消" }],
  });
});

test("a division must add up to what is undone; parts go along; branches in one process merge again", async () => {
  const { key, id } = await made();
  await done(yamada, `/cards/${key}/parts`, { version: 1, parts: [{ name: "リブ", per_parent: "2" }] });
  await done(genba, `/cards/${key}/count`, {
    version: 2,
    num_good: "0",
    num_defective: "0",
    num_partial: "40",
  });
  const divide = (shares: object[]) => genba.post(`/cards/${key}/divide`, { version: 3, parts: shares });
  expect((await divide([{ num_items: "100" }, { num_items: "50" }])).body.errors.parts).toEqual([
    "合計は150個です。残りの160個と同じになるように入力してください",
  ]);
  expect(
    (
      await divide([
        { num_items: "60" },
        { num_items: "60" },
        { num_items: "40", group_id: 4, delivery_date: "2030-01-15" },
      ])
    ).body,
  ).toMatchObject({ num_items: "100", num_partial: "40", price: null });
  const { branches, parts } = (await yamada.get(`/cards/${key}/work`)).body;
  expect(branches).toMatchObject([
    { id: `${id}-2`, num_items: "60" },
    { id: `${id}-3`, num_items: "40", group_id: 4 },
  ]);
  expect(parts).toMatchObject([{ num_items: "200" }]);
  expect((await yamada.get(`/cards/${branches[0].key}/work`)).body.parts).toMatchObject([
    { id: `${id}-2-1`, num_items: "120" },
  ]);
  const merge = (cards: object[]) => genba.post(`/cards/${key}/merge`, { version: 4, cards });
  expect((await merge([{ key: branches[1].key, version: 1 }])).body.detail).toContain("別の工程にあります");
  expect((await merge([{ key: branches[0].key, version: 1 }])).body).toMatchObject({
    num_items: "160",
    num_partial: "40",
  });
  expect((await yamada.get(`/cards/${branches[0].key}`)).body.card).toMatchObject({
    status: "合流済み",
    group_id: 99,
  });
  expect((await yamada.get(`/cards/${key}/work`)).body.parts).toHaveLength(2);
});

test("defects are registered: rework gets a card, concession takes nothing off", async () => {
  const { key } = await made({ group_id: 7 });
  await done(genba, `/cards/${key}/defect`, {
    version: 1,
    num: "4",
    reason_id: defects.寸法不良,
    treatment: "remake",
    cause: "supplied",
  });
  const after = await done(genba, `/cards/${key}/defect`, {
    version: 2,
    num: "10",
    reason_id: defects.キズ,
    treatment: "concession",
    group_id: 4,
  });
  expect(after).toMatchObject({ num_defective: "4", version: 3 });
  const page = (await genba.get(`/cards/${key}/work`)).body;
  expect(page.branches).toMatchObject([{ task_type: "defective", num_items: "4", group_id: 2 }]);
  expect(page.defects).toMatchObject([{ cause: "supplied" }, { status: "曲げ", child_key: null }]);
  expect(
    (
      await genba.post(`/cards/${key}/defect`, {
        version: 3,
        num: "197",
        reason_id: defects.キズ,
        treatment: "scrap",
      })
    ).body.errors.over,
  ).toHaveLength(1);
});

test("a card is edited, copied, flagged, stopped and cancelled; what a 納品書 holds is locked", async () => {
  const card = await made();
  const edit = {
    version: 1,
    name: "ブラケットA改",
    num_items: "210",
    unit: "piece",
    unit_price: "12",
    is_billing_target: true,
    inner_note: "急ぎ",
  };
  expect((await yamada.put(`/cards/${card.key}`, edit)).body).toMatchObject({
    name: "ブラケットA改",
    num_units: "210",
    price: 2520,
    version: 2,
  });
  expect(
    (await genba.put(`/cards/${card.key}`, { ...edit, version: 2 })).body.errors.unit_price,
  ).toHaveLength(1);
  expect(
    (await genba.put(`/cards/${card.key}`, { ...edit, version: 2, unit_price: undefined, note: "備考" }))
      .status,
  ).toBe(200);
  expect((await yamada.get(`/cards/${card.key}`)).body.card).toMatchObject({
    unit_price: "12",
    inner_note: "急ぎ",
    note: "備考",
  });
  expect(await done(genba, `/cards/${card.key}/urgent`, { version: 3, is_urgent: true })).toMatchObject({
    is_urgent: true,
  });
  const copy = await done(genba, `/cards/${card.key}/copy`, { version: 4, num_items: "5" });
  expect(copy).toMatchObject({ num_items: "5", num_good: "0", status: "材料待ち", version: 1 });
  expect(await done(genba, `/cards/${copy.key}/cancel`, { version: 1, reason: "まちがい" })).toMatchObject({
    group_id: 99,
    status: "取消",
  });
  await done(genba, `/cards/${card.key}/start`, { version: 4 });
  expect((await genba.post(`/cards/${card.key}/cancel`, { version: 5, reason: "x" })).body.detail).toContain(
    "「中止」",
  );
  expect((await genba.post(`/cards/${card.key}/stop`, { version: 5 })).body.errors.reason).toHaveLength(1);
  expect(await done(genba, `/cards/${card.key}/stop`, { version: 5, reason: "客先都合" })).toMatchObject({
    status: "中止",
    is_billing_target: false,
  });
});

test("a step goes to a partner, comes back and counts; before it is accepted it is taken back", async () => {
  const card = await made({ group_id: 5 });
  const out = { version: 1, group_id: 6, partner_id: "sato", delivery_date: "2030-01-10", unit_price: "50" };
  expect(
    (await yamada.post(`/cards/${card.key}/outsource`, { ...out, partner_id: "tanaka" })).body.errors
      .partner_id,
  ).toHaveLength(1);
  expect(
    (await yamada.post(`/cards/${card.key}/outsource`, { ...out, group_id: 4 })).body.errors.group_id,
  ).toHaveLength(1);
  expect(
    (await yamada.post(`/cards/${card.key}/outsource`, { ...out, unit_price: "" })).body.errors.unit_price,
  ).toHaveLength(1);
  expect(await done(yamada, `/cards/${card.key}/outsource`, out)).toMatchObject({
    group_id: 6,
    collab_name: "佐藤鈑金工業株式会社",
    version: 3,
  });
  expect((await yamada.post(`/cards/${card.key}/move`, { version: 3, group_id: 7 })).body.detail).toContain(
    "協力会社に出しているカード",
  );
  await done(yamada, `/cards/${card.key}/take_back`, { version: 3, reason: "社内でできる" });
  await done(yamada, `/cards/${card.key}/outsource`, { ...out, version: 4 });
  const link = (await yamada.get(`/cards/${card.key}/work`)).body.links[1];
  expect(link).toMatchObject({
    partner_name: "佐藤鈑金工業株式会社",
    partner_answer: "waiting",
    num_items: "200",
  });
  const theirs = `/cards/${link.partner_key}`;
  await done(sato, `${theirs}/accept`, { version: 1 });
  expect(
    (await yamada.post(`/cards/${card.key}/take_back`, { version: 5, reason: "x" })).body.detail,
  ).toContain("承諾している");
  expect(
    (await yamada.post(`/cards/${card.key}/receive`, { version: 5 })).body.errors.unshipped,
  ).toHaveLength(1);
  await done(sato, `${theirs}/ship`, {
    version: 2,
    num_good: "198",
    uncounted: true,
    shortage: "close",
    reason: "材料不足",
  });
  expect((await yamada.post(`/cards/${card.key}/receive`, { version: 5 })).body.errors.short).toHaveLength(1);
  const back = await done(yamada, `/cards/${card.key}/receive`, {
    version: 5,
    num_good: "197",
    num_defective: "3",
    reason_id: defects.キズ,
  });
  expect(back).toMatchObject({ group_id: 7, num_defective: "3", collab_name: null });
  expect((await sato.get(theirs)).body.log.at(-1)).toMatchObject({
    kind: "received",
    actor_name: "山田精機株式会社",
  });
  expect(JSON.stringify((await sato.get(theirs)).body)).not.toContain("田中産業");
});

test("others find nothing, and buyers may not", async () => {
  const { key } = await made();
  for (const act of ["start", "pause", "resume", "finish", "undo", "urgent", "billing", "copy", "undivide"]) {
    expect((await sato.post(`/cards/${key}/${act}`, { version: 1 })).status, act).toBe(404);
    expect((await tanaka.post(`/cards/${key}/${act}`, { version: 1 })).status, act).toBe(403);
  }
  expect((await sato.get(`/cards/${key}/work`)).status).toBe(404);
  expect((await suzuki.get("/workers")).status).toBe(403);
  expect((await sato.post(`/cards/${key}/start`, { version: 1, worker_ids: [workers.井上] })).status).toBe(
    404,
  );
});
