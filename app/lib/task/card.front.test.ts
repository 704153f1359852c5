import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { type Site, startSite } from "~/lib/web/server.testing.server";
import { someone } from "./testing.server";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let site: Site;
let admin: Browser, hand: Browser, buyer: Browser, sato: Browser;
let rest: Person;
let workers: { worker_id: number; name: string }[];

beforeAll(async () => {
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  [admin, hand, buyer, sato] = (await Promise.all(
    ["admin@yamada", "genba@yamada", "admin@tanaka", "admin@sato"].map((name) =>
      site.signedIn(`${name}.example`, SAMPLE_PASSWORD),
    ),
  )) as [Browser, Browser, Browser, Browser];
  rest = await t.as("admin@yamada.example");
  workers = (await rest.get("/workers")).body.items;
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
  await site?.stop();
  await t?.stop();
});

const made = async (more: object = {}) =>
  (
    await rest.post("/cards", {
      buyer_id: "tanaka",
      name: "軸受台",
      num_items: "200",
      order_unit: "piece",
      unit: "piece",
      unit_price: "10",
      group_id: 3,
      ...more,
    })
  ).body as { key: number; id: string; version: number };
const card = async (key: number) => (await rest.get(`/cards/${key}`)).body.card;
/** The version that a page's forms carry. */
const version = (text: string) => /name="version" value="(\d+)"/.exec(text)![1]!;
const says = ({ text }: { text: string }, ...words: string[]) => words.filter((one) => !text.includes(one));

test("a card is begun, paused, resumed and finished on its own pages, each leading back to where one came from", async () => {
  const { key } = await made();
  const home = `/task/${key}`;
  expect(says(await hand.get(home), "未着手", "着手")).toEqual([]);
  const start = await hand.get(`${home}/start?return=/task/kanban`);
  expect(says(start, "だれが作業しますか", workers[0]!.name, 'href="/task/kanban"')).toEqual([]);
  const begun = await hand.post(`${home}/start?return=/task/kanban`, {
    version: version(start.text),
    worker_ids: String(workers[0]!.worker_id),
  });
  expect([begun.status, begun.to]).toEqual([303, "/task/kanban"]);
  expect(says(await hand.get(home), "いまの作業", "作業中", `href="${home}/pause"`)).toEqual([]);
  const ship = await hand.get(`${home}/ship`);
  expect(says(ship, `作業中です（${workers[0]!.name}）。出荷すると、作業も終わります。`)).toEqual([]);

  const pause = await hand.get(`${home}/pause`);
  const refused = await hand.post(`${home}/pause`, { version: version(pause.text) });
  expect([refused.status, says(refused, "中断理由を選ぶか、メモに書いてください")]).toEqual([422, []]);
  const reason_id = /name="reason_id"[^>]*value="(\d+)"/.exec(pause.text)![1]!;
  expect((await hand.post(`${home}/pause`, { version: version(pause.text), reason_id })).to).toBe(home);
  const paused = await hand.get(home);
  expect(says(paused, "中断", "再開")).toEqual([]);
  expect((await hand.post(`${home}/resume`, { version: version(paused.text) })).to).toBe(home);

  const finish = await hand.get(`${home}/finish`);
  // Asked for with 不良, so that it is not called 任意.
  expect(finish.text).toMatch(/<label[^>]*>不良理由<\/label>/);
  expect(says(finish, "合計 200 / 200　残0", "全数良品で完了（200個）")).toEqual([]);
  const short = await hand.post(`${home}/finish`, {
    version: version(finish.text),
    num_good: "190",
    num_defective: "7",
    reason_id: reasons(finish.text),
  });
  expect([
    short.status,
    says(short, "合計 197 / 200　残3", "残りを分割して置く", "不足のまま完了する", 'value="190"'),
  ]).toEqual([422, []]);
  const over = await hand.post(`${home}/finish`, { version: version(finish.text), num_good: "205" });
  // Once in the summary, once beside the number.
  expect([
    over.status,
    over.text.match(/予定数を5超えます。/g)!.length,
    over.text.includes('name="over"'),
  ]).toEqual([422, 2, true]);
  const done = await hand.post(`${home}/finish`, {
    version: version(short.text),
    num_good: "190",
    num_defective: "7",
    reason_id: reasons(finish.text),
    shortage: "short",
  });
  expect([done.status, done.to]).toEqual([303, home]);
  expect(await card(key)).toMatchObject({ group_id: 4, num_defective: "7", num_partial: "0" });
  const work = await admin.get(`${home}?tab=work`);
  expect(says(work, workers[0]!.name, "190", "修正", "寸法")).toEqual([]);
});

const reasons = (text: string) => /name="reason_id"[\s\S]*?<option value="(\d+)"[^>]*>寸法/.exec(text)![1]!;

test("全数良品 counts everything that remains, whatever was typed", async () => {
  const { key } = await made();
  const finish = await hand.get(`/task/${key}/finish`);
  expect(
    (
      await hand.post(`/task/${key}/finish`, {
        version: version(finish.text),
        num_good: "3",
        num_defective: "1",
        all_good: "on",
      })
    ).status,
  ).toBe(303);
  expect((await rest.get(`/cards/${key}/work`)).body.works[0]).toMatchObject({
    num_good: "200",
    num_defective: "0",
  });
});

test("a card whose parts are missing is begun only with a reason", async () => {
  const parent = await made();
  await made({ name: "部品", task_type: "part", parent_id: parent.id, num_items: "400" });
  const path = `/task/${parent.key}/start`;
  const warned = await hand.post(path, { version: "1" });
  expect([warned.status, says(warned, "部品が1点のうち1点、できていません", "それでも着手する")]).toEqual([
    422,
    [],
  ]);
  expect((await hand.post(path, { version: "1", override: "on" })).status).toBe(422);
  expect(
    (await hand.post(path, { version: "1", override: "on", reason: "先に外形だけ加工する" })).status,
  ).toBe(303);
  expect(
    says(
      await hand.get(`/task/${parent.key}?tab=log`),
      "先に外形だけ加工する",
      "確認したこと：部品が1点のうち1点",
      "は、元に戻せます",
    ),
  ).toEqual([]);
  const log = await hand.get(`/task/${parent.key}/log.csv?kind=started`);
  expect(log.text.trim().split("\r\n")).toHaveLength(2);
});

test("the workers chosen last are offered again, and begin with one press", async () => {
  const cookie = await t.app.cookies.worker.serialize(
    workers
      .slice(0, 2)
      .map((one) => one.worker_id)
      .join(),
  );
  const session = await t.app.provider.signIn("genba@yamada.example", SAMPLE_PASSWORD);
  if (session.kind !== "tokens") throw new Error("no tokens");
  const id = (
    await t.app.cookies.session.serialize(await t.app.sessions.begin("genba@yamada.example", session.tokens))
  ).split(";")[0]!;
  const tablet = site.browser(`${id}; ${cookie.split(";")[0]}`);
  const { key } = await made();
  const page = await tablet.get(`/task/${key}`);
  expect(says(page, `着手（${workers[0]!.name}、${workers[1]!.name}）`)).toEqual([]);
  expect(
    (
      await tablet.post(`/task/${key}/start`, {
        version: "1",
        worker_ids: workers
          .slice(0, 2)
          .map((one) => one.worker_id)
          .join(),
      })
    ).status,
  ).toBe(303);
  const { worker, id: number } = await card(key);
  expect(worker).toBe(`${workers[0]!.name}、${workers[1]!.name}`);
  const other = await made();
  expect(says(await tablet.get(`/task/${other.key}/start`), `${number} `, "で作業中")).toEqual([]);
});

test("there is one way to edit a card: from the card and from the ⋯ menu alike; only of the factory", async () => {
  const { key } = await made();
  const home = `/task/${key}`;
  const { text } = await hand.get(home);
  expect(text.match(/>編集<\/a>/g)).toHaveLength(1);
  expect(text).toContain(`href="${home}/edit"`);
  const form = await hand.get(`${home}/edit`);
  expect(says(form, 'id="edit"', 'name="delivery_date"', `href="${home}"`)).toEqual([]);
  const fields = {
    name: "軸受台",
    num_items: "200",
    unit: "piece",
    unit_price: "",
    is_billing_target: "on",
    version: version(form.text),
  };
  expect((await hand.post(`${home}/edit`, { ...fields, delivery_date: "2026/12/3" })).to).toBe(home);
  expect(await card(key)).toMatchObject({ delivery_date: "2026-12-03", unit_price: "10" });
  expect((await buyer.get(home)).text).not.toContain(`${home}/edit`);
  expect((await buyer.get(`${home}/edit`)).status).toBe(403);
});

test("a card is opened for three facts, its processes and what is done with it today; the rest waits behind そのほか", async () => {
  const { key } = await made({ delivery_date: "2030-06-05" });
  const home = `/task/${key}`;
  const { text } = await hand.get(home);
  const [facts] = /<dl[^]*?<\/dl>/.exec(text)!;
  expect(says({ text: facts }, ">残<", "200", ">納期<", "6/5", ">今の工程<", "切断")).toEqual([]);
  expect(text).toMatch(/aria-label="工程の進み"/);
  expect(says({ text }, `${home}/defect`, `${home}/divide`, `${home}/outsource`)).toEqual([]);
  const [, more] = text.split("そのほか");
  expect(says({ text: more! }, `${home}/count`, `${home}/copy`, "現品票を印刷")).toEqual([]);
  const read = await buyer.get(home);
  expect(says(read, ">残<", ">納期<", ">今の工程<", "工程の進み")).toEqual([]);
  expect(says(read, "不良登録", "そのほか", "着手", "予定 ")).toHaveLength(4);
});

test("the log names who worked, not the tablet that was pressed", async () => {
  const { key } = await made();
  const { worker_id, name } = workers[0]!;
  const act = (path: string, body: object) => rest.post(`/cards/${key}/${path}`, body);
  await act("start", { version: 1, worker_ids: [worker_id] });
  await act("finish", { version: 2, num_good: "200" });
  const log = await hand.get(`/task/${key}?tab=log`);
  expect(log.text.split(`${name}（入力 `)).toHaveLength(3);
  const csv = (await hand.get(`/task/${key}/log.csv`)).text;
  expect(csv).toMatch(new RegExp(`,${name},完了,`));
  expect((await buyer.get(`/task/${key}/log.csv`)).text).not.toContain(name);
});

test("an edit meets what somebody else changed: theirs is taken over, and where both changed it one chooses", async () => {
  const { key } = await made({ delivery_date: "2026-12-01" });
  const path = `/task/${key}/edit`;
  const fields = {
    name: "軸受台",
    num_items: "200",
    unit: "piece",
    unit_price: "10",
    is_billing_target: "on",
  };
  expect(
    (
      await hand.post(path, {
        ...fields,
        unit_price: "",
        version: "1",
        delivery_date: "2026/12/3",
        order_id: "A-9",
      })
    ).status,
  ).toBe(303);
  const met = await admin.post(path, { ...fields, version: "1", delivery_date: "2026/12/8", note: "急ぎ" });
  expect([
    met.status,
    says(
      met,
      "他の人が更新しました",
      "納期は、どちらにしますか",
      "2026/12/8(火)",
      "2026/12/3(木)",
      "注文番号：A-9（山口 現",
    ),
  ]).toEqual([409, []]);
  expect(met.text).toMatch(/name="order_id"[^>]*value="A-9"|value="A-9"[^>]*name="order_id"/);
  const again = {
    ...fields,
    version: version(met.text),
    delivery_date: "2026/12/8",
    order_id: "A-9",
    note: "急ぎ",
    choose_delivery_date: "theirs",
    theirs_delivery_date: "2026-12-03",
  };
  expect((await admin.post(path, again)).status).toBe(303);
  expect(await card(key)).toMatchObject({
    delivery_date: "2026-12-03",
    order_id: "A-9",
    note: "急ぎ",
    version: 3,
  });
});

test("an admin corrects work with a reason; the card's counts follow, and the log keeps what it was", async () => {
  const { key } = await made({ group_id: 7 });
  await rest.post(`/cards/${key}/finish`, { version: 1, num_good: "150", shortage: "short", next: "stay" });
  const [row] = (await rest.get(`/cards/${key}/work`)).body.works;
  const path = `/task/${key}/correct?work=${row.key}`;
  expect((await hand.get(path)).status).toBe(403);
  const page = await admin.get(path);
  const typed = {
    version: version(page.text),
    work_key: String(row.key),
    num_good: "148",
    num_defective: "0",
    num_partial: "0",
    work_start: "",
    work_end: /name="work_end"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="work_end"/
      .exec(page.text)!
      .slice(1)
      .find(Boolean)!,
    with_counts: "on",
  };
  const refused = await admin.post(path, typed);
  expect([refused.status, says(refused, "修正の理由を入力してください")]).toEqual([422, []]);
  expect((await admin.post(path, { ...typed, reason: "数え間違い" })).to).toBe(`/task/${key}?tab=work`);
  expect((await card(key)).num_good).toBe("148");
  const log = await admin.get(`/task/${key}?tab=log&kind=corrected`);
  expect(says(log, "実績の良品数", "150", "148", "数え間違い")).toEqual([]);
  expect(log.text).not.toContain("着手: ");
  expect(
    (
      await admin.post(`/task/${key}/correct?work=${row.key}`, {
        ...typed,
        version: "3",
        num_good: "148",
        is_void: "on",
        reason: "二重",
      })
    ).status,
  ).toBe(303);
  expect((await card(key)).num_good).toBe("0");
});

test("urgent, billing and undo take one press; stopping and cancelling ask why", async () => {
  const { key } = await made();
  const home = `/task/${key}`;
  expect((await hand.post(`${home}/urgent`, { version: "1", is_urgent: "on" })).status).toBe(303);
  expect((await hand.post(`${home}/urgent`, { version: "1", is_urgent: "on" })).status).toBe(303);
  expect(await card(key)).toMatchObject({ is_urgent: true, version: 2 });
  expect((await hand.post(`${home}/undo`, { version: "2" })).status).toBe(303);
  expect(await card(key)).toMatchObject({ is_urgent: false, version: 3 });
  expect((await admin.post(`${home}/billing`, { version: "3", is_billing_target: "" })).status).toBe(303);
  expect(says(await hand.get(`${home}/billing`), "請求対象にする")).toEqual([]);
  expect(says(await hand.get(home), "取消・削除")).toEqual([]);
  expect((await hand.post(`${home}/cancel`, { version: "4" })).status).toBe(422);
  expect((await hand.post(`${home}/cancel`, { version: "4", reason: "二重に作った" })).status).toBe(303);
  expect(says(await hand.get(`${home}/stop`), "取り消されたカードは中止できません")).toEqual([]);
  const other = await made();
  expect((await hand.post(`/task/${other.key}/stop`, { version: "1", reason: "注文の取消" })).status).toBe(
    303,
  );
  expect(await card(other.key)).toMatchObject({ status: "中止", is_billing_target: false });
});

test("a card is moved to another process, with the work at it ended, and taken back from the log", async () => {
  const { key } = await made();
  await rest.post(`/cards/${key}/start`, { version: 1, worker_ids: [workers[0]!.worker_id] });
  const page = await hand.get(`/task/${key}/move?return=/task/list`);
  expect(says(page, "作業中の作業を終了せずに続ける（1人）", 'href="/task/list"', 'value="4"')).toEqual([]);
  const refused = await hand.post(`/task/${key}/move`, { version: "2" });
  expect([refused.status, says(refused, "移動先を選択してください")]).toEqual([422, []]);
  const moved = await hand.post(`/task/${key}/move?return=/task/list`, { version: "2", group_id: "4" });
  expect([moved.status, moved.to]).toEqual([303, "/task/list"]);
  expect(await card(key)).toMatchObject({ group_id: 4, worker: null });
  expect((await hand.post(`/task/${key}/move`, { version: "3", group_id: "5.77" })).status).toBe(422);
  expect((await hand.post(`/task/${key}/undo`, { version: "3" })).status).toBe(303);
  expect((await card(key)).group_id).toBe(3);
});

test("a copy just made is taken back at once", async () => {
  const { key } = await made();
  const answer = await fetch(`${site.base}/task/${key}/copy`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ version: "1", copies: "1" }),
    headers: { Cookie: hand.cookie, Origin: site.base },
  });
  const said = await Promise.all(
    answer.headers.getSetCookie().map((one) => t.app.cookies.flash.parse(one.split(";")[0]!)),
  );
  const { undo } = said.find((one) => one?.undo);
  const copy = Number(answer.headers.get("Location")!.split("/").at(-1));
  expect(undo.action).toBe(`/task/${copy}/cancel?return=/task/${key}`);
  expect((await hand.post(undo.action, undo.fields)).to).toBe(`/task/${key}`);
  expect((await card(copy)).status).toBe("取消");
});

test("a new card begins with what an earlier one said", async () => {
  const { key, id } = await made({ name: "リピート品 X-77", drawing_no: "X-77", destination: "第一倉庫" });
  expect(says(await hand.get("/task/new?q=x-77"), `/task/new?from=${key}`, "リピート品 X-77")).toEqual([]);
  expect(says(await hand.get(`/task/new?q=${id}`), `/task/new?from=${key}`)).toEqual([]);
  const page = await admin.get(`/task/new?from=${key}`);
  expect(says(page, "の内容を入れました", 'value="第一倉庫"', 'value="X-77"', 'value="10"')).toEqual([]);
  expect((await hand.get(`/task/new?from=${key}`)).text).not.toContain('name="unit_price"');
  expect((await sato.get(`/task/new?from=${key}`)).status).toBe(404);
});

test("the buyer sees the card and its log, but no work, no workers and nothing to press", async () => {
  const { key } = await made();
  await rest.post(`/cards/${key}/start`, { version: 1, worker_ids: [workers[0]!.worker_id] });
  const page = await buyer.get(`/task/${key}?tab=work`);
  expect([
    page.status,
    page.text.includes(workers[0]!.name),
    page.text.includes("tab=work"),
    page.text.includes(`/task/${key}/start`),
  ]).toEqual([200, false, false, false]);
  expect((await buyer.get(`/task/${key}?tab=log`)).text).not.toContain(workers[0]!.name);
  for (const act of [
    "start",
    "finish",
    "pause",
    "edit",
    "urgent",
    "undo",
    "stop",
    "cancel",
    "copy",
    "correct",
  ]) {
    expect([act, (await buyer.get(`/task/${key}/${act}`)).status]).toEqual([act, 403]);
    expect([act, (await sato.get(`/task/${key}/${act}`)).status]).toEqual([act, 404]);
  }
  expect((await buyer.post(`/task/${key}/urgent`, { version: "2", is_urgent: "on" })).status).toBe(403);
  expect((await sato.post(`/task/${key}/start`, { version: "2" })).status).toBe(404);
});

test("a card's page says that a machine is at it by itself where it says who is at work", async () => {
  const { key, version: first } = await made();
  const worker_ids = [workers[0]!.worker_id];
  await tenant(t.db, someone("yamada", "seller"), (db) =>
    db.execute(sql`update process set runs_unmanned = true where group_id = 3`),
  );
  await rest.post(`/cards/${key}/start`, { version: first, worker_ids, is_unmanned: true });
  const page = await admin.get(`/task/${key}`);
  expect(says(page, `作業中・${workers[0]!.name}（無人）・`)).toEqual([]);
});
