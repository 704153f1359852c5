import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { shippedList } from "~/lib/task/ship.list";
import { addDays, today } from "~/lib/time/date";
import { orderOf } from "./order.testing";

let t: TestApp;
let tanaka: Person, yamada: Person, suzuki: Person;
let steps: { group_id: number; role: string; label: string }[];
beforeAll(async () => {
  t = await testApp();
  [tanaka, yamada, suzuki] = await t.people("admin@tanaka", "admin@yamada", "admin@suzuki");
  const owner = await t.owner();
  steps = (
    await owner.query(
      "select group_id, role, label from process where company_id = 'yamada' and is_active order by sort",
    )
  ).rows;
});
afterAll(async () => {
  for (const check of ["check_invariants()", "check_stock()", "check_bi('-infinity')"])
    expect((await (await t.owner()).query(`select * from ${check}`)).rows).toEqual([]);
  await t.stop();
});

const line = { name: "試作ブラケット", num_items: "100", unit_price: "200" };
const read = async (key: number) => (await tanaka.get(`/orders/${key}`)).body;
const card = async (key: number) => (await yamada.get(`/cards/${key}`)).body.card;
const branchesOf = async (key: number) => {
  const { branches } = (await yamada.get(`/cards/${key}/work`)).body;
  return Promise.all(branches.map((one: { key: number }) => card(one.key)));
};
async function act(key: number, deed: string, body: object = {}) {
  const done = await yamada.post(`/cards/${key}/${deed}`, { version: (await card(key)).version, ...body });
  expect([deed, done.status, done.body.errors ?? done.body.detail]).toEqual([deed, 201, undefined]);
}
const count = (key: number, num_good: string, num_partial = "0", num_defective = "0") =>
  act(key, "count", { num_good, num_defective, num_partial });
async function product(code: string, more: object = {}): Promise<number> {
  const made = await yamada.post("/products", {
    code,
    name: `品 ${code}`,
    order_unit: "piece",
    unit: "piece",
    buyer_id: "tanaka",
    is_stock: true,
    ...more,
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.product_id;
}
async function ordered(of: object = {}) {
  const made = await tanaka.post("/orders", orderOf([{ ...line, ...of }]));
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const { key } = made.body;
  const root = (await read(key)).lines[0].card.key as number;
  await act(root, "accept");
  return { key, root };
}
const send = (key: number, lines: object[], more: object = {}, person = tanaka) =>
  person.post(`/orders/${key}/amendments`, { lines, words: "客先の都合", cautioned: true, ...more });
const proposal = async (key: number, of: number, person = yamada) =>
  (await person.get(`/orders/${key}/amendments/${of}`)).body;
async function answer(key: number, of: number, person = yamada, more: object = {}) {
  const { seen } = await proposal(key, of, person);
  return person.post(`/orders/${key}/amendments/${of}/answer`, {
    answers: [{ item_no: 1, answer: "agreed" }],
    seen,
    ...more,
  });
}
async function agreed(key: number, lines: object[], more: object = {}, by = tanaka) {
  const made = await send(key, lines, more, by);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const said = await answer(key, made.body.key, by === tanaka ? yamada : tanaka);
  expect([said.status, said.body.detail]).toEqual([201, undefined]);
}
const stockOf = async (id: number) => (await yamada.get(`/inventory/${id}`)).body;
const movesOf = async (id: number) => (await yamada.get(`/inventory/${id}/moves`)).body.items;
const defects = async () => (await yamada.get("/bi/defective?period=month&size=1000")).body.items as any[];
const bad = async () => (await yamada.get("/bi/stat?period=month")).body.total.num_defective as string;

test("依頼先の在庫へ: finished pieces come into stock at once, the others as a card of the factory's own", async () => {
  const id = await product("T-1");
  const { key, root } = await ordered({ product_id: id });
  const { id: number } = await card(root);
  await count(root, "30", "20");
  const made = await send(key, [{ line_no: 1, num_items: "10" }], { made: "stock", wip: "stock" });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  for (const person of [tanaka, yamada])
    expect((await proposal(key, made.body.key, person)).items[0].treated).toEqual([
      "できている分 20個：依頼先の在庫に入庫します",
      "作業中の分 20個：依頼先の在庫用のカードになり、できあがると入庫します",
    ]);
  expect((await answer(key, made.body.key, suzuki)).status).toBe(404);
  const { seen } = await proposal(key, made.body.key);
  const say = () =>
    yamada.post(`/orders/${key}/amendments/${made.body.key}/answer`, {
      answers: [{ item_no: 1, answer: "agreed" }],
      seen,
    });
  const twice = await Promise.all([say(), say()]);
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await stockOf(id)).toMatchObject({ num: "20", num_arriving: "20" });
  const [move, ...others] = await movesOf(id);
  expect([move.kind, move.num, others]).toEqual(["in", "20", []]);
  const brought = await card(move.card_key);
  const { order_id } = await read(key);
  expect(brought).toMatchObject({ num_good: "20", order_id, buyer_id: "shohin-zaiko", order_key: null });
  expect(brought.note).toBe(`カード ${number}（注文 ${order_id}）の変更依頼により、依頼先の在庫へ`);
  expect((await card(root)).num_items).toBe("10");
  expect((await tanaka.get(`/cards/${brought.key}`)).status).toBe(404);

  await act(brought.key, "unship");
  expect(await stockOf(id)).toMatchObject({ num: "0", num_arriving: "40" });
  await act(brought.key, "undo");
  expect((await stockOf(id)).num).toBe("20");
});

test("依頼先の在庫へ: the same where the buyer agrees, in its own name, and a product that is not kept in stock moves none", async () => {
  const id = await product("T-2");
  const { key, root } = await ordered({ product_id: id });
  await count(root, "30");
  await agreed(key, [{ line_no: 1, num_items: "25" }], { made: "stock" }, yamada);
  expect((await stockOf(id)).num).toBe("5");
  const { rows } = await (await t.owner()).query(
    "select kind, actor_company from activity where subject = 'card' and subject_key = $1",
    [(await movesOf(id))[0].card_key],
  );
  expect(rows).toEqual([{ kind: "created", actor_company: "tanaka" }]);

  const loose = await ordered();
  await count(loose.root, "30");
  const made = await send(loose.key, [{ line_no: 1, num_items: "25" }], { made: "stock" });
  const [text] = (await proposal(loose.key, made.body.key)).items[0].treated;
  expect(text).toContain("在庫管理をしていない商品");
  expect((await answer(loose.key, made.body.key)).status).toBe(201);
  expect((await read(loose.key)).lines[0].now.num_items).toBe("25");
});

test("依頼先の在庫へ: of a line that is cancelled whole, and the parts that it used stay used", async () => {
  const [id, part] = [await product("T-3"), await product("T-4", { buyer_id: "buhin-zaiko" })];
  const { version } = (await yamada.get(`/products/${id}`)).body.product;
  const parts = [{ part_id: part, per_parent: "2" }];
  expect((await yamada.put(`/products/${id}/parts`, { version, parts })).status).toBe(200);
  const { key, root } = await ordered({ product_id: id });
  const last = steps.findLast(({ role }) => ["work", "inspect"].includes(role))!;
  await act(root, "move", { group_id: last.group_id });
  await count(root, "40");
  expect((await stockOf(part)).num).toBe("-80");
  await agreed(key, [{ line_no: 1, deed: "cancel" }], { made: "stock", wip: "scrap" });
  expect([(await stockOf(id)).num, (await card(root)).num_good]).toEqual(["40", "0"]);
  expect((await card(root)).status).toBe("取消");
  // 60 that were begun are thrown away where their parts go in.
  expect((await stockOf(part)).num).toBe("-200");
});

const SCRAPPED = "変更依頼による廃棄";
type Cause = { id: number | null; label: string; value: number };
const sumOf = (causes: Pick<Cause, "value">[]) => causes.reduce((sum, { value }) => sum + value, 0);
const scrappedIn = (causes: Cause[]) =>
  sumOf(causes.filter(({ id, label }) => id === -1 && label === SCRAPPED));
const summaryOf = async (more = "") => (await yamada.get(`/bi/defective/summary?period=month${more}`)).body;

test("廃棄: what is thrown away is 不良 of the factory, on a card of its own, and BI says as much", async () => {
  const { key, root } = await ordered();
  await count(root, "30", "20", "4");
  const before = Number(await bad());
  const was = await summaryOf();
  await agreed(key, [{ line_no: 1, num_items: "25" }], { made: "scrap", wip: "scrap" });
  const [gone] = await branchesOf(root);
  expect(gone).toMatchObject({ num_items: "25", num_defective: "25", status: "取消", num_good: "0" });
  expect(await card(root)).toMatchObject({ num_items: "25", num_good: "25", num_partial: "0" });
  const rows = (await defects()).filter((row) => row.card_key === gone.key);
  expect(rows.map(({ reason, treatment, num }) => [reason, treatment, num])).toEqual(
    expect.arrayContaining([
      ["変更依頼による廃棄", "scrap", "5"],
      ["変更依頼による廃棄", "scrap", "20"],
    ]),
  );
  expect(Number(await bad()) - before).toBe(25);
  // 不良明細 names them as it names a reason: in the Pareto, among the choices, and its bar opens into them.
  const all = await summaryOf();
  expect(scrappedIn(all.causes) - scrappedIn(was.causes)).toBe(25);
  expect(all.choices.reason_id).toContainEqual({ value: "-1", label: SCRAPPED });
  expect(sumOf(all.causes)).toBe(Number(all.total.num_defective));
  const opened = (await yamada.get("/bi/defective?period=month&reason_id=-1&size=100")).body;
  expect(sumOf(opened.items.map((row: any) => ({ value: Number(row.num) })))).toBe(scrappedIn(all.causes));
  expect(new Set(opened.items.map((row: any) => row.reason))).toEqual(new Set([SCRAPPED]));
  for (const more of ["&reason_id=-1", "&reason_id=-1&state=done"]) {
    const { total, causes } = await summaryOf(more);
    expect([total.n, sumOf(causes)]).toEqual([opened.total, scrappedIn(all.causes)]);
  }
  expect((await summaryOf("&reason_id=0")).causes.map((one: any) => one.label)).not.toContain(SCRAPPED);
  const week = (await yamada.get("/bi/start")).body.defects;
  expect(week.find((one: any) => one.reason_id === -1)?.label).toBe(SCRAPPED);
  const { log } = (await yamada.get(`/cards/${gone.key}`)).body;
  expect(log.map((entry: any) => entry.kind)).toContain("scrapped");
  const undo = await yamada.post(`/cards/${gone.key}/undo`, { version: gone.version });
  expect(undo.status).toBe(409);
});

test("廃棄 of a line that is cancelled whole stands on its card; the buyer may agree to a part of a line as well", async () => {
  const { key, root } = await ordered();
  await count(root, "30", "20");
  await agreed(key, [{ line_no: 1, num_items: "40" }], { wip: "scrap" }, yamada);
  expect((await branchesOf(root)).map((one: any) => one.num_defective)).toEqual(["10"]);
  await agreed(key, [{ line_no: 1, deed: "cancel" }], { made: "scrap", wip: "scrap" });
  expect(await card(root)).toMatchObject({ status: "取消", num_good: "0", num_defective: "40" });
  const rows = (await defects()).filter((row) => row.card_key === root);
  expect(rows.map((row) => row.num).sort()).toEqual(["10", "30"]);
});

test("a card at work goes whole where the buyer agrees to what the factory proposed: its work ends, and BI and stock say so", async () => {
  const id = await product("T-5");
  const { key, root } = await ordered({ product_id: id });
  const { items } = (await yamada.get("/workers")).body;
  const begin = (of: number) => act(of, "start", { worker_ids: [items[0].worker_id] });
  const station = steps.find(({ role }) => role === "work")!;
  await act(root, "divide", { parts: [{ num_items: "70" }, { num_items: "30" }] });
  const [branch] = await branchesOf(root);
  for (const of of [root, branch.key]) {
    await act(of, "move", { group_id: station.group_id });
    await begin(of);
  }
  await count(root, "40", "10");
  const open = async () =>
    (
      await (
        await t.owner()
      ).query("select 1 from work where card_key = any($1) and work_end is null", [[root, branch.key]])
    ).rowCount;
  expect(await open()).toBe(2);

  // The branch goes whole, and the line stands by its first card.
  await agreed(key, [{ line_no: 1, num_items: "40" }], { wip: "scrap" }, yamada);
  expect(await card(branch.key)).toMatchObject({ status: "取消", num_defective: "30" });
  expect([await open(), (await card(root)).num_items]).toEqual([1, "40"]);
  await agreed(key, [{ line_no: 1, deed: "cancel" }], { made: "stock" }, yamada);
  expect(await card(root)).toMatchObject({ status: "取消", num_good: "0", worker: null });
  expect(await open()).toBe(0);
  expect((await stockOf(id)).num).toBe("40");
  expect((await read(key)).lines[0].now.is_off).toBe(true);
  const { rows } = await (await t.owner()).query(
    "select actor_company from activity where subject = 'card' and subject_key = $1 and kind = 'cancelled'",
    [root],
  );
  expect(rows).toEqual([{ actor_company: "tanaka" }]);
});

test("a card that is out at the factory's partner: who has to do something is said, and to the buyer no more than that", async () => {
  const { key, root } = await ordered();
  const out = { group_id: 6, partner_id: "sato", delivery_date: addDays(today(), 7), unit_price: "5" };
  await act(root, "outsource", out);
  const terms = { made: "scrap", wip: "scrap" };
  const made = await send(key, [{ line_no: 1, deed: "cancel" }], terms, yamada);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const said = await answer(key, made.body.key, tanaka);
  expect([said.status, said.body.detail]).toEqual([409, expect.stringContaining("依頼先に確認してから")]);
  expect(said.body.detail).not.toContain("協力会社");
});

test("作り直す asks for the cost so far; the old pieces are never shipped, and all of it is made anew", async () => {
  const { key, root } = await ordered({ drawing_revision: "A" });
  await count(root, "30", "20");
  const redraw = [{ line_no: 1, drawing_revision: "B" }];
  expect((await send(key, redraw)).body.errors).toHaveProperty("drawing");
  const unpaid = await send(key, redraw, { drawing: "remake" });
  expect([unpaid.status, Object.keys(unpaid.body.errors).sort()]).toEqual([
    422,
    ["drawing", "lines[0].cost"],
  ]);
  const priced = [{ line_no: 1, drawing_revision: "B", cost: "5000" }];
  const made = await send(key, priced, { drawing: "remake", cost_tax_rate: "10" });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  expect((await proposal(key, made.body.key, tanaka)).items[0].treated).toEqual([
    "旧い図面で作った分 50個：出荷できなくなり、同じ数を新しい図面で作り直します",
  ]);
  await count(root, "30", "25");
  const late = await answer(key, made.body.key);
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("50から55に増えました")]);
  const again = await send(
    key,
    priced,
    { drawing: "remake", cost_tax_rate: "10", counters: made.body.key },
    yamada,
  );
  expect((await answer(key, again.body.key, tanaka)).body.detail).toBeUndefined();
  const now = await card(root);
  expect(now).toMatchObject({ num_items: "100", num_good: "0", num_partial: "0", drawing_revision: "B" });
  const [old] = await branchesOf(root);
  expect(old).toMatchObject({ num_items: "55", num_good: "30", drawing_revision: "A", status: "取消" });
  expect(old.note).toBe("旧い図面（改訂 A）で作った分。出荷できません");
  const { log } = (await yamada.get(`/cards/${root}`)).body;
  expect(log.map((entry: any) => entry.kind)).toContain("redrawn");
  const order = await read(key);
  expect(order.lines.map((one: any) => [one.name, one.now.num_items, one.price])).toEqual([
    ["試作ブラケット", "100", 20000],
    ["作り直し費用（1行目）", "1", 5000],
  ]);
  // Nothing of the new edition is begun: fewer of it are cut without a word on treatment.
  await agreed(key, [{ line_no: 1, num_items: "60" }]);
  expect((await card(root)).num_items).toBe("60");
});

test("作り直す sends a card on its way back to the first step; what is on a 納品書 stays, and what is begun meanwhile asks", async () => {
  const { key, root } = await ordered();
  const last = steps.findLast(({ role }) => ["work", "inspect"].includes(role))!;
  await act(root, "move", { group_id: last.group_id });
  await count(root, "40");
  const note = { buyer_id: "tanaka", delivery_date: today(), grouping: "one" };
  expect(
    (await yamada.post("/deliveries", { ...note, lines: [{ card_key: root, num_items: "15" }] })).status,
  ).toBe(201);
  const priced = [{ line_no: 1, drawing_revision: "B", cost: "100" }];
  await agreed(key, priced, { drawing: "remake", cost_tax_rate: "10" });
  const first = steps.find(({ role }) => role !== "inbox")!;
  expect(await card(root)).toMatchObject({ num_items: "100", num_good: "15", group_id: first.group_id });
  expect((await branchesOf(root)).map((one: any) => [one.num_items, one.num_good])).toEqual([["85", "25"]]);

  const fresh = await ordered();
  const made = await send(fresh.key, [{ line_no: 1, drawing_revision: "B" }]);
  expect(made.status).toBe(201);
  await count(fresh.root, "0", "5");
  const late = await answer(fresh.key, made.body.key);
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("旧い図面で作った分")]);
});

test("作り直し of one card and 旧図で可 of another: each as it was said, and who answers reads which", async () => {
  const { key, root } = await ordered({ drawing_revision: "A" });
  await act(root, "divide", { parts: [{ num_items: "60" }, { num_items: "40" }] });
  const [branch] = await branchesOf(root);
  await count(root, "30", "10");
  await count(branch.key, "40");
  const { started } = (await tanaka.get(`/orders/${key}/amendments`)).body;
  expect(started).toEqual([
    { card_key: root, id: (await card(root)).id, line_no: 1, made: "30", wip: "10" },
    { card_key: branch.key, id: branch.id, line_no: 1, made: "40", wip: "0" },
  ]);
  const redraw = [{ line_no: 1, drawing_revision: "B" }];
  const half = [{ card_key: branch.key, drawing: "keep" }, { card_key: root }];
  const silent = await send(key, redraw, { batches: half });
  expect(Object.keys(silent.body.errors).sort()).toEqual(["batches[1].drawing", "drawing"]);
  const batches = [
    { card_key: branch.key, drawing: "keep" },
    { card_key: root, drawing: "remake" },
  ];
  const unpaid = await send(key, redraw, { batches });
  expect(Object.keys(unpaid.body.errors).sort()).toEqual(["drawing", "lines[0].cost"]);
  const priced = [{ line_no: 1, drawing_revision: "B", cost: "4000" }];
  const made = await send(key, priced, { batches, cost_tax_rate: "10" });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const [item] = (await proposal(key, made.body.key)).items;
  expect(item.treated).toEqual([
    `旧い図面で作った分 40個（カード ${branch.id}）：旧い図面のまま納めます`,
    `旧い図面で作った分 40個（カード ${(await card(root)).id}）：出荷できなくなり、同じ数を新しい図面で作り直します`,
  ]);
  expect((await answer(key, made.body.key)).status).toBe(201);
  expect(await card(branch.key)).toMatchObject({ num_good: "40", drawing_revision: "A" });
  expect(await card(root)).toMatchObject({ num_items: "60", num_good: "0", drawing_revision: "B" });
  const old = (await branchesOf(root)).find((one: any) => one.status === "取消");
  expect(old).toMatchObject({ num_items: "40", num_good: "30", drawing_revision: "A" });
  expect((await read(key)).lines.map((one: any) => [one.drawing_revision, one.now.num_items])).toEqual([
    ["B", "100"],
    [null, "1"],
  ]);
});

test("a card divided off since is of the treatment for all, else it asks; 旧図で可 of a part says so on its card", async () => {
  const { key, root } = await ordered({ drawing_revision: "A" });
  await count(root, "50");
  const redraw = [{ line_no: 1, drawing_revision: "B" }];
  const batches = [{ card_key: root, drawing: "keep" }];
  const made = await send(key, redraw, { batches });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const other = await ordered({ drawing_revision: "A" });
  // A card of another order is nobody's here.
  expect((await send(other.key, redraw, { batches })).status).toBe(201);
  expect((await answer(key, made.body.key)).status).toBe(201);
  const kept = await card(root);
  expect(kept).toMatchObject({ num_items: "100", num_good: "50", drawing_revision: "B" });
  expect(kept.note).toContain("旧い図面（改訂 A）で作った50個は、そのまま納めます");

  const late = await ordered({ drawing_revision: "A" });
  await count(late.root, "20");
  const asked = await send(late.key, redraw, { batches: [{ card_key: late.root, drawing: "keep" }] });
  await act(late.root, "divide", { parts: [{ num_items: "20" }, { num_items: "60" }] });
  const [branch] = await branchesOf(late.root);
  await count(branch.key, "5");
  const said = await answer(late.key, asked.body.key);
  expect([said.status, said.body.detail]).toEqual([409, expect.stringContaining("旧い図面で作った分")]);
});

test("買取 of what is shipped and on no 納品書: it leaves the order, is billed as a cost, and nothing of it comes back", async () => {
  const { key, root } = await ordered();
  await count(root, "100");
  await act(root, "ship");
  const note = { buyer_id: "tanaka", delivery_date: today(), grouping: "one" };
  expect(
    (await yamada.post("/deliveries", { ...note, lines: [{ card_key: root, num_items: "40" }] })).status,
  ).toBe(201);
  const fewer = { line_no: 1, num_items: "70" };
  expect((await send(key, [fewer])).body.errors).toHaveProperty("returned");
  expect((await send(key, [fewer], { returned: "buy" })).body.errors).toHaveProperty("lines[0].cost");
  const priced = [{ ...fewer, cost: "3000" }];
  const made = await send(key, priced, { returned: "buy", cost_tax_rate: "10" });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const [item] = (await proposal(key, made.body.key)).items;
  expect(item.verdict).toBe("出荷済みを30個下回る");
  expect(item.treated).toEqual([
    "出荷済みの分 30個：依頼元が買い取ります（注文から外れ、「これまでの費用」に入れて請求します）",
  ]);
  const said = await answer(key, made.body.key);
  expect([said.status, said.body.detail]).toEqual([201, undefined]);
  expect(await card(root)).toMatchObject({ num_items: "70", num_good: "70", num_delivered: "40" });
  const [bought] = await branchesOf(root);
  expect(bought).toMatchObject({ num_items: "30", num_good: "30", status: "買取", is_billing_target: false });
  const { lines } = await read(key);
  expect(lines.map((one: any) => [one.name, one.now.num_items, one.now.price])).toEqual([
    ["試作ブラケット", "70", 14000],
    ["買取・中止費用（1行目）", "1", 3000],
  ]);
  expect([lines[0].num_delivered, lines[0].num_rest]).toEqual(["40", "30"]);
  expect(await read(key)).toMatchObject({ num_cards: 1, num_shipped: 1 });
  const undo = await yamada.post(`/cards/${bought.key}/unship`, { version: bought.version });
  expect(undo.status).toBe(409);

  const { version, name, order_unit, unit } = bought;
  const told = [409, expect.stringContaining("買取になったため")];
  const facts = { name, order_unit, unit, num_items: "30", unit_price: "200", is_billing_target: true };
  const edited = await yamada.put(`/cards/${bought.key}`, { version, ...facts });
  expect([edited.status, edited.body.detail]).toEqual(told);
  const billed = await yamada.post(`/cards/${bought.key}/billing`, { version, is_billing_target: true });
  expect([billed.status, billed.body.detail]).toEqual(told);
  const all = { cards: [{ key: bought.key, version }], is_billing_target: true };
  const together = await yamada.post("/shipped/billing", all);
  expect([together.status, together.body.detail]).toEqual(told);
  expect(await card(bought.key)).toMatchObject({ version, is_billing_target: false });

  const cost = await card(lines[1].card.key);
  const put = { version: cost.version, name: cost.name, num_items: "1", order_unit: "piece", unit: "piece" };
  for (const refused of [
    await yamada.post(`/cards/${cost.key}/unship`, { version: cost.version }),
    await yamada.put(`/cards/${cost.key}`, { ...put, unit_price: "9000", is_billing_target: true }),
    await yamada.post(`/cards/${cost.key}/copy`, { version: cost.version, copies: 1 }),
  ])
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("合意した費用")]);
  const found = async (q: string) => (await yamada.get(`/cards/choices?q=${q}`)).body.earlier;
  expect([await found(cost.id), (await found(bought.id)).length]).toEqual([[], 1]);

  const shipped = (await yamada.get(`/shipped?size=500&order_id=${cost.order_id}`)).body;
  expect(shipped.items.map((one: any) => [one.key, one.price])).toEqual(
    expect.arrayContaining([
      [root, 14000],
      [bought.key, null],
      [cost.key, 3000],
    ]),
  );
  expect(shipped.sums.price).toBe(17000);

  const { items } = (await yamada.get("/shipped?size=500")).body;
  const { columns } = shippedList("seller", [], true);
  const labels = (of: number) => {
    const row = items.find((one: any) => one.key === of);
    return columns.flatMap((column) => column.acts?.(row) ?? []).map((one) => one.label);
  };
  expect(labels(bought.key)).toEqual(["複製"]);
  expect(labels(cost.key)).toEqual(["納品書を作る", "請求対象外にする"]);
  expect(labels(root)).toEqual(expect.arrayContaining(["出荷取消", "請求対象外にする"]));
});

test("買取 of a card that is shipped whole, when the line ends: stock and parts that went out stay out", async () => {
  const [id, part] = [await product("T-6"), await product("T-7", { buyer_id: "buhin-zaiko" })];
  const { version } = (await yamada.get(`/products/${id}`)).body.product;
  await yamada.put(`/products/${id}/parts`, { version, parts: [{ part_id: part, per_parent: "1" }] });
  const { key, root } = await ordered({ product_id: id });
  await count(root, "100");
  await act(root, "ship");
  const used = (await stockOf(part)).num;
  const priced = [{ line_no: 1, deed: "cancel", cost: "9000" }];
  await agreed(key, priced, { returned: "buy", cost_tax_rate: "10" });
  expect(await card(root)).toMatchObject({
    status: "買取",
    num_good: "100",
    is_billing_target: false,
    price: null,
  });
  expect([(await stockOf(part)).num, used]).toEqual(["-100", "-100"]);
  const order = await read(key);
  expect(order.lines[0].now.is_off).toBe(true);
  expect(order.price).toBe(9000);
});

test("買取 of a card that shipped more than was ordered takes all of it", async () => {
  const { key, root } = await ordered();
  await act(root, "ship", { num_good: "102", uncounted: true, over: true });
  const priced = [{ line_no: 1, deed: "cancel", cost: "9000" }];
  await agreed(key, priced, { returned: "buy", cost_tax_rate: "10" });
  expect(await card(root)).toMatchObject({ status: "買取", num_items: "100", num_good: "102", price: null });
  expect((await read(key)).price).toBe(9000);
});

test("提案のあとで出荷が進んだ: 買取 of more pieces than were proposed asks for a 別案", async () => {
  const { key, root } = await ordered();
  await act(root, "divide", { parts: [{ num_items: "60" }, { num_items: "40" }] });
  const [branch] = await branchesOf(root);
  await count(root, "60");
  await act(root, "ship");
  const priced = [{ line_no: 1, num_items: "50", cost: "100" }];
  const made = await send(key, priced, { returned: "buy", cost_tax_rate: "10" });
  await count(branch.key, "40");
  await act(branch.key, "ship");
  const late = await answer(key, made.body.key);
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("別案を出してください")]);
});
