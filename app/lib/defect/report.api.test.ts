import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, sato: Person, tanaka: Person, suzuki: Person;
let reason_id: number;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, sato, tanaka, suzuki] = await t.people(
    "admin@yamada",
    "admin@sato",
    "admin@tanaka",
    "admin@suzuki",
  );
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

type Body = Record<string, unknown>;
async function done(person: Person, path: string, body: Body = {}, key?: string) {
  const answer = await person.post(path, body, key);
  expect([path, answer.status, answer.body?.errors ?? answer.body?.detail]).toEqual([path, 201, undefined]);
  return answer.body;
}
const card = async (key: number) => (await yamada.get(`/cards/${key}`)).body.card;
const figures = async () => (await yamada.get("/bi/stat")).body.total;
const rowsOf = async (card_id: string) =>
  (await yamada.get("/bi/defective?size=1000")).body.items.filter((row: any) => row.card_id === card_id);

/** A card of 20 with 17 good and 3 bad, where nothing was said of the 3. */
async function faulty(num_defective = "3") {
  const made = await done(yamada, "/cards", {
    buyer_id: "tanaka",
    name: "報告の品",
    num_items: "20",
    order_unit: "piece",
    unit: "piece",
    unit_price: "12.5",
    group_id: 3,
  });
  reason_id ??= (await yamada.get(`/cards/${made.key}/work`)).body.reasons.find(
    (one: any) => one.kind === "defect",
  ).reason_id;
  const { version } = await done(yamada, `/cards/${made.key}/start`, { version: made.version });
  const num_good = String(20 - Number(num_defective));
  const after = await done(yamada, `/cards/${made.key}/finish`, {
    version,
    num_good,
    num_defective,
    reason_id,
    next: "stay",
  });
  const [row] = await rowsOf(made.id);
  return {
    key: made.key as number,
    id: made.id as string,
    tick: row.tick as string,
    row,
    version: after.version,
  };
}

test("不良 that a correction brought names no reason, before its 処置 and after it", async () => {
  const made = await done(yamada, "/cards", {
    buyer_id: "tanaka",
    name: "訂正の品",
    num_items: "20",
    order_unit: "piece",
    unit: "piece",
    unit_price: "1",
    group_id: 3,
  });
  const unnamed = async () =>
    (await yamada.get("/bi/defective/summary?period=month")).body.causes
      .filter(({ id }: { id: number | null }) => id === null || id < 0)
      .map(({ id, label, value }: { id: number | null; label: string; value: number }) => [id, label, value]);
  const before = await unnamed();
  const { version } = await done(yamada, `/cards/${made.key}/start`, { version: made.version });
  const ended = await done(yamada, `/cards/${made.key}/finish`, { version, num_good: "20", next: "stay" });
  const { works } = (await yamada.get(`/cards/${made.key}/work`)).body;
  await done(yamada, `/cards/${made.key}/correct`, {
    version: ended.version,
    work_key: works[0].key,
    num_good: "17",
    num_defective: "3",
    reason: "数え違い",
  });
  const [row] = await rowsOf(made.id);
  const named = await unnamed();
  expect([before, named]).toEqual([[], [[null, "理由なし", 3]]]);
  await done(yamada, "/defects/treat", { rows: row.tick, treatment: "scrap" });
  expect(await unnamed()).toEqual(named);
});

test("処置 is given once, refused where it was changed meanwhile, and taken back with all it did", async () => {
  const one = await faulty();
  expect(one.row).toMatchObject({
    num: "3",
    num_defective: "3",
    num_total: "20",
    state: "open",
    loss: 38,
    defect_rate: "15.000",
  });
  const { items } = (await yamada.get(`/defects?rows=${one.tick}`)).body;
  expect(items).toMatchObject([{ tick: one.tick, card_id: one.id, num: "3", is_open: true }]);
  expect((await sato.get(`/defects?rows=${one.tick}`)).status).toBe(404);
  const before = await figures();
  expect(
    (await yamada.post("/defects/treat", { rows: one.tick.replace(":3", ":4"), treatment: "scrap" })).status,
  ).toBe(409);
  expect((await sato.post("/defects/treat", { rows: one.tick, treatment: "scrap" })).status).toBe(404);
  expect((await tanaka.post("/defects/treat", { rows: one.tick, treatment: "scrap" })).status).toBe(403);

  await done(yamada, "/defects/treat", { rows: one.tick, treatment: "concession" });
  expect(await card(one.key)).toMatchObject({ num_defective: "0", num_partial: "20" });
  expect(Number((await figures()).num_defective)).toBe(Number(before.num_defective) - 3);
  expect((await rowsOf(one.id))[0]).toMatchObject({
    num: "3",
    num_defective: "0",
    state: "done",
    treatment: "concession",
  });
  expect((await yamada.post("/defects/treat", { rows: one.tick, treatment: "scrap" })).status).toBe(409);
  await done(yamada, "/defects/untreat", { rows: one.tick });
  expect(await card(one.key)).toMatchObject({ num_defective: "3", num_partial: "17" });
  expect((await figures()).num_defective).toBe(before.num_defective);

  await done(yamada, "/defects/treat", { rows: one.tick, treatment: "rework" });
  const [made] = await rowsOf(one.id);
  expect(made).toMatchObject({ state: "doing", child_id: `${one.id}-1` });
  const { version } = await card(one.key);
  await done(yamada, `/cards/${one.key}/undo`, { version });
  expect((await rowsOf(one.id))[0]).toMatchObject({ state: "open", child_key: null });
  expect((await card(made.child_key)).status).toBe("取消");
});

test("a buyer's answer treats what was reported, once; other companies know nothing of it", async () => {
  const one = await faulty();
  const { key } = await done(yamada, "/reports", { rows: one.tick, cause: "刃物の欠け" });
  expect((await yamada.post("/reports", { rows: one.tick })).status).toBe(409);
  expect((await yamada.post("/defects/treat", { rows: one.tick, treatment: "scrap" })).status).toBe(409);
  for (const stranger of [sato, suzuki]) {
    expect((await stranger.get(`/reports/${key}`)).status).toBe(404);
    expect((await stranger.post(`/reports/${key}/answer`, { treatment: "scrap" })).status).toBe(404);
  }
  expect((await yamada.post(`/reports/${key}/answer`, { treatment: "scrap" })).status).toBe(403);
  const seen = (await tanaka.get(`/reports/${key}`)).body;
  expect(seen).toMatchObject({ state: "waiting", may_answer: true, sum: "3個", cause: "刃物の欠け" });
  expect(JSON.stringify((await tanaka.get("/notices")).body)).toContain("不良報告書が届きました");

  const answers = await Promise.all(
    [1, 2].map(() => tanaka.post(`/reports/${key}/answer`, { treatment: "concession", words: "使えます" })),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await tanaka.post(`/reports/${key}/answer`, { treatment: "scrap" })).status).toBe(409);
  expect(await card(one.key)).toMatchObject({ num_defective: "0", num_partial: "20" });
  expect((await yamada.get(`/reports/${key}`)).body).toMatchObject({
    state: "answered",
    treatment: "concession",
    problem: null,
  });
  expect((await yamada.post("/defects/untreat", { rows: one.tick })).status).toBe(409);
  const { rows } = await owner.query(
    "select actor_company, reason from activity where subject = 'card' and subject_key = $1 and kind = 'treated'",
    [one.key],
  );
  expect(rows).toEqual([{ actor_company: "tanaka", reason: expect.stringContaining("特採 3") }]);
  expect(JSON.stringify((await yamada.get("/notices")).body)).toContain("「特採」の回答がありました");
});

test("特採 of what is shipped meanwhile is refused in the buyer's words, and another answer is taken", async () => {
  const one = await faulty();
  const { key } = await done(yamada, "/reports", { rows: one.tick });
  const { version } = await card(one.key);
  await done(yamada, `/cards/${one.key}/ship`, { version, num_good: "17", uncounted: true });
  const refused = await tanaka.post(`/reports/${key}/answer`, { treatment: "concession" });
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    `カード ${one.id} は出荷済みのため、特採にできません。依頼先に出荷の取り消しを頼むか、別の回答を選んでください。`,
  ]);
  await done(tanaka, `/reports/${key}/answer`, { treatment: "scrap" });
});

test("a correction is a new version; what has moved since is refused, and a report can be withdrawn", async () => {
  const one = await faulty("5");
  const { key: first } = await done(yamada, "/reports", { rows: one.tick });
  const work = (await yamada.get(`/cards/${one.key}/work`)).body.works[0];
  const { version } = await card(one.key);
  await done(yamada, `/cards/${one.key}/correct`, {
    version,
    work_key: work.key,
    num_defective: "2",
    with_counts: true,
    reason: "数え直し",
  });
  const stale = (await tanaka.get(`/reports/${first}`)).body;
  expect([stale.may_answer, stale.problem]).toEqual([false, expect.stringContaining("変わりました")]);
  expect((await tanaka.post(`/reports/${first}/answer`, { treatment: "scrap" })).status).toBe(409);
  const tick = one.tick.replace(":5", ":2");
  const { key: second } = await done(yamada, "/reports", { rows: tick, corrects: first });
  expect((await yamada.post("/reports", { rows: tick, corrects: first })).status).toBe(409);
  expect((await tanaka.get(`/reports/${first}`)).body).toMatchObject({
    state: "replaced",
    version: 1,
    sum: "5個",
  });
  expect((await tanaka.get(`/reports/${second}`)).body).toMatchObject({
    state: "waiting",
    version: 2,
    sum: "2個",
  });
  expect((await tanaka.post(`/reports/${first}/answer`, { treatment: "scrap" })).status).toBe(409);
  await done(yamada, `/reports/${second}/withdraw`, {});
  expect((await tanaka.post(`/reports/${second}/answer`, { treatment: "scrap" })).status).toBe(409);
  const { key: third } = await done(yamada, "/reports", { rows: tick });
  expect((await done(tanaka, `/reports/${third}/answer`, { treatment: "remake" })).state).toBe("answered");
  expect((await rowsOf(one.id))[0]).toMatchObject({
    num: "2",
    treatment: "remake",
    state: "doing",
    child_id: `${one.id}-1`,
  });
});
