import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { PDF } from "~/lib/file/testing.server";
import { cell } from "~/lib/list/cell";
import { csvOf } from "~/lib/list/csv";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { someone } from "~/lib/task/testing.server";
import { parseCsv } from "~/lib/text/csv.testing";
import { addDays, today } from "~/lib/time/date";
import { sinceSent } from "./order.change";
import { orderList } from "./order.list";
import { orderPaper } from "./order.paper";
import type { Order } from "./order.row.schema";
import { ORDER_STATUS } from "./order.status";
import { orderOf } from "./order.testing";

let t: TestApp;
let tanaka: Person, genba: Person, yamada: Person;

const soon = addDays(today(), 14);
const line = { name: "試作ブラケット", num_items: "10", unit_price: "128.4" };

beforeAll(async () => {
  t = await testApp();
  [tanaka, genba, yamada] = await t.people("admin@tanaka", "genba@yamada", "admin@yamada");
});
afterAll(() => t.stop());

async function send(lines: number): Promise<number> {
  const made = await tanaka.post("/orders", orderOf(Array(lines).fill(line), { delivery_date: soon }));
  return made.body.key;
}

const read = async (key: number) => (await tanaka.get(`/orders/${key}`)).body;

/** The factory does this with the order's nth line. */
async function act(key: number, nth: number, deed: string, body: object = {}) {
  const { card } = (await read(key)).lines[nth];
  const { version } = (await yamada.get(`/cards/${card.key}`)).body.card;
  const answer = await yamada.post(`/cards/${card.key}/${deed}`, { version, ...body });
  expect([deed, answer.status, answer.body.detail]).toEqual([deed, 201, undefined]);
}

async function pay(note: number, order: number) {
  const input = {
    buyer_id: "tanaka",
    invoice_date: today(),
    due_date: soon,
    lines: [`${note}.1`, `${note}.2`],
  };
  const { seen, total } = (await yamada.post("/invoices/preview", input)).body;
  const bill = await yamada.post("/invoices", { ...input, seen });
  expect([bill.status, bill.body.detail]).toEqual([201, undefined]);
  expect((await read(order)).status).toBe("delivered");
  const paid = await yamada.post("/payments", {
    buyer_id: "tanaka",
    payment_date: today(),
    lines: [{ kind: "transfer", amount: total }],
  });
  expect([paid.status, paid.body.detail]).toEqual([201, undefined]);
}

test("the factory's answers and shipments are seen on the order, in its list and in every filter", async () => {
  const keys: Record<string, number> = {};
  for (const name of ORDER_STATUS) keys[name] = await send(2);
  const later = addDays(soon, 3);
  await act(keys.proposed!, 0, "accept");
  await act(keys.proposed!, 1, "propose", { proposed_delivery_date: later, reason: "材料の入荷待ち" });
  const sent = ["delivered", "inspected", "paid"];
  for (const name of ["accepted", "working", "partial", ...sent])
    for (const nth of [0, 1]) await act(keys[name]!, nth, "accept");
  await act(keys.partial!, 0, "ship", { num_good: "10", uncounted: true });
  await act(keys.working!, 0, "ship", { num_good: "10", uncounted: true });
  await act(keys.working!, 1, "move", { group_id: 5 });
  const notes: Record<string, number> = {};
  for (const name of ["partial", ...sent]) {
    const some = name === "partial" ? [0] : [0, 1];
    for (const nth of name === "partial" ? [] : some)
      await act(keys[name]!, nth, "ship", { num_good: "10", uncounted: true });
    // Until it stands on a 納品書 nothing has come, as the figures beside it say.
    expect(await read(keys[name]!)).toMatchObject({
      status: "working",
      num_shipped: some.length,
      lines: [{ num_delivered: "0" }, { num_delivered: "0" }],
    });
    const cards = (await read(keys[name]!)).lines;
    const lines = some.map((nth) => ({ card_key: cards[nth].card.key, num_items: "10" }));
    const made = await yamada.post("/deliveries", {
      buyer_id: "tanaka",
      delivery_date: today(),
      grouping: "one",
      lines,
    });
    expect(made.status).toBe(201);
    notes[name] = made.body.key;
  }
  const accepted = [{ line_no: 1, num_accepted: "10" }];
  expect((await tanaka.post(`/deliveries/${notes.inspected}/inspect`, { lines: accepted })).status).toBe(201);
  expect((await read(keys.inspected!)).status).toBe("delivered");
  const states = async (name: string) =>
    (await tanaka.get("/orders/details?size=200")).body.items.flatMap((row: any) =>
      row.order_key === keys[name] ? `${row.line_no} ${row.status}` : [],
    );
  expect((await states("inspected")).sort()).toEqual(["1 inspected", "2 delivered"]);
  expect(
    (await tanaka.post(`/deliveries/${notes.inspected}/inspect`, { rest: true, lines: [] })).status,
  ).toBe(201);
  expect((await tanaka.get(`/orders/${keys.inspected}/papers`)).body).toMatchObject({
    lines: Array(2).fill({
      num_delivered: "10",
      num_accepted: "10",
      num_pending: "0",
      inspected_date: today(),
    }),
    deliveries: [{ key: notes.inspected, num_lines: 2, num_uninspected: 0 }],
    invoices: [],
  });
  await pay(notes.paid!, keys.paid!);
  expect((await tanaka.get(`/orders/${keys.paid}/papers`)).body.invoices).toMatchObject([
    { is_settled: true },
  ]);
  for (const nth of [0, 1]) await act(keys.declined!, nth, "decline", { reason: "設備の都合" });
  await tanaka.post(`/orders/${keys.cancelled}/cancel`, { reason: "仕様変更" });

  for (const [name, key] of Object.entries(keys)) {
    expect([name, (await read(key)).status]).toEqual([name, name]);
    const rows = (await tanaka.get(`/orders?status=${name}`)).body;
    expect([
      name,
      rows.total,
      rows.items.map((row: { key: number; status: string }) => [row.key, row.status]),
    ]).toEqual([name, 1, [[key, name]]]);
  }
  for (const name of sent) expect((await states(name)).sort()).toEqual([`1 ${name}`, `2 ${name}`]);
  const rows = new Map(
    (await tanaka.get("/orders")).body.items.map((row: { key: number }) => [row.key, row]),
  );
  expect(rows.get(keys.partial!)).toMatchObject({ num_cards: 2, num_shipped: 1 });
  expect(rows.get(keys.proposed!)).toMatchObject({ proposed_delivery_date: later });
  expect((await read(keys.proposed!)).lines[1].card).toMatchObject({
    answer: "proposed",
    proposed_delivery_date: later,
    answer_reason: "材料の入荷待ち",
  });
});

test("parts are no quantity of an order: it is delivered when its own cards are, whatever is open below them", async () => {
  const key = await send(1);
  await act(key, 0, "accept");
  await act(key, 0, "parts", { parts: [{ name: "補強リブ", per_parent: "2" }] });
  const owner = await t.owner();
  const of = "order_key = $1 and task_type = 'part'";
  const { rows } = await owner.query(`select key::int, version from card where ${of}`, [key]);
  const parts = [{ num_items: "12" }, { num_items: "8" }];
  expect(
    (await yamada.post(`/cards/${rows[0].key}/divide`, { version: rows[0].version, parts })).status,
  ).toBe(201);
  const due = (day: string) =>
    owner.query("update card set delivery_date = $2 where order_key = $1 and task_type is not null", [
      key,
      day,
    ]);
  await due(addDays(today(), -3));
  await act(key, 0, "ship", { num_good: "10", uncounted: true });
  const { card } = (await read(key)).lines[0];
  const made = await yamada.post("/deliveries", {
    buyer_id: "tanaka",
    delivery_date: today(),
    grouping: "one",
    lines: [{ card_key: card.key, num_items: "10" }],
  });
  expect(made.status).toBe(201);
  expect((await read(key)).status).toBe("delivered");
  const row = (await tanaka.get("/orders?size=200")).body.items.find((one: any) => one.key === key);
  expect(row).toMatchObject({ status: "delivered", num_cards: 1, num_shipped: 1, is_late: false });
  expect((await tanaka.get("/orders?status=delivered&size=200")).body.items).toContainEqual(row);
  await due(soon);
  await owner.end();
});

test("注文残 is what of a line is on no 納品書 yet, its rest cards with it, on both sides; what was closed will not come", async () => {
  const key = await send(1);
  await act(key, 0, "accept");
  const of = async (person: typeof tanaka) => {
    const {
      status,
      lines: [{ num_delivered, num_rest, num_closed }],
    } = (await person.get(`/orders/${key}`)).body;
    return [status, num_delivered, num_rest, num_closed];
  };
  const rest = async () => (await yamada.get(`/cards/${root.key}/work`)).body.branches[0];
  const root = (await read(key)).lines[0].card;
  await act(key, 0, "ship", { num_good: "3", uncounted: true, shortage: "divide" });
  expect(await of(tanaka)).toEqual(["working", "0", "10", "0"]);
  const note = (card_key: number, num_items: string) =>
    yamada.post("/deliveries", {
      buyer_id: "tanaka",
      delivery_date: today(),
      grouping: "one",
      lines: [{ card_key, num_items }],
    });
  expect((await note(root.key, "3")).status).toBe(201);
  for (const person of [tanaka, yamada]) expect(await of(person)).toEqual(["partial", "3", "7", "0"]);
  const { key: branch, version } = await rest();
  expect(
    (
      await yamada.post(`/cards/${branch}/ship`, {
        version,
        num_good: "5",
        uncounted: true,
        shortage: "close",
        reason: "材料の終了",
      })
    ).status,
  ).toBe(201);
  expect(await of(tanaka)).toEqual(["partial", "3", "5", "2"]);
  expect((await note(branch, "5")).status).toBe(201);
  expect(await of(yamada)).toEqual(["delivered", "8", "0", "2"]);
});

test("what was rejected is left to come, on the order as on its 納品書, until it was delivered anew (R9-3)", async () => {
  const made = await tanaka.post(
    "/orders",
    orderOf([{ ...line, num_items: "1000" }], { delivery_date: soon }),
  );
  const { key } = made.body;
  await act(key, 0, "accept");
  await act(key, 0, "ship", { num_good: "1000", uncounted: true });
  const { card, order_id } = { ...(await read(key)).lines[0], ...(await read(key)) };
  const stands = async () => {
    const { status, lines } = await read(key);
    const [row] = (await tanaka.get(`/orders/details?order_id=${order_id}`)).body.items;
    const { items } = (await tanaka.get(`/orders?status=${status}&size=500`)).body;
    const listed = items.find((each: { key: number }) => each.key === key);
    const { num_rest, num_again } = lines[0];
    expect([row.num_rest, row.num_again, listed?.status]).toEqual([num_rest, num_again, status]);
    expect([row.status, listed.num_lines_delivered]).toEqual(
      status === "partial" ? ["partial", 0] : ["delivered", 1],
    );
    return [status, lines[0].num_delivered, num_rest, num_again];
  };
  const notes: number[] = [];
  for (const [num_items, rest] of [
    ["300", "700"],
    ["300", "400"],
    ["400", "0"],
  ]) {
    const lines = [{ card_key: card.key, num_items }];
    const terms = { buyer_id: "tanaka", delivery_date: today(), grouping: "one" };
    notes.push((await yamada.post("/deliveries", { ...terms, lines })).body.key);
    expect((await stands())[2]).toBe(rest);
  }
  expect(await stands()).toEqual(["delivered", "1000", "0", "0"]);
  const [first, second, last] = notes;
  const inspect = (note: number, lines: object[]) =>
    tanaka.post(`/deliveries/${note}/inspect`, { lines, rest: true });
  const faulty = { line_no: 1, treatment: "return_refill", cause: "seller", words: "キズ" };
  for (const note of [first!, second!]) expect((await inspect(note, [])).status).toBe(201);
  const rejected = { ...faulty, num_accepted: "380", num_rejected: "20" };
  expect((await inspect(last!, [rejected])).status).toBe(201);
  expect(await stands()).toEqual(["partial", "1000", "20", "20"]);
  const sheet = async (note: number) => (await yamada.get(`/deliveries/${note}/inspection`)).body.lines[0];
  expect(await sheet(last!)).toMatchObject({ rest: "20", order_state: "partial" });

  const again = async (note: number, num_items: string) =>
    (
      await yamada.post(`/inspections/${(await sheet(note)).rows[0].key}/replace`, {
        delivery_date: today(),
        num_items,
      })
    ).body.key;
  const anew = await again(last!, "15");
  expect(await stands()).toEqual(["partial", "1000", "5", "5"]);
  await again(last!, "5");
  expect(await stands()).toEqual(["delivered", "1000", "0", "0"]);
  const twice = { ...faulty, num_accepted: "13", num_rejected: "2" };
  expect((await inspect(anew, [twice])).status).toBe(201);
  expect(await stands()).toEqual(["partial", "1000", "2", "2"]);
  expect(await sheet(last!)).toMatchObject({ rest: "2" });
  await again(anew, "2");
  expect(await stands()).toEqual(["delivered", "1000", "0", "0"]);
  // What came in place of what had come in place of others is the order's, too.
  const papers = (await tanaka.get(`/orders/${key}/papers`)).body;
  expect(papers.lines).toMatchObject([{ num_delivered: "1022", num_rejected: "22", num_pending: "7" }]);
  expect(papers.deliveries).toHaveLength(6);
});

test("nothing rejected of a card that was 打切 keeps its order waiting, until the 打切 is taken back (R9-3)", async () => {
  const key = await send(1);
  await act(key, 0, "accept");
  await act(key, 0, "ship", { num_good: "10", uncounted: true });
  const { card } = (await read(key)).lines[0];
  const note = await yamada.post("/deliveries", {
    buyer_id: "tanaka",
    delivery_date: today(),
    grouping: "one",
    lines: [{ card_key: card.key, num_items: "6", closes: true }],
    close_cause: "agreed",
    close_reason: "設計変更",
  });
  const rejected = {
    line_no: 1,
    num_rejected: "2",
    treatment: "return_refill",
    cause: "seller",
    words: "傷",
  };
  const inspected = await tanaka.post(`/deliveries/${note.body.key}/inspect`, {
    lines: [{ ...rejected, num_accepted: "4" }],
  });
  expect([inspected.status, inspected.body.detail]).toEqual([201, undefined]);
  const stands = async () => {
    const { status, lines } = await read(key);
    return [status, lines[0].num_rest, lines[0].num_again];
  };
  expect(await stands()).toEqual(["inspected", "0", "0"]);
  expect((await yamada.post(`/deliveries/${note.body.key}/reopen`, { line_no: 1 })).status).toBe(201);
  expect(await stands()).toEqual(["partial", "6", "2"]);
});

test("where the pair counts what was accepted, 残 and the state wait for 検収 (R9-3)", async () => {
  const agree = async (rest_base: string) => {
    const { buyer } = (await yamada.get("/factories/collaborators/tanaka")).body;
    const given = Object.fromEntries(Object.entries(buyer).filter(([, value]) => value !== null));
    const said = await yamada.put("/factories/collaborators/tanaka?side=buyer", { ...given, rest_base });
    expect([said.status, said.body.detail]).toEqual([200, undefined]);
  };
  const key = await send(1);
  await act(key, 0, "accept");
  await act(key, 0, "ship", { num_good: "10", uncounted: true });
  const { card } = (await read(key)).lines[0];
  const terms = { buyer_id: "tanaka", delivery_date: today(), grouping: "one" };
  const delivered = [{ card_key: card.key, num_items: "10" }];
  const note = (await yamada.post("/deliveries", { ...terms, lines: delivered })).body.key;
  const stands = async () => {
    const { status, order_id, lines } = await read(key);
    const [row] = (await tanaka.get(`/orders/details?order_id=${order_id}`)).body.items;
    const listed = (await tanaka.get(`/orders?status=${status}&order_id=${order_id}`)).body.items[0];
    const sheet = (await yamada.get(`/deliveries/${note}/inspection`)).body.lines[0];
    expect([row.num_rest, row.num_pending, row.status, listed.status, listed.num_lines_delivered]).toEqual([
      lines[0].num_rest,
      lines[0].num_pending,
      status,
      status,
      status === "partial" ? 0 : 1,
    ]);
    return [status, lines[0].num_delivered, lines[0].num_rest, lines[0].num_pending, sheet.rest];
  };
  expect(await stands()).toEqual(["delivered", "10", "0", "0", "0"]);
  await agree("accepted");
  expect(await stands()).toEqual(["partial", "10", "10", "10", "10"]);
  const inspect = (given: object) => tanaka.post(`/deliveries/${note}/inspect`, { lines: [given] });
  expect((await inspect({ line_no: 1, num_accepted: "4" })).status).toBe(201);
  expect(await stands()).toEqual(["partial", "10", "6", "6", "6"]);
  expect((await inspect({ line_no: 1, num_accepted: "6" })).status).toBe(201);
  expect(await stands()).toEqual(["inspected", "10", "0", "0", "0"]);
  await agree("delivered");
});

test("a line whose revision has no drawing that its reader can see says so, until there is one or nothing is to be made any more", async () => {
  const lines = ["Ｂ", "", "C"].map((drawing_revision) => ({ ...line, drawing_no: "D-1", drawing_revision }));
  const made = await tanaka.post("/orders", orderOf(lines, { delivery_date: soon }));
  const { key } = made.body;
  const undrawn = async () => (await read(key)).lines.map((one: { is_undrawn: boolean }) => one.is_undrawn);
  expect(await undrawn()).toEqual([true, false, true]);
  const of = (await read(key)).lines[0].card.key;
  const draw = async (revision: string, more = {}) =>
    expect(
      (
        await yamada.upload(`/cards/${of}/files`, [{ name: "図.pdf", bytes: PDF }], {
          kind: "drawing",
          revision,
          ...more,
        })
      ).status,
    ).toBe(201);
  await draw("A");
  await draw("B", { is_inner: "on" });
  expect(await undrawn()).toEqual([true, false, true]);
  await draw("b");
  await act(key, 2, "decline", { reason: "設備の都合" });
  expect(await undrawn()).toEqual([false, false, false]);
});

test("once a line is accepted the order is not taken back, and nothing of it changes", async () => {
  const key = await send(2);
  await act(key, 1, "accept");
  expect((await read(key)).cancel_problem).toContain("承諾した明細が1件");
  expect(await tanaka.post(`/orders/${key}/cancel`, { reason: "やめます" })).toMatchObject({ status: 409 });
  expect(
    (await read(key)).lines.map(
      (one: { card: { cancelled_time: string | null } }) => one.card.cancelled_time,
    ),
  ).toEqual([null, null]);
});

test("while a buyer takes an order back, the factory can't accept it: one of the two is told", async () => {
  for (let round = 0; round < 5; round++) {
    const key = await send(1);
    const { card } = (await read(key)).lines[0];
    const answers = await Promise.all([
      tanaka.post(`/orders/${key}/cancel`, { reason: "急ぎの取消" }),
      yamada.post(`/cards/${card.key}/accept`, { version: 1 }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  }
});

test("what was agreed on reaches the order: its list, its lines, its history and its paper, on both sides", async () => {
  const key = await send(2);
  const [one, two] = (await read(key)).lines.map((each: { card: { key: number } }) => each.card.key);
  const [first, second] = [addDays(soon, 3), addDays(soon, 5)];
  await act(key, 0, "propose", { proposed_delivery_date: first });
  const { version } = (await tanaka.get(`/cards/${one}`)).body.card;
  expect((await tanaka.post(`/cards/${one}/agree`, { version })).status).toBe(201);
  await act(key, 1, "accept");
  const agree = async (taskId: number, field: string, value: string) => {
    const id = crypto.randomUUID();
    const said = await yamada.post("/chats/agreements", {
      id,
      roomId: "yamada_tanaka",
      taskId,
      field,
      value,
    });
    expect(
      await tanaka.post(`/chats/agreements/${said.body.agreement.key}/answer`, { answer: "agreed" }),
    ).toMatchObject({ status: 201 });
  };
  const row = async () =>
    (await tanaka.get("/orders?size=1000")).body.items.find((each: { key: number }) => each.key === key);
  expect(await row()).toMatchObject({
    delivery_date: soon,
    answered_date: soon,
    changes: ["delivery_date"],
    price: 2568,
    sent_price: 2568,
  });

  await agree(one, "num_items", "25");
  await agree(two, "delivery_date", second);
  expect(await row()).toMatchObject({
    answered_date: first,
    changes: ["delivery_date", "num_items"],
    price: 3210 + 1284,
    sent_price: 2568,
  });
  for (const side of [tanaka, yamada]) {
    const order: Order = (await side.get(`/orders/${key}`)).body;
    expect(order.price).toBe(3210 + 1284);
    expect(
      order.lines.map((item) => [
        item.num_items,
        item.price,
        item.delivery_date,
        item.now.num_items,
        item.now.price,
        item.now.delivery_dates,
      ]),
    ).toEqual([
      ["10", 1284, soon, "25", 3210, [first]],
      ["10", 1284, soon, "10", 1284, [second]],
    ]);
    expect(order.lines.map((item) => item.now.changes.map(({ field, kind }) => [field, kind]))).toEqual([
      [
        ["delivery_date", "agreed"],
        ["num_items", "settled"],
      ],
      [["delivery_date", "settled"]],
    ]);
    expect(order.lines[0]!.now).toMatchObject({
      inspection_due: addDays(first, 7),
      payment_due: expect.any(String),
    });
    expect(order.log.map(({ kind }) => kind)).toEqual([
      "sent",
      "viewed",
      "proposed",
      "agreed",
      "accepted",
      "settled",
      "settled",
    ]);
    expect(order.log[5]).toMatchObject({
      about: expect.stringContaining("試作ブラケット"),
      reason: "数量を 25 にする",
    });

    const [now, sent] = [orderPaper(order, "order"), orderPaper(order, "order", "sent")];
    expect(now).toMatchObject({ total: { amount: 4494 }, dates: [{ label: "依頼日" }, { label: "変更日" }] });
    expect(now.notes![0]).toContain("変更あり：最新");
    expect(now.lines[0]!.cells.slice(2, 5)).toEqual(["25個", "128.4/個", "3,210"]);
    expect(now.lines[0]!.below).toContain("変更：数量 10個 → 25個（合意 ");
    expect(sent).toMatchObject({ total: { amount: 2568 }, dates: [{ label: "依頼日" }] });
    expect(sent.lines.map(({ cells }) => cells[2])).toEqual(["10個", "10個"]);
    expect(sinceSent(order)).toContain("変更あり・最新は 1. 納期");
  }
  // The day that stands now is what the list is searched by.
  const found = async (query: string) =>
    (await tanaka.get(`/orders?size=1000&${query}`)).body.items.map((each: { key: number }) => each.key);
  expect(await found(`delivery_date_from=${second}`)).toContain(key);
  // Who may not see amounts is told that a quantity was changed, and nothing of money.
  const unseen: Order = (await genba.get(`/orders/${key}`)).body;
  expect(unseen.amounts).toBe(false);
  expect(JSON.stringify(unseen)).not.toMatch(/3210|4494|128\.4/);
});

test("a line that is divided stands as the sum of its branches, one that is declined costs nothing, and what both agree on is told as 合意", async () => {
  const key = await send(2);
  await act(key, 0, "accept");
  const { card } = (await read(key)).lines[0];
  const of = (await yamada.get(`/cards/${card.key}`)).body.card;
  expect(
    (
      await yamada.post(`/cards/${card.key}/divide`, {
        version: of.version,
        parts: [{ num_items: "6" }, { num_items: "4" }],
      })
    ).status,
  ).toBe(201);
  expect((await read(key)).lines[0].now).toMatchObject({ num_items: "10", price: 1284, changes: [] });
  await act(key, 1, "decline", { reason: "設備の都合" });
  const seen: Order = await read(key);
  expect(seen.lines[1]!.now).toMatchObject({ is_off: true, price: 0 });
  expect(seen.price).toBe(1284);
  expect(orderPaper(seen, "order").lines[1]!.below).toContain("変更：辞退されました");
  const asked = await yamada.post(`/orders/${key}/amendments`, {
    lines: [{ line_no: 1, unit_price: "100" }],
    price_cut: true,
    words: "材料の値下がり",
  });
  expect([asked.status, asked.body.errors]).toEqual([201, undefined]);
  expect((await read(key)).lines[0].now).toMatchObject({ price: 1284, changes: [] });
  const at = `/orders/${key}/amendments/${asked.body.key}`;
  const { seen: shown } = (await tanaka.get(at)).body;
  const said = await tanaka.post(`${at}/answer`, {
    answers: [{ item_no: 1, answer: "agreed" }],
    seen: shown,
  });
  expect([said.status, said.body.detail]).toEqual([201, undefined]);
  expect((await read(key)).lines[0].now).toMatchObject({
    price: 1000,
    changes: [],
    unit_price: "100",
  });
});

test("a rest that is closed at shipping leaves the amounts of the order: its list, its sum, its lines and its paper, until the shipment is taken back", async () => {
  const made = await tanaka.post(
    "/orders",
    orderOf([{ ...line, num_items: "300", unit_price: "58.2" }], { delivery_date: soon }),
  );
  const key = made.body.key;
  const list = async () => {
    const { items, sums } = (await tanaka.get("/orders?size=1000")).body;
    return { row: items.find((each: { key: number }) => each.key === key), sum: sums.price };
  };
  await act(key, 0, "accept");
  const before = await list();
  expect(before.row).toMatchObject({ price: 17460, sent_price: 17460, changes: [] });
  await act(key, 0, "ship", { num_good: "100", uncounted: true, shortage: "close", reason: "図面の変更" });
  const closed = await list();
  expect(closed.row).toMatchObject({ price: 5820, sent_price: 17460, changes: ["num_items"] });
  expect(closed.sum).toBe(before.sum - 17460 + 5820);
  for (const side of [tanaka, yamada]) {
    const order: Order = (await side.get(`/orders/${key}`)).body;
    expect(order).toMatchObject({
      price: 5820,
      lines: [
        {
          num_items: "300",
          price: 17460,
          num_closed: "200",
          num_rest: "100",
          now: { num_items: "100", price: 5820, changes: [{ field: "num_items", kind: "shipped" }] },
        },
      ],
    });
    const [now, sent] = [orderPaper(order, "order"), orderPaper(order, "order", "sent")];
    expect(now).toMatchObject({ total: { amount: 5820 }, dates: [{ label: "依頼日" }, { label: "変更日" }] });
    expect(now.lines[0]!.cells.slice(2, 5)).toEqual(["100個", "58.2/個", "5,820"]);
    expect(now.lines[0]!.below).toContain("変更：数量 300個 → 100個（打切 ");
    expect(sent).toMatchObject({
      total: { amount: 17460 },
      lines: [{ cells: expect.arrayContaining(["300個", "17,460"]) }],
    });
  }
  expect((await yamada.get(`/cards/${(await read(key)).lines[0].card.key}`)).body.card.price).toBe(5820);
  await act(key, 0, "unship");
  const back = await list();
  expect([back.row.price, back.row.changes, back.sum]).toEqual([17460, [], before.sum]);
  expect((await read(key)).lines[0].now).toMatchObject({ num_items: "300", price: 17460, changes: [] });
  const broken = await tenant(t.db, someone("yamada", "seller"), (db) =>
    db.execute(sql`select * from check_invariants()`),
  );
  expect(broken.rows).toEqual([]);
});

test("the list counts lines, however they are divided; its CSV holds bare numbers and bare days", async () => {
  const key = await send(2);
  await act(key, 0, "accept");
  const root = (await read(key)).lines[0].card.key;
  await act(key, 0, "ship", { num_good: "3", uncounted: true, shortage: "divide" });
  const note = (card_key: number, num_items: string) =>
    yamada.post("/deliveries", {
      buyer_id: "tanaka",
      delivery_date: today(),
      grouping: "one",
      lines: [{ card_key, num_items }],
    });
  expect((await note(root, "3")).status).toBe(201);
  const row = async () =>
    (await tanaka.get("/orders?size=1000")).body.items.find((each: { key: number }) => each.key === key);
  const delivered = (of: any) =>
    cell(orderList.columns.find((column) => column.name === "num_delivered")!, of);
  expect(delivered(await row())).toBe("0/2行");
  const {
    branches: [rest],
  } = (await yamada.get(`/cards/${root}/work`)).body;
  await yamada.post(`/cards/${rest.key}/ship`, { version: rest.version, num_good: "7", uncounted: true });
  expect((await note(rest.key, "7")).status).toBe(201);
  expect(delivered(await row())).toBe("1/2行");

  const offered = addDays(soon, 3);
  await act(key, 1, "propose", { proposed_delivery_date: offered });
  const [head, body] = parseCsv(
    csvOf(orderList.columns, [
      { ...(await row()), price: 12345, sent_price: 17460, changes: ["delivery_date"] },
    ]),
  );
  const said = Object.fromEntries(head!.map((label, at) => [label, body![at]]));
  const plain = (day: string) => day.replaceAll("-", "/");
  expect(said).toMatchObject({
    希望納期: plain(soon),
    回答納期: plain(soon),
    提案納期: plain(offered),
    変更: "納期",
    "金額（税抜）": "12345",
    依頼時の金額: "17460",
  });
});
