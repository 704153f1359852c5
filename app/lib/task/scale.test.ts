import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "~/lib/backend/testing.server";
import { tenant, type Tx } from "~/lib/db/connection.server";
import { makeBulk } from "~/lib/db/world.bulk.server";
import { clockOf } from "~/lib/db/world.clock.server";
import { today } from "~/lib/time/date";
import { boardOf, columnOf } from "./board.server";
import { boardQuery, columnQuery } from "./board.schema";
import { cardsOf } from "./card.list.server";
import { movableOf } from "./movable.server";
import { movableFilter } from "./movable.schema";
import { shippedOf } from "./shipped.server";
import { shippedFilter } from "./shipped.schema";
import { someone } from "./testing.server";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await makeBulk(t.db, 10_000, clockOf(today()));
  const owner = await t.owner();
  // Of those, one in twenty stands on the board: there shall be twice as many there as are shipped.
  await owner.query(`insert into card overriding system value select (jsonb_populate_record(c, jsonb_build_object('key', 100000 + c.key * 40 + n,
    'id', c.id || '-' || n, 'search_key', lower(c.id) || '-' || n || c.search_key))).* from card c, generate_series(1, 39) n where c.group_id <> 99`);
  // One process is kept in order by hand, its first hundred cards have a place.
  await owner.query("update process set is_sequenced = true where company_id = 'yamada' and group_id = 5");
  await owner.query(`update card set place = 'V' || lpad(n::text, 3, '0') || 'V' from (select key, row_number() over (order by key desc) as n from card
    where seller_id = 'yamada' and group_id = 5 limit 100) first where first.key = card.key`);
  await owner.query("vacuum analyze");
  expect((await owner.query("select * from check_tallies()")).rows).toEqual([]);
}, 120_000);
afterAll(() => t.stop());

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] }
  & Partial<Record<"Actual Rows" | "Actual Loops" | "Rows Removed by Filter", number>>;
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** How many of the board's packed rows this connection has read so far, in functions as well. */
const READ = "select seq_tup_read::int + idx_tup_fetch::int as n from pg_stat_xact_user_tables where relname = 'board_row'";

/**
 * Runs `ask` and explains each statement that it sent: how many rows of cards and of tallies it touched, which tables it read whole, and how many
 * of the board's packed rows it read.
 */
async function touched(who: ReturnType<typeof someone>, ask: (db: Tx) => Promise<unknown>) {
  return tenant(t.db, who, async (db) => {
    const client = (db as unknown as { session: { client: pg.PoolClient } }).session.client;
    const plain = client.query;
    const sent: { text: string; values: unknown[] }[] = [];
    const before: number = (await client.query(READ)).rows[0].n;
    client.query = ((first: { text?: string }, values?: unknown[]) => {
      if (/^\s*select/i.test(first?.text ?? "")) sent.push({ text: first.text!, values: values ?? [] });
      return (plain as unknown as (...args: unknown[]) => unknown)(first, values);
    }) as never;
    await ask(db).finally(() => { client.query = plain; });
    const packed = (await client.query(READ)).rows[0].n - before;
    let rows = 0;
    const whole: string[] = [];
    for (const { text, values } of sent) {
      const { rows: [answer] } = await client.query(`explain (analyze, timing off, format json) ${text}`, values);
      for (const node of nodes(answer["QUERY PLAN"][0].Plan)) {
        if (!/^card/.test(node["Relation Name"] ?? "")) continue;
        rows += ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 1);
        if (node["Node Type"] === "Seq Scan" && node["Relation Name"] === "card") whole.push(text);
      }
    }
    return { rows, whole, packed };
  }, "read");
}

const yamada = someone("yamada", "seller");
const tanaka = someone("tanaka", "buyer");
const paging = { size: 50 };

test.each([
  ["a factory's board", yamada, (db: Tx) => boardOf(db, yamada, boardQuery.parse({})), 1500],
  ["a factory's board of one partner", yamada, (db: Tx) => boardOf(db, yamada, boardQuery.parse({ buyer_id: "tanaka" })), 1500],
  ["a factory's board of late cards", yamada, (db: Tx) => boardOf(db, yamada, boardQuery.parse({ late: "on" })), 1500],
  ["a factory's board of urgent cards", yamada, (db: Tx) => boardOf(db, yamada, boardQuery.parse({ urgent: "on" })), 1500],
  ["a buyer's board over all sellers", tanaka, (db: Tx) => boardOf(db, tanaka, boardQuery.parse({})), 1500],
  ["さらに表示", yamada, (db: Tx) => columnOf(db, yamada, columnQuery.parse({ id: "4", size: 50 })), 400],
  ["さらに表示 of a column kept by hand, behind those with a place", yamada, async (db: Tx) => {
    const { next } = await columnOf(db, yamada, columnQuery.parse({ id: "5", size: 90 }));
    const { cards } = await columnOf(db, yamada, columnQuery.parse({ id: "5", size: 50, cursor: next }));
    expect(cards.map((card) => card.is_placed)).toEqual(cards.map((_, at) => at < 10));
  }, 1200],
  ["カード一覧", yamada, (db: Tx) => cardsOf(db, yamada, { ...boardQuery.parse({}), ...paging }), 800],
  ["カード一覧 of a buyer", tanaka, (db: Tx) => cardsOf(db, tanaka, { ...boardQuery.parse({}), ...paging }), 800],
  ["出荷済み一覧 of this month", yamada, (db: Tx) => shippedOf(db, yamada, { ...shippedFilter.parse({}), ...paging }), 800],
  ["出荷済み一覧 of ten years", yamada, (db: Tx) => shippedOf(db, yamada, { ...shippedFilter.parse({ from: "2020-01-01" }), ...paging }), 3000],
  ["カード一括移動", yamada, (db: Tx) => movableOf(db, yamada, movableFilter.parse({ group_id: "4" })), 1200],
])("%s: of 30,000 cards none is read that is not shown, but for a few", async (_, who, ask, most) => {
  const { rows, whole } = await touched(who, ask);
  expect(whole).toEqual([]);
  expect(rows).toBeLessThan(most);
});

test.each([
  ["of one number", yamada, "L0000020-7"], ["of few letters", yamada, "20-7"], ["of a number, by its buyer", tanaka, "L0000020-1"], ["that nothing holds", yamada, "無い言葉"],
])("a word %s reads the cards that hold it, whatever else is on the board", async (_, who, q) => {
  const { rows, whole, packed } = await touched(who, (db) => boardOf(db, who, boardQuery.parse({ q })));
  expect(whole).toEqual([]);
  expect(rows).toBeLessThan(3000);
  expect(packed).toBeLessThan(5000);
});

test("a word that half the board holds is counted true, from packed rows alone", async () => {
  const ask = (db: Tx) => boardOf(db, yamada, boardQuery.parse({ q: "ブラケット" }));
  const { rows, whole, packed } = await touched(yamada, ask);
  expect(whole).toEqual([]);
  expect(rows).toBeLessThan(3000);
  const board = await tenant(t.db, yamada, ask, "read");
  const held = await tenant(t.db, yamada, (db) => db.execute<{ n: number; late: number }>(sql`select count(*)::int as n, count(*) filter (where
    delivery_date < ${board.today}::date)::int as late from card where seller_id = 'yamada' and group_id <> 99 and search_key like '%ブラケット%'`), "read");
  expect(held.rows[0]!.n).toBeGreaterThan(2000);
  expect(board.summary).toMatchObject({ total: held.rows[0]!.n, late: held.rows[0]!.late });
  expect(board.columns.reduce((n, column) => n + column.count, 0)).toBe(held.rows[0]!.n);
  expect(packed).toBeLessThan(2.5 * 20_000);
});
