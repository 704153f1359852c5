import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { changeCard } from "~/lib/task/card.write.server";
import { someone, stored } from "~/lib/task/testing.server";
import { addDays, today } from "~/lib/time/date";
import { type Site, startSite } from "~/lib/web/server.testing.server";
import { orderPaper } from "./order.paper";
import { orderOf } from "./order.testing";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let site: Site;
let tanaka: Person, yamada: Person, genba: Person, sato: Person;
let factory: Browser, floor: Browser;
beforeAll(async () => {
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  [tanaka, yamada, genba, sato] = await t.people(
    "admin@tanaka",
    "admin@yamada",
    "genba@yamada",
    "admin@sato",
  );
  [factory, floor] = (await Promise.all(
    ["admin@yamada", "genba@yamada"].map((name) => site.signedIn(`${name}.example`, SAMPLE_PASSWORD)),
  )) as [Browser, Browser];
});
afterAll(async () => {
  const broken = await tenant(t.db, someone("yamada", "seller"), (db) =>
    db.execute(sql`select * from check_invariants()`),
  );
  expect(broken.rows).toEqual([]);
  await site?.stop();
  await t?.stop();
});

const soon = addDays(today(), 14);
const later = addDays(today(), 30);

async function send(lines: object[] = [{}]): Promise<number> {
  const line = { name: "試作ブラケット", num_items: "100", unit_price: "200", note: "角は面取り" };
  const made = await tanaka.post(
    "/orders",
    orderOf(
      lines.map((one) => ({ ...line, ...one })),
      { delivery_date: soon },
    ),
  );
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
  return made.body.key;
}
const read = async (key: number) => (await tanaka.get(`/orders/${key}`)).body;
const cardsOf = async (key: number): Promise<number[]> =>
  (await read(key)).lines.map((line: any) => line.card.key);
const detail = async (key: number, person = yamada) => (await person.get(`/cards/${key}`)).body;
const card = async (key: number) => (await detail(key)).card;
async function act(key: number, deed: string, body: object = {}) {
  const { version } = await card(key);
  const done = await yamada.post(`/cards/${key}/${deed}`, { version, ...body });
  expect([deed, done.status, done.body]).toMatchObject([deed, 201, {}]);
  return done.body;
}
async function accepted(lines?: object[]): Promise<{ order: number; cards: number[] }> {
  const order = await send(lines);
  const cards = await cardsOf(order);
  for (const key of cards) await act(key, "accept");
  return { order, cards };
}
const put = async (key: number, changes: object, person = yamada) =>
  person.put(`/cards/${key}`, { ...(await card(key)), ...changes });
const branchesOf = async (key: number) => (await yamada.get(`/cards/${key}/work`)).body.branches;

const WANTED = {
  name: "別のブラケット",
  order_id: "X-1",
  num_items: "90",
  unit: "kg",
  unit_weight: "0.5",
  pieces_per_set: "4",
  unit_price: "210",
  delivery_date: later,
  delivery_time: "09:30",
  destination: "第一工場",
  drawing_no: "B-77",
  drawing_revision: "C",
  note: "面取りなし",
};

test("what an order says of its line the factory changes by no 編集: each is refused by its field, and so is taking it away", async () => {
  const {
    order,
    cards: [key],
  } = await accepted();
  const before = await card(key!);
  for (const [name, value] of Object.entries(WANTED)) {
    // A price by kg needs a weight: the field that is asked for is refused by itself.
    const with_weight = name === "unit" ? { unit_weight: before.unit_weight } : {};
    const refused = await put(key!, { ...with_weight, [name]: value });
    expect([name, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([name, 422, [name]]);
    expect([name, refused.body.errors[name][0]]).toEqual([name, expect.stringContaining("注文")]);
  }
  const several = await put(key!, { num_items: "90", delivery_date: later, inner_note: "急ぎ" });
  expect(several).toMatchObject({
    status: 422,
    body: {
      errors: {
        num_items: ["数量は注文で決まっています。変えるときは、変更依頼を出してください"],
        delivery_date: ["納期は注文で決まっています。変えるときは、変更依頼を出してください"],
      },
    },
  });
  for (const name of ["unit_price", "delivery_date", "destination", "note", "order_id"])
    expect([name, (await put(key!, { [name]: null })).body.errors?.[name]]).toEqual([
      name,
      [expect.any(String)],
    ]);
  expect(await card(key!)).toEqual(before);
  expect((await read(order)).lines[0].now.changes).toEqual([]);
});

test("the factory's own stays its own: a whole card with the same values passes, as often as it is pressed", async () => {
  const {
    cards: [key],
  } = await accepted();
  const own = { inner_note: "外段取り済み", is_urgent: true, is_billing_target: false };
  const done = await put(key!, own);
  expect([done.status, done.body.detail]).toEqual([200, undefined]);
  expect(await card(key!)).toMatchObject({ ...own, num_items: "100", unit_price: "200", note: "角は面取り" });
  const again = await put(key!, own);
  expect([again.status, again.body.detail]).toEqual([409, "変更した項目がありません。"]);
  // Who may see no price sends none.
  const hand = await put(key!, { inner_note: "刃物を替えた", unit_price: undefined }, genba);
  expect([hand.status, hand.body.errors]).toEqual([200, undefined]);
  expect(await card(key!)).toMatchObject({ unit_price: "200", inner_note: "刃物を替えた" });
  expect((await put(key!, { inner_note: "x" }, sato)).status).toBe(404);
  expect((await put(key!, { inner_note: "x" }, tanaka)).status).toBe(403);
});

test("a request that nobody has answered is as sent; of what was declined or cancelled nothing is edited", async () => {
  const order = await send([{}, {}]);
  const [asked, declined] = (await cardsOf(order)) as [number, number];
  expect((await put(asked, { delivery_date: later })).body.errors).toHaveProperty("delivery_date");
  await act(declined, "decline", { reason: "設備の都合" });
  const off = await put(declined, { inner_note: "x" });
  expect([off.status, off.body.detail]).toEqual([409, expect.stringContaining("取り消された")]);
  const gone = await send();
  await tanaka.post(`/orders/${gone}/cancel`, { reason: "仕様変更" });
  const [key] = await cardsOf(gone);
  expect((await put(key!, { num_items: "5" })).status).toBe(409);
});

test("a branch is of its line; parts are the factory's; what is made again keeps the order's words and price", async () => {
  const {
    cards: [key],
  } = await accepted();
  await act(key!, "divide", { parts: [{ num_items: "60" }, { num_items: "40" }] });
  const [branch] = await branchesOf(key!);
  const refused = await put(branch.key, { num_items: "45", destination: "第一工場" });
  expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
    422,
    ["destination", "num_items"],
  ]);
  expect((await put(branch.key, { inner_note: "夜勤で" })).status).toBe(200);

  await act(branch.key, "parts", { parts: [{ name: "カラー", per_parent: "2" }] });
  const [part] = (await yamada.get(`/cards/${branch.key}/work`)).body.parts;
  const changed = { name: "カラー改", num_items: "90", delivery_date: later, note: "在庫を先に" };
  expect((await put(part.key, changed)).status).toBe(200);
  expect(await card(part.key)).toMatchObject(changed);
  expect((await detail(part.key)).agreed).toBeNull();

  const reasons = (await yamada.get("/factories/self/meta")).body.reasons;
  const { reason_id } = reasons.find((one: any) => one.kind === "defect");
  await act(key!, "defect", { num: "5", reason_id, treatment: "remake", is_billing_target: true });
  const again = (await branchesOf(key!)).find((one: any) => one.task_type === "defective");
  const own = { num_items: "6", delivery_date: later, destination: "第一工場", note: "急いで作り直す" };
  const remade = await put(again.key, own);
  expect([remade.status, remade.body.errors]).toEqual([200, undefined]);
  const dear = await put(again.key, { unit_price: "300", name: "別の品" });
  expect([dear.status, Object.keys(dear.body.errors).sort()]).toEqual([422, ["name", "unit_price"]]);
  expect(dear.body.errors.unit_price[0]).toContain("チャット");
  expect(await detail(again.key)).toMatchObject({ agreed: { line_no: null } });
});

test("nothing is made beside an ordered card by hand that would count for its order; a part is", async () => {
  const {
    order,
    cards: [key],
  } = await accepted();
  const { id } = await card(key!);
  const facts = {
    buyer_id: "tanaka",
    name: "試作ブラケット",
    num_items: "50",
    order_unit: "piece",
    unit: "piece",
  };
  const make = (more: object) =>
    yamada.post("/cards", { ...facts, unit_price: "300", parent_id: id, ...more });
  for (const task_type of ["division", "defective", undefined]) {
    const made = await make({ task_type, is_billing_target: true });
    expect([task_type, made.status, Object.keys(made.body.errors ?? {})]).toEqual([
      task_type,
      422,
      ["parent_id"],
    ]);
  }
  expect((await make({ task_type: "part" })).status).toBe(201);
  expect((await read(order)).lines[0].now).toMatchObject({ num_items: "100", changes: [] });
});

test("a 納品書 has the price of the order; one that was left open is told by it as before", async () => {
  const {
    cards: [key, open],
  } = await accepted([
    {},
    { unit_price: undefined, undetermined_reason: "材料の相場を待つため", planned_fix_date: later },
  ]);
  for (const one of [key!, open!]) await act(one, "ship", { num_good: "100", uncounted: true });
  const deliver = (card_key: number, unit_price: string) =>
    yamada.post("/deliveries", {
      buyer_id: "tanaka",
      delivery_date: today(),
      grouping: "one",
      lines: [{ card_key, num_items: "100", unit_price }],
    });
  const dear = await deliver(key!, "210");
  expect([dear.status, dear.body.errors]).toEqual([
    422,
    { "lines[0].unit_price": ["単価は注文で決まっています。変えるときは、変更依頼を出してください"] },
  ]);
  expect((await deliver(key!, "200")).status).toBe(201);
  expect((await deliver(open!, "150")).status).toBe(201);
  expect(await card(open!)).toMatchObject({ unit_price: "150" });
});

test("cards of no order, for a customer or for stock, are edited as before", async () => {
  const facts = { name: "座金", num_items: "10", order_unit: "piece", unit: "piece", unit_price: "5" };
  for (const buyer_id of ["tanaka", "shohin-zaiko"]) {
    const made = await yamada.post("/cards", { buyer_id, ...facts, order_id: "電話 11/2" });
    expect([buyer_id, made.status]).toEqual([buyer_id, 201]);
    const changed = await put(made.body.key, { ...WANTED, unit: "piece", unit_weight: null });
    expect([buyer_id, changed.status, changed.body.errors]).toEqual([buyer_id, 200, undefined]);
    expect(await detail(made.body.key)).toMatchObject({ agreed: null, card: { num_items: "90" } });
  }
});

test("an edit of an ordered card from before is not taken back; it is told as 依頼先の変更 as ever", async () => {
  const {
    order,
    cards: [key],
  } = await accepted();
  const who = someone("yamada", "seller");
  await tenant(t.db, who, async (db) => {
    const { row } = await stored(t, key!);
    await changeCard(db, who, { ...row, key: key! } as never, "edited", { delivery_date: later });
  });
  expect((await read(order)).lines[0].now.changes).toMatchObject([
    { field: "delivery_date", kind: "edited" },
  ]);
  expect(orderPaper(await read(order), "order").lines[0]!.below).toContain("（依頼先の変更 ");
  const { undo } = (await yamada.get(`/cards/${key}/work`)).body;
  expect(undo).toBeNull();
  const { version } = await card(key!);
  const back = await yamada.post(`/cards/${key}/undo`, { version });
  expect([back.status, back.body.detail]).toEqual([409, expect.stringContaining("変更依頼")]);
  expect((await card(key!)).delivery_date).toBe(later);
  await put(key!, { inner_note: "メモ" });
  expect((await yamada.get(`/cards/${key}/work`)).body.undo).toBe("編集");
  await act(key!, "undo");
  expect((await card(key!)).inner_note).toBeNull();
});

test("編集 tells what was ordered, leads to a 変更依頼 of that line, and to the one that is open", async () => {
  const {
    order,
    cards: [first, key],
  } = await accepted([{ name: "軸受台" }, { name: "カラー" }]);
  const path = `/task/${key}/edit`;
  const form = await factory.get(path);
  for (const name of ["num_items", "delivery_date", "unit_price", "name", "note"])
    expect([name, form.text.match(new RegExp(`<(input|textarea)[^>]*name="${name}"[^>]*>`, "g"))]).toEqual([
      name,
      [expect.stringContaining('type="hidden"')],
    ]);
  expect(form.text).toContain('name="inner_note"');
  expect(form.text).toContain("角は面取り");
  const at = `/task/order/${order}/change`;
  expect(form.text.match(/href="[^"]*\/change[^"]*"/g)).toEqual([`href="${at}?line=2"`]);
  expect((await factory.get(`/task/${key}`)).text).toContain(`href="${at}?line=2"`);
  expect((await floor.get(path)).text).not.toContain('name="unit_price"');

  const asked = (await factory.get(`${at}?line=2`)).text;
  const focused = asked.match(/<input[^>]*autofocus[^>]*>/gi);
  expect(focused).toEqual([expect.stringContaining('name="lines[1].num_items"')]);
  expect((await factory.get(`${at}?line=7`)).text).not.toMatch(/autofocus/i);

  // As the page posts it, and as one posts that was opened before the order was the only one to say so.
  const version = /name="version" value="(\d+)"/.exec(form.text)![1]!;
  const fields = { ...hiddenOf(form.text), version, is_billing_target: "on", inner_note: "夜勤で" };
  const typed = await factory.post(path, { ...fields, num_items: "90" });
  expect([typed.status, typed.text.includes("数量は注文で決まっています")]).toEqual([422, true]);
  expect(typed.text).toContain("夜勤で</textarea>");
  expect(hiddenOf(typed.text)).toMatchObject({ num_items: "100" });
  expect((await factory.post(path, fields)).to).toBe(`/task/${key}`);
  expect(await card(key!)).toMatchObject({ inner_note: "夜勤で", num_items: "100" });

  const made = await yamada.post(`/orders/${order}/amendments`, {
    lines: [{ line_no: 2, delivery_date: later }],
    cause: "seller",
    words: "材料の遅れ",
  });
  expect(made.status).toBe(201);
  const open = `href="${at}/${made.body.key}"`;
  for (const page of [path, `/task/${key}`]) expect((await factory.get(page)).text).toContain(open);
  expect((await factory.get(`/task/${first}/edit`)).text).toContain(`href="${at}?line=1"`);
});

test("分割 gives a branch of what was ordered a sooner day, and no later one without the buyer's yes", async () => {
  const { cards } = await accepted();
  const { version, delivery_date } = await card(cards[0]!);
  const divide = (days: (string | undefined)[]) =>
    yamada.post(`/cards/${cards[0]}/divide`, {
      version,
      parts: days.map((day) => ({ num_items: "50", delivery_date: day })),
    });
  const late = await divide([undefined, later]);
  expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ["parts[1].delivery_date"]]);
  expect(late.body.errors["parts[1].delivery_date"][0]).toContain("変更依頼を出してください");
  expect(Object.keys((await divide([later, undefined])).body.errors)).toEqual(["parts[0].delivery_date"]);
  expect((await divide([delivery_date, addDays(delivery_date, -3)])).status).toBe(201);
});

const hiddenOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([a-z_]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
