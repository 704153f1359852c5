import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveryList } from "~/lib/accounting/delivery.list";
import { listDeliveries } from "~/lib/accounting/delivery.read.server";
import { invoiceList } from "~/lib/accounting/invoice.list";
import { listInvoices } from "~/lib/accounting/invoice.read.server";
import { contextOf } from "~/lib/chat/context.read.server";
import { type Tx, tenant } from "~/lib/db/connection.server";
import { sortsOf } from "~/lib/list/sort";
import { orderList } from "~/lib/order/order.list";
import { findOrders } from "~/lib/order/order.list.server";
import { FOUND } from "~/lib/order/order.search.server";
import { makeBulk } from "~/lib/sample/world.bulk.server";
import { clockOf } from "~/lib/sample/world.clock.server";
import { movableFilter } from "~/lib/scan/movable.schema";
import { movableOf } from "~/lib/scan/movable.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { columnOf } from "./board.column.server";
import { boardQuery, columnQuery } from "./board.schema";
import { boardOf } from "./board.server";
import { cardsOf } from "./card.list.server";
import { shippedFilter } from "./ship.list.schema";
import { shippedOf } from "./ship.list.server";
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

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] } & Partial<
  Record<"Actual Rows" | "Actual Loops" | "Rows Removed by Filter", number>
>;
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** How many of the board's packed rows and of the texts of orders this connection has read so far, in functions as well. */
const READ =
  "select sum(seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname in ('board_row', 'order_text')";

/**
 * Runs `ask` and explains each statement that it sent: how many rows of cards and of tallies it touched,
 * which tables it read whole, and how many of the board's packed rows it read.
 */
async function touched(
  who: ReturnType<typeof someone>,
  ask: (db: Tx) => Promise<unknown>,
  tables = /^card/,
  pages = false,
) {
  return tenant(
    t.db,
    who,
    async (db) => {
      const client = (db as unknown as { session: { client: pg.PoolClient } }).session.client;
      const plain = client.query;
      const sent: { text: string; values: unknown[] }[] = [];
      const before: number = (await client.query(READ)).rows[0].n;
      client.query = ((first: { text?: string }, values?: unknown[]) => {
        // Counting looks at up to 10,000 rows of whatever list; what a page reads is another question.
        if (/^\s*(select|with)/i.test(first?.text ?? "") && !(pages && /^\s*select count/i.test(first.text!)))
          sent.push({ text: first.text!, values: values ?? [] });
        return (plain as unknown as (...args: unknown[]) => unknown)(first, values);
      }) as never;
      await ask(db).finally(() => {
        client.query = plain;
      });
      const packed = (await client.query(READ)).rows[0].n - before;
      let rows = 0;
      const whole: string[] = [];
      for (const { text, values } of sent) {
        const {
          rows: [answer],
        } = await client.query(`explain (analyze, timing off, format json) ${text}`, values);
        for (const node of nodes(answer["QUERY PLAN"][0].Plan)) {
          if (!tables.test(node["Relation Name"] ?? "")) continue;
          rows +=
            ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) *
            (node["Actual Loops"] ?? 1);
          if (node["Node Type"] === "Seq Scan" && node["Relation Name"] === "card") whole.push(text);
        }
      }
      return { rows, whole, packed };
    },
    "read",
  );
}

const yamada = someone("yamada", "seller");
const tanaka = someone("tanaka", "buyer");
const paging = { size: 50, sort: "-created_time" };
const shipping = { size: 50, sort: "-shipped_time" };

type Turn = (cursor: { after?: string }) => Promise<{ next: string | null }>;
/** The first page, the second and the one behind it. */
async function deep(turn: Turn) {
  let after: string | undefined;
  for (let n = 0; n < 3; n++) after = (await turn({ after })).next ?? undefined;
}

test.each([
  ["a factory's board", yamada, (db: Tx) => boardOf(db, yamada, boardQuery.parse({})), 1500],
  [
    "a factory's board of one partner",
    yamada,
    (db: Tx) => boardOf(db, yamada, boardQuery.parse({ buyer_id: "tanaka" })),
    1500,
  ],
  [
    "a factory's board of late cards",
    yamada,
    (db: Tx) => boardOf(db, yamada, boardQuery.parse({ late: "on" })),
    1500,
  ],
  [
    "a factory's board of urgent cards",
    yamada,
    (db: Tx) => boardOf(db, yamada, boardQuery.parse({ urgent: "on" })),
    1500,
  ],
  ["a buyer's board over all sellers", tanaka, (db: Tx) => boardOf(db, tanaka, boardQuery.parse({})), 1500],
  ["さらに表示", yamada, (db: Tx) => columnOf(db, yamada, columnQuery.parse({ id: "4", size: 50 })), 400],
  [
    "さらに表示 of a column kept by hand, behind those with a place",
    yamada,
    async (db: Tx) => {
      const { next } = await columnOf(db, yamada, columnQuery.parse({ id: "5", size: 90 }));
      const { cards } = await columnOf(db, yamada, columnQuery.parse({ id: "5", size: 50, cursor: next }));
      expect(cards.map((card) => card.is_placed)).toEqual(cards.map((_, at) => at < 10));
    },
    1200,
  ],
  ["カード一覧", yamada, (db: Tx) => cardsOf(db, yamada, { ...boardQuery.parse({}), ...paging }), 800],
  [
    "カード一覧 of a buyer",
    tanaka,
    (db: Tx) => cardsOf(db, tanaka, { ...boardQuery.parse({}), ...paging }),
    800,
  ],
  [
    "出荷済み一覧 of this month",
    yamada,
    (db: Tx) => shippedOf(db, yamada, { ...shippedFilter.parse({}), ...shipping }),
    800,
  ],
  [
    "出荷済み一覧 of ten years",
    yamada,
    (db: Tx) => shippedOf(db, yamada, { ...shippedFilter.parse({ from: "2020-01-01" }), ...shipping }),
    3000,
  ],
  ...["delivery_date", "-delivery_date"].flatMap(
    (sort) =>
      [
        [
          `カード一覧 by ${sort}`,
          yamada,
          (db: Tx) =>
            deep((cursor) => cardsOf(db, yamada, { ...boardQuery.parse({}), ...cursor, size: 50, sort })),
          2000,
        ],
        [
          `カード一覧 of a buyer by ${sort}`,
          tanaka,
          (db: Tx) =>
            deep((cursor) => cardsOf(db, tanaka, { ...boardQuery.parse({}), ...cursor, size: 50, sort })),
          2000,
        ],
        [
          `出荷済み一覧 by ${sort}`,
          yamada,
          (db: Tx) =>
            deep((cursor) =>
              shippedOf(db, yamada, {
                ...shippedFilter.parse({ from: "2020-01-01" }),
                ...cursor,
                size: 50,
                sort,
              }),
            ),
          3000,
        ],
      ] as [string, typeof yamada, (db: Tx) => Promise<unknown>, number][],
  ),
  ["a chat's column of facts", yamada, (db: Tx) => contextOf(db, yamada, "yamada_tanaka", {}), 800],
  ["カード一括移動", yamada, (db: Tx) => movableOf(db, yamada, movableFilter.parse({ group_id: "4" })), 1200],
])("%s: of 30,000 cards none is read that is not shown, but for a few", async (_, who, ask, most) => {
  const { rows, whole } = await touched(who, ask);
  expect(whole).toEqual([]);
  expect(rows).toBeLessThan(most);
});

test.each([
  ["of one number", yamada, "L0000020-7"],
  ["of few letters", yamada, "20-7"],
  ["of a number, by its buyer", tanaka, "L0000020-1"],
  ["that nothing holds", yamada, "無い言葉"],
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
  const held = await tenant(
    t.db,
    yamada,
    (db) =>
      db.execute<{ n: number; late: number }>(sql`select count(*)::int as n, count(*) filter (where
    delivery_date < ${board.today}::date)::int as late from card where seller_id = 'yamada' and group_id <> 99 and search_key like '%ブラケット%'`),
    "read",
  );
  expect(held.rows[0]!.n).toBeGreaterThan(2000);
  expect(board.summary).toMatchObject({ total: held.rows[0]!.n, late: held.rows[0]!.late });
  expect(board.columns.reduce((n, column) => n + column.count, 0)).toBe(held.rows[0]!.n);
  expect(packed).toBeLessThan(2.5 * 20_000);
});

const frozen = '\'{"name": "田中"}\'::jsonb';
const DOCUMENTS = `
  insert into delivery (seller_id, buyer_id, number, delivery_date, seller, buyer, invoice_basis, amount_rounding, tax_rounding, by_rate, subtotal, tax,
    total, issued_time) select 'yamada', 'tanaka', 'N' || lpad(n::text, 6, '0'), date '2020-01-01' + n % 2000, ${frozen}, ${frozen}, 'monthly', 'floor',
    'floor', '[]', n * 7919 % 100000, 0, n * 7919 % 100000, now() from generate_series(1, 20000) n;
  insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis, tax_rounding,
    show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time, cancelled_time)
    select 'yamada', 'tanaka', 'S' || lpad(n::text, 6, '0'), 202001, '2020-01-01', '2020-01-31', date '2020-01-01' + n % 2000,
    date '2020-02-01' + n % 1900, ${frozen}, ${frozen}, '{}', 'monthly', 'floor', true, 0, 0, 0, 0, '[]', n * 7919 % 100000, 0, n * 7919 % 100000,
    n * 7919 % 100000, now(), now() from generate_series(1, 20000) n;
  insert into orders (seller_id, buyer_id, order_id, order_date, seller, buyer, inspection_days, payment_terms, sent_time)
    select 'yamada', 'tanaka', 'H' || lpad((n * 7919 % 20000)::text, 6, '0'), date '2020-01-01' + n % 2000, ${frozen}, ${frozen}, 10, '', now()
    from generate_series(1, 20000) n;
  insert into order_line (order_key, line_no, seller_id, buyer_id, card_key, name, num_items, order_unit, unit, num_units, delivery_date)
    select o.key, 1, 'yamada', 'tanaka', (select min(key) from card), '板', 1, 'piece', 'piece', 1, '2020-02-01' from orders o
    where not exists (select from order_line l where l.order_key = o.key);`;

test("orders, 納品書 and 請求書 are read in each of their orders from its index, on any page and on either side", async () => {
  const owner = await t.owner();
  await owner.query(DOCUMENTS);
  await owner.query("vacuum analyze delivery, invoice, orders, order_line, order_text");
  const lists: [
    typeof orderList | typeof deliveryList | typeof invoiceList,
    string,
    (db: Tx, who: typeof yamada, query: never) => ReturnType<Turn>,
  ][] = [
    [orderList as never, "orders", findOrders as never],
    [deliveryList as never, "delivery", listDeliveries as never],
    [invoiceList as never, "invoice", listInvoices as never],
  ];
  for (const [list, table, find] of lists)
    for (const sort of sortsOf(list as never))
      for (const who of table === "orders" ? [tanaka] : [yamada, tanaka]) {
        const { rows } = await touched(
          who,
          (db) => deep((cursor) => find(db, who, { ...cursor, size: 50, sort } as never)),
          new RegExp(`^${table}$`),
          true,
        );
        expect([table, sort, who.company_id, rows < 1000]).toEqual([table, sort, who.company_id, true]);
      }
});

test.each([
  ["a word that all of them have", { q: "田中" }, FOUND],
  ["two words of all, folded", { q: "h0 田中" }, FOUND],
  ["a number", { q: "h012345" }, 1],
  ["a word that none has", { q: "無い言葉" }, 0],
  ["未読回答", { unread: true }, 0],
])("of 20,000 orders %s finds what it shows and reads little more", async (_, filter, total) => {
  const ask = (db: Tx) => findOrders(db, tanaka, { ...filter, size: 50, sort: "-order_date" } as never);
  const { rows, packed } = await touched(tanaka, ask, /^(orders|order_text)$/);
  expect([rows < 10_000, packed < 10_000]).toEqual([true, true]);
  const scans = sql`select seq_scan::int from pg_stat_xact_user_tables where relname = 'order_text'`;
  const [before, found, after] = await tenant(
    t.db,
    tanaka,
    async (db) => [await db.execute(scans), await ask(db), await db.execute(scans)] as const,
    "read",
  );
  expect(found).toMatchObject({ total });
  expect(after.rows, "no text of others is read").toEqual(before.rows);
});
