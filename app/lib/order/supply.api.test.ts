import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, formatDate, today } from "~/lib/time/date";
import { orderPaper } from "./order.paper";

let t: TestApp;
let owner: pg.Client;
let tanaka: Person, suzuki: Person, yamada: Person, hand: Person;
let order_key: number, card_key: number;
const DAY = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [tanaka, suzuki, yamada, hand] = await t.people(
    "admin@tanaka",
    "admin@suzuki",
    "admin@yamada",
    "genba@yamada",
  );
  const made = await tanaka.post("/orders", {
    seller_id: "yamada",
    order_date: DAY,
    delivery_date: addDays(DAY, 14),
    destination: "第三工場",
    inspection_days: 7,
    supply_terms: "決済は製品の支払日",
    lines: [
      { name: "蓋", num_items: "100", unit_price: "80", supply: "paid", supplied_material: "SS400 t6" },
    ],
  });
  expect(made.status).toBe(201);
  order_key = made.body.key;
  card_key = (await tanaka.get(`/orders/${order_key}`)).body.lines[0].card.key;
});
afterAll(() => t.stop());

const plate = { kind: "paid", item: "SS400 t6 切板", unit: "枚", quantity: "30", move_date: DAY };
const paid = (more: object = {}) => ({
  ...plate,
  seller_id: "yamada",
  unit_price: "333.3",
  order_key,
  line_no: 1,
  used_each: "0.25",
  ...more,
});
const free = {
  seller_id: "yamada",
  kind: "free",
  item: "緩衝材",
  unit: "本",
  quantity: "10",
  move_date: DAY,
};
const ledger = async (key: number, person = tanaka) => (await person.get(`/supplies/${key}`)).body;
const broken = async () => (await owner.query("select * from check_supplies()")).rows;

test("有償 is handed over for a line, and settled not before its goods are paid (R2-11)", async () => {
  const due = (await tanaka.get(`/orders/${order_key}`)).body.lines[0].payment_due;
  const early = await tanaka.post("/supplies", paid({ settlement_date: addDays(due, -1) }));
  expect(early.status).toBe(422);
  expect(Object.keys(early.body.errors)).toEqual(["settlement_date"]);
  const none = await tanaka.post("/supplies", { ...plate, seller_id: "yamada" });
  expect(Object.keys(none.body.errors)).toEqual(["unit_price", "line_no"]);
  expect((await tanaka.post("/supplies", paid({ move_date: addDays(DAY, 1) }))).body.errors).toHaveProperty(
    "move_date",
  );
  expect((await tanaka.post("/supplies", paid({ line_no: 2 }))).status).toBe(422);
  const made = await tanaka.post("/supplies", paid({ settlement_date: due }));
  expect(made.status).toBe(201);
  expect(await ledger(made.body.key)).toMatchObject({
    rest: "30",
    price: 9999,
    settlement_from: due,
    entries: [{ movement: "sent", price: 9999, settlement_date: due, settlement_from: due, may_undo: true }],
  });
  expect((await tanaka.get(`/orders/${order_key}/supplies`)).body.items).toMatchObject([
    { line_no: 1, item: plate.item, quantity: "30", price: 9999, settlement_from: due },
  ]);
  expect((await yamada.get("/notices")).body.items[0]).toMatchObject({
    text: "田中産業機械株式会社：有償支給の支給 SS400 t6 切板 30枚",
    path: `/task/order/supply/${made.body.key}`,
  });
  const seen = await ledger(made.body.key, hand);
  expect(seen).toMatchObject({ amounts: false, price: null, rest: "30" });
  expect(JSON.stringify(seen)).not.toMatch(/9999|333/);
});

test("what a 納品書 delivered is used, and tells its own day of payment", async () => {
  const { key } = (await tanaka.get("/supplies")).body.items[0];
  const note = await deliver("N-900001", card_key, "40");
  const found = await ledger(key, yamada);
  expect(found).toMatchObject({ used: "10", rest: "20" });
  expect(found.entries.at(-1)).toMatchObject({
    key: null,
    movement: "used",
    quantity: "10",
    delivery: { number: "N-900001" },
  });
  expect(found.entries.at(-1).settlement_from).toMatch(/^20/);
  await owner.query("update delivery_line set is_live = false where delivery_key = $1", [note]);
  expect(await ledger(key)).toMatchObject({ used: "0", rest: "30" });
});

async function deliver(number: string, card: number, num_items: string) {
  const {
    rows: [note],
  } = await owner.query(
    `insert into delivery (seller_id, buyer_id, number, delivery_date, seller, buyer, invoice_basis, tax_rounding, amount_rounding, by_rate,
      subtotal, tax, total, issued_time)
    values ('yamada', 'tanaka', $2, $1, '{}', '{}', 'monthly', 'floor', 'floor', '[]', 0, 0, 0, now()) returning key`,
    [DAY, number],
  );
  await owner.query(
    `insert into delivery_line (delivery_key, line_no, seller_id, buyer_id, card_key, name, num_items, order_unit, unit, num_units, unit_price, price, tax_rate, sales_date)
    values ($1, 1, 'yamada', 'tanaka', $2, '台', $4, 'piece', 'piece', $4, 80, 80 * $4::numeric, 0.1, $3)`,
    [note.key, card, DAY, num_items],
  );
  return note.key as number;
}

test("the seller uses and returns no more than stands there; a row is taken back once, by who wrote it", async () => {
  const { key } = (await tanaka.post("/supplies", free)).body;
  const move = (person: Person, movement: string, quantity: string) =>
    person.post(`/supplies/${key}/moves`, { movement, quantity, move_date: DAY });
  expect((await move(tanaka, "used", "1")).status).toBe(409);
  expect((await move(yamada, "used", "11")).body.errors.quantity[0]).toMatch(/残は 10本/);
  const early = { movement: "used", quantity: "1", move_date: addDays(DAY, -1) };
  expect((await yamada.post(`/supplies/${key}/moves`, early)).body.errors).toEqual({
    move_date: [`最初の支給（${formatDate(DAY)}）より前の日付です。動いた日を入力してください`],
  });
  const both = await Promise.all([move(yamada, "used", "6"), move(hand, "used", "6")]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  const used = both.find(({ status }) => status === 201)!.body.key;
  expect((await move(tanaka, "returned", "1.5")).status).toBe(201);
  expect(await ledger(key)).toMatchObject({
    sent: "10",
    used: "6",
    returned: "1.5",
    rest: "2.5",
    price: null,
  });
  const undo = (person: Person, row: number) => person.post(`/supplies/${row}/undo`, { note: "数え違い" });
  expect((await undo(tanaka, key)).body.detail).toMatch(/先に使用・返却の記録/);
  expect((await undo(tanaka, used)).status).toBe(409);
  const twice = await Promise.all([undo(yamada, used), undo(hand, used)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await ledger(key)).toMatchObject({ used: "0", rest: "8.5" });
  expect((await undo(yamada, twice.find(({ status }) => status === 201)!.body.key)).status).toBe(409);
  expect((await yamada.get("/supplies?kind=free&open=1")).body.items).toMatchObject([
    { key, rest: "8.5", is_buyer: false, partner_name: "田中産業機械株式会社" },
  ]);
  expect(await broken()).toEqual([]);
});

test("what a line says will be supplied stands there until it is handed over; its price is for who may see it", async () => {
  const supplied = {
    supply: "paid",
    supplied_material: "SUS304 t2",
    supply_quantity: "２０",
    supply_unit: "枚",
    supply_price: "450.5",
    supply_date: addDays(DAY, 3),
    over_pct: "5",
  };
  const order = (line: object) => ({
    seller_id: "yamada",
    order_date: DAY,
    delivery_date: addDays(DAY, 14),
    destination: "第三工場",
    inspection_days: 7,
    supply_terms: "決済は製品の支払日",
    lines: [{ name: "箱", num_items: "10", unit_price: "80", ...line }],
  });
  const wrong = async (line: object) =>
    Object.keys((await tanaka.post("/orders", order(line))).body.errors ?? {}).map((name) => name.slice(9));
  expect(await wrong({ ...supplied, supply: "free" })).toEqual(["supply_price"]);
  expect(await wrong({ ...supplied, supply: undefined })).toEqual(["supply"]);
  expect(await wrong({ ...supplied, supply_unit: undefined })).toEqual(["supply_unit"]);
  expect(await wrong({ ...supplied, supply_quantity: undefined })).toEqual(["supply_quantity"]);
  expect(await wrong({ ...supplied, over_pct: "101" })).toEqual(["over_pct"]);
  const { key } = (await tanaka.post("/orders", order(supplied))).body;
  const of = (await tanaka.get(`/orders/${key}`)).body;
  const paper = orderPaper(of, "order").lines[0]!.cells[6];
  expect(paper).toContain("有償支給: SUS304 t2 20枚 単価450.5円 引渡");
  expect(paper).toContain("許容差: 超過 5%まで");
  expect(orderPaper(of, "order", "sent").lines[0]!.cells[6]).toContain("SUS304 t2 20枚");
  const theirs = (await hand.get(`/orders/${key}`)).body;
  expect([theirs.lines[0].supply_quantity, theirs.lines[0].supply_price]).toEqual(["20", null]);
  expect(JSON.stringify(theirs)).not.toContain("450.5");
  const { card } = (await hand.get(`/cards/${of.lines[0].card.key}`)).body;
  expect(card.note).toMatch(/有償支給: SUS304 t2 20枚 引渡/);
  expect(card.note).not.toContain("450");
  const planned = async (person = tanaka) =>
    (await person.get("/supplies/planned")).body.items.filter((one: any) => one.order_key === key);
  expect(await planned()).toMatchObject([{ item: "SUS304 t2", rest: "20", is_buyer: true, is_late: false }]);
  expect(await planned(yamada)).toMatchObject([{ rest: "20", is_buyer: false }]);
  expect(await planned(suzuki)).toEqual([]);
  const sent = { ...plate, item: "SUS304 t2", seller_id: "yamada", unit_price: "450.5", order_key: key };
  const { body } = await tanaka.post("/supplies", { ...sent, line_no: 1, quantity: "12" });
  expect((await planned())[0]).toMatchObject({ sent: "12", rest: "8" });
  expect((await tanaka.post("/supplies", { ...sent, line_no: 1, quantity: "8" })).status).toBe(201);
  expect(await planned()).toEqual([]);
  expect((await tanaka.post(`/supplies/${body.key}/undo`, { note: "誤り" })).status).toBe(201);
  expect((await planned())[0]).toMatchObject({ rest: "12" });
  expect(
    (await owner.query("select * from check_invariants() where detail !~ '900001|delivery 1:|yamada N'"))
      .rows,
  ).toEqual([]);
});

test("good and defective pieces use it up; 再製作 takes new material, 手直し none (R9-2)", async () => {
  const made = await tanaka.post("/orders", {
    seller_id: "yamada",
    order_date: DAY,
    delivery_date: addDays(DAY, 14),
    destination: "第三工場",
    inspection_days: 7,
    lines: [
      { name: "台", num_items: "125", unit_price: "80", supply: "free", supplied_material: "SPHC t3.2" },
    ],
  });
  const steel = { seller_id: "yamada", kind: "free", item: "SPHC t3.2", unit: "kg", move_date: DAY };
  const of = { order_key: made.body.key, line_no: 1, used_each: "2.4" };
  const { key } = (await tanaka.post("/supplies", { ...steel, ...of, quantity: "500" })).body;
  const back = { movement: "returned", quantity: "20", move_date: DAY };
  expect((await tanaka.post(`/supplies/${key}/moves`, back)).status).toBe(201);
  const root = (await tanaka.get(`/orders/${made.body.key}`)).body.lines[0].card.key;
  const version = async (card: number) => (await yamada.get(`/cards/${card}`)).body.card.version;
  const accepted = await yamada.post(`/cards/${root}/accept`, { version: await version(root) });
  expect(accepted.status).toBe(201);
  const [why] = (await yamada.get(`/cards/${root}/work`)).body.reasons.filter(
    (one: any) => one.kind === "defect",
  );
  const found = async (num: string, treatment: string) => {
    const body = { version: await version(root), num, reason_id: why.reason_id, treatment };
    expect((await yamada.post(`/cards/${root}/defect`, body)).status).toBe(201);
    const { rows } = await owner.query("select max(key)::int as key from card where task_type = 'defective'");
    return rows[0].key as number;
  };
  const remade = await found("3", "remake");
  const reworked = await found("2", "rework");
  const notes = [await deliver("N-900002", root, "120")];
  // 500 − 120 × 2.4 − 5 × 2.4 − 20
  for (const person of [tanaka, yamada])
    expect(await ledger(key, person)).toMatchObject({ used: "300", rest: "180" });
  const told = (await ledger(key)).entries.find((one: any) => one.person === "不良数から");
  expect(told).toMatchObject({ quantity: "12", move_date: DAY, delivery: null, order: { line_no: 1 } });
  expect(told.note).toMatch(/^カード .+ の不良 5個$/);
  notes.push(await deliver("N-900003", remade, "3"), await deliver("N-900004", reworked, "2"));
  expect(await ledger(key)).toMatchObject({ used: "307.2", rest: "172.8" });
  const more = { movement: "used", quantity: "172.9", move_date: DAY };
  expect((await yamada.post(`/supplies/${key}/moves`, more)).body.errors.quantity[0]).toMatch(/残は 172.8kg/);
  const kept = (await tanaka.get("/supplies?kind=free")).body.items.find((one: any) => one.key === key);
  expect(kept).toMatchObject({ used: "307.2", rest: "172.8" });
  await owner.query("update delivery_line set is_live = false where delivery_key = any ($1)", [notes]);
  expect(await ledger(key)).toMatchObject({ used: "12" });
  expect((await suzuki.get(`/supplies/${key}`)).status).toBe(404);
});

test("nobody else sees or moves it, nor hands over for another's order; nothing of it is changed", async () => {
  const { key } = (await tanaka.get("/supplies")).body.items[0];
  expect((await suzuki.get("/supplies")).body.items).toEqual([]);
  expect((await suzuki.get(`/supplies/${key}`)).status).toBe(404);
  expect((await suzuki.post("/supplies", paid())).status).toBe(404);
  expect((await yamada.post("/supplies", { ...free, seller_id: "yamada" })).status).toBe(404);
  await expect(
    owner.query("set role koba_app; update supply_move set quantity = 1; reset role"),
  ).rejects.toThrow(/permission denied/);
});
