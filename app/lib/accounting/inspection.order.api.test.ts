import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { periodOf } from "~/lib/time/period";
import { seenLine, type WaitingLine } from "./inspection.order.schema";

let t: TestApp;
let tanaka: Person, kobai: Person, suzuki: Person, yamada: Person;
const day = today();
beforeAll(async () => {
  t = await testApp();
  [tanaka, kobai, suzuki, yamada] = await t.people(
    "admin@tanaka",
    "kobai@tanaka",
    "admin@suzuki",
    "admin@yamada",
  );
});
afterAll(() => t.stop());

/** An order of two lines, delivered each with a 納品書 of its own. */
async function delivered(names: string[]) {
  const { key } = (
    await tanaka.post("/orders", {
      seller_id: "yamada",
      order_date: day,
      delivery_date: addDays(day, 14),
      destination: "第三工場",
      inspection_days: 7,
      lines: names.map((name) => ({ name, num_items: "30", unit_price: "100" })),
    })
  ).body;
  const notes: number[] = [];
  for (const { card } of (await tanaka.get(`/orders/${key}`)).body.lines) {
    for (const [deed, body] of [
      ["accept", {}],
      ["ship", { num_good: "30", uncounted: true }],
    ] as const) {
      const { version } = (await yamada.get(`/cards/${card.key}`)).body.card;
      expect((await yamada.post(`/cards/${card.key}/${deed}`, { version, ...body })).status).toBe(201);
    }
    const note = { buyer_id: "tanaka", delivery_date: day, grouping: "one" };
    const lines = [{ card_key: card.key, num_items: "30" }];
    notes.push((await yamada.post("/deliveries", { ...note, lines })).body.key);
  }
  return { key, notes };
}

test("several orders are accepted at once, all or except; what changed meanwhile is refused by its name", async () => {
  const [first, other] = [await delivered(["軸", "蓋"]), await delivered(["板"])];
  const query = `orders=${first.key}&orders=${other.key}`;
  const waiting = async (person = tanaka) => (await person.get(`/inspections/waiting?${query}`)).body;
  const { items, done } = (await waiting()) as { items: WaitingLine[]; done: string[] };
  expect(items.map((line) => [line.name, line.num_pending, line.order_key])).toEqual([
    ["軸", "30", first.key],
    ["蓋", "30", first.key],
    ["板", "30", other.key],
  ]);
  expect(done).toEqual([]);
  const names = items.map((line) => `${line.delivery_key}.${line.delivery_line_no}`);
  const take = (person: Person, lines: string[], more: object = {}) =>
    person.post("/inspections", { lines, seen: items.map(seenLine), ...more });
  expect((await take(tanaka, [])).status).toBe(422);
  expect((await take(kobai, names)).status).toBe(403);
  expect((await take(suzuki, names)).status).toBe(404);
  expect((await take(yamada, names)).status).toBe(403);
  expect((await suzuki.get(`/inspections/waiting?${query}`)).status).toBe(404);
  for (const days of [1, -1])
    expect((await take(tanaka, names, { inspected_date: addDays(day, days) })).body.errors).toHaveProperty(
      "inspected_date",
    );

  // A colleague was faster with a part of the second.
  const [axis, lid, plate] = names as [string, string, string];
  await tanaka.post(`/deliveries/${first.notes[1]}/inspect`, { lines: [{ line_no: 1, num_accepted: "5" }] });
  const taken = await take(tanaka, [axis, lid]);
  expect(taken.status).toBe(201);
  expect(taken.body.items.map((one: any) => [one.key, one.problem])).toEqual([
    [first.notes[0], null],
    [first.notes[1], "蓋の検収待ちが、表示したときから変わりました（30 → 25）。"],
  ]);
  expect((await waiting()).items.map((line: WaitingLine) => [line.name, line.num_pending])).toEqual([
    ["蓋", "25"],
    ["板", "30"],
  ]);
  const again = await Promise.all([take(tanaka, [plate]), take(tanaka, [plate])]);
  expect(again.flatMap((one) => one.body.items.map((item: any) => item.problem === null)).sort()).toEqual([
    false,
    true,
  ]);
  expect((await waiting()).done.length).toBe(1);
});

const uninspected = async () => {
  const room = "yamada_tanaka";
  const { duties } = (await tanaka.get(`/chats/rooms/${room}/context`)).body;
  const { items } = (await tanaka.get("/deliveries?uninspected=on&size=200")).body;
  const counted = duties.find((one: any) => one.label === "検収待ちの納品")?.count ?? 0;
  return { listed: items.map((one: any) => one.key) as number[], counted };
};

test("中止費用 is no goods: its 納品書 waits for no 検収, in the list, the chat and the bill by 検収日", async () => {
  expect((await yamada.put("/bases/tanaka", { basis: "inspected", from_date: day })).status).toBe(200);
  const { key } = await delivered(["軸", "蓋"]);
  const sent = await tanaka.post(`/orders/${key}/amendments`, {
    lines: [{ line_no: 1, over_pct: "5", cost: "5000" }],
    words: "客先の都合",
    cost_tax_rate: "10",
  });
  expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
  const path = `/orders/${key}/amendments/${sent.body.key}`;
  const { seen } = (await yamada.get(path)).body;
  const answers = [{ item_no: 1, answer: "agreed" }];
  expect((await yamada.post(`${path}/answer`, { answers, seen })).status).toBe(201);
  const { card, name } = (await tanaka.get(`/orders/${key}`)).body.lines.at(-1);
  expect(name).toContain("中止費用");
  const note = { buyer_id: "tanaka", delivery_date: day, grouping: "one" };
  const lines = [{ card_key: card.key, num_items: "1" }];
  const before = await uninspected();
  const made = await yamada.post("/deliveries", { ...note, lines });
  expect(made.status).toBe(201);
  expect(await uninspected()).toEqual(before);
  expect((await tanaka.get(`/deliveries/${made.body.key}`)).body.lines[0].is_cost).toBe(true);
  expect((await tanaka.get(`/deliveries/${made.body.key}/inspection`)).body.lines[0]).toMatchObject({
    state: null,
    num_pending: "0",
  });
  const taken = await tanaka.post(`/deliveries/${made.body.key}/inspect`, { lines: [], rest: true });
  expect([taken.status, taken.body.detail]).toEqual([409, "検収待ちの明細はありません。"]);
  const papers = (await tanaka.get(`/orders/${key}/papers`)).body;
  expect(papers.deliveries.at(-1)).toMatchObject({ key: made.body.key, num_uninspected: 0 });
  const owner = await t.owner();
  const { rows } = await owner.query(
    "select * from collaboration where seller_id = 'yamada' and buyer_id = 'tanaka'",
  );
  const trial = await yamada.get(`/closings/trial?ym=${periodOf(day, rows[0])}&buyer_ids=tanaka`);
  const billed = trial.body.items.flatMap((one: any) => one.lines);
  const own = billed.filter((one: any) => one.delivery_key === made.body.key);
  expect(own.map((one: any) => [one.num_units, one.price])).toEqual([["1", 5000]]);
  const { items } = (await tanaka.get(`/inspections/waiting?orders=${key}`)).body;
  expect(items.map((line: WaitingLine) => line.name)).toEqual(["軸", "蓋"]);
});
