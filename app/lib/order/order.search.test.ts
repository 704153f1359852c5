import { asc, sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import fc, { runs } from "~/lib/dice.testing";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { orders } from "~/lib/tables/order.table.server";
import { request, someone } from "~/lib/task/testing.server";
import { searchKey } from "~/lib/text/fold";
import { folded } from "~/lib/text/fold.server";
import { tidy } from "~/lib/text/normalize";
import { addDays, today } from "~/lib/time/date";
import { FOUND, searched } from "./order.search.server";
import { orderOf } from "./order.testing";

const SELLER = "ぎふ鐵工 (ｶﾌﾞ)";
const BUYER = "髙﨑ケース";
const NAMES = [
  "ブラケット",
  "ふた かばー",
  "Ｌ型ｶﾊﾞｰ 50%",
  "軸 φ12*30",
  "渡邉󠄀ギア",
  "シム_[A].b",
  "スペーサ―",
  "Ring(大)",
];
const CODES = ["BX-1042", "ｂｘ－１０７", "図 7^$", "A\\B|C", null];

type Text = { key: number; parts: string[] };
let t: TestApp;
let owner: pg.Client;
let tanaka: Person, suzuki: Person, yamada: Person;
let ordered: Text[];

/** Orders of 1 to 4 lines, a third of them another company's. */
const MADE = `
  with made as (
    insert into orders (seller_id, buyer_id, order_id, order_date, seller, buyer, inspection_days, payment_terms, sent_time)
    select 'yamada', case when n % 3 = 0 then 'suzuki' else 'tanaka' end, 'Ｓ-' || (n * 7919 % 1000), date '2029-01-01' + n % 50,
      jsonb_build_object('name', $1::text), jsonb_build_object('name', $2::text), 10, '', now() from generate_series(1, 90) n
    returning key, seller_id, buyer_id)
  insert into order_line (order_key, line_no, seller_id, buyer_id, card_key, name, drawing_no, num_items, order_unit, unit, num_units, delivery_date)
  select m.key, line, seller_id, buyer_id, (select min(key) from card), ($3::text[])[1 + (m.key * 3 + line * 5) % cardinality($3::text[])],
    ($4::text[])[1 + (m.key + line * 3) % cardinality($4::text[])], 1, 'piece', 'piece', 1, '2029-02-01'
  from made m, generate_series(1, 1 + (m.key % 4)::int) line`;

beforeAll(async () => {
  t = await testApp();
  [tanaka, suzuki, yamada] = await t.people("admin@tanaka", "admin@suzuki", "admin@yamada");
  owner = await t.owner();
  await request(t);
  await owner.query(MADE, [SELLER, BUYER, NAMES, CODES]);
  const { rows } =
    await owner.query(`select o.key::int, o.order_id || ' ' || (o.seller ->> 'name') || ' ' || (o.buyer ->> 'name') as head,
      array(select l.name || ' ' || coalesce(l.drawing_no, '') from order_line l where l.order_key = o.key) as lines
    from orders o where o.buyer_id = 'tanaka'`);
  ordered = rows.map(({ key, head, lines }) => ({ key, parts: [head, ...lines].map(searchKey) }));
});
afterAll(() => t.stop());

const ask = async (who: Person, q: string, more = "") =>
  (await who.get(`/orders?size=1000&q=${encodeURIComponent(q)}${more}`)).body;
const keysOf = (page: { items: { key: number }[] }) => page.items.map((row) => row.key).sort((a, b) => a - b);
/** All words in the order's own words or in those of one line, found by looking. */
const naive = (q: string) =>
  ordered
    .filter(({ parts }) =>
      parts.some((part) => q.split(/\s+/).every((word) => part.includes(searchKey(word)))),
    )
    .map(({ key }) => key)
    .sort((a, b) => a - b);

const shifted = (text: string, from: RegExp, by: number) =>
  text.replace(from, (one) => String.fromCharCode(one.charCodeAt(0) + by));
const WRITTEN: ((text: string) => string)[] = [
  (text) => text,
  (text) => shifted(text, /[ァ-ヶ]/g, -0x60),
  (text) => shifted(text, /[ぁ-ゖ]/g, 0x60),
  (text) => shifted(text, /[!-~]/g, 0xfee0),
  (text) => text.normalize("NFKC"),
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.replaceAll("ー", "-").replaceAll("髙", "高").replaceAll("鉄", "鐵"),
];
const texts = [SELLER, BUYER, "Ｓ-512", ...NAMES, ...CODES.filter((code) => code !== null)];
const piece = fc
  .tuple(fc.constantFrom(...texts), fc.nat(12), fc.integer({ min: 1, max: 6 }), fc.constantFrom(...WRITTEN))
  .map(([text, from, length, written]) =>
    written(
      Array.from(text)
        .slice(from, from + length)
        .join(""),
    ),
  );
const asked = fc
  .array(fc.oneof({ weight: 5, arbitrary: piece }, fc.string({ maxLength: 4 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => words.join(" ").trim())
  .filter((q) => q !== "" && searchKey(q) !== "");

test("any words, written in whatever way, find the orders that looking at each would find", async () => {
  const who = someone("tanaka", "buyer");
  let [hits, twos] = [0, 0];
  await fc.assert(
    fc.asyncProperty(asked, async (q) => {
      const found = await tenant(
        t.db,
        who,
        async (db) => {
          const where = await searched(db, q);
          return db.select({ key: orders.key }).from(orders).where(where).orderBy(asc(orders.key));
        },
        "read",
      );
      expect([q, found.map(({ key }) => key)]).toEqual([q, naive(q)]);
      if (found.length > 0) hits++;
      if (found.length > 0 && /\s/.test(q)) twos++;
    }),
    { numRuns: runs(150) },
  );
  expect(hits).toBeGreaterThan(50);
  expect(twos).toBeGreaterThan(5);
  expect((await ask(tanaka, "ふた かばー")).total).toBe(naive("フタ").length);
});

test("a word finds what one's own company ordered or was asked for, and nothing of others", async () => {
  const counts = await Promise.all(
    [tanaka, suzuki, yamada].map(async (who) => (await ask(who, "ぎふ鉄工")).total),
  );
  expect(counts).toEqual([60, 30, 90]);
  expect((await ask(tanaka, "ぶらけっと", "&seller_id=sato")).items).toEqual([]);
  const found = await tenant(t.db, someone("sato", "seller"), (db) =>
    db.execute(sql`select * from search_orders('{ぎふ}', 'ぎふ', 10)`),
  );
  expect(found.rows).toEqual([]);
});

test("words that no line has together find nothing, and a line that is added later is found", async () => {
  const soon = addDays(today(), 14);
  const line = (name: string) => ({ name, num_items: "10", unit_price: "5" });
  const { key, order_id } = (
    await tanaka.post(
      "/orders",
      orderOf([line("歯車あぶら受け"), line("ひねり座金")], { delivery_date: soon }),
    )
  ).body;
  expect(keysOf(await ask(tanaka, "歯車 ｱﾌﾞﾗ"))).toEqual([key]);
  expect(keysOf(await ask(tanaka, "歯車 座金"))).toEqual([]);
  await owner.query(
    `insert into order_line select r.* from order_line l, jsonb_populate_record(l, '{"line_no": 3, "name": "あとから歯車座金"}') r
      where l.order_key = $1 and l.line_no = 1`,
    [key],
  );
  expect(keysOf(await ask(tanaka, "歯車 座金"))).toEqual([key]);
  expect(keysOf(await ask(tanaka, `${order_id} 山田`))).toEqual([key]);
  expect((await owner.query("select * from check_order_texts()")).rows).toEqual([]);
  await owner.query("begin");
  await owner.query("update order_text set search_key = 'x' where order_key = $1", [key]);
  expect((await owner.query("select rule from check_invariants()")).rows).toContainEqual({
    rule: "4 order texts",
  });
  await owner.query("rollback");
});

test("the database folds each letter that can be typed as searchKey does", async () => {
  // But some capitals of other scripts, which are younger than the database's tables.
  const { rows } =
    await owner.query(`select n::int, fold_text(chr(n)) as folded from generate_series(32, 65535) n
    where n not between 7296 and 7359 and n not between 11264 and 11359 and n not between 42560 and 43007 and n not between 55296 and 57343`);
  const differ = rows
    .map(({ n, folded: key }: { n: number; folded: string }) => ({ char: String.fromCodePoint(n), key }))
    .filter((row) => tidy(row.char) !== "" && row.key !== searchKey(row.char));
  expect(differ).toEqual([]);
  const told = await tenant(t.db, someone("tanaka", "buyer"), (db) =>
    db.execute(sql`select ${folded(sql`${"ﾊ゛ー𠮷邉\u{e0100}"}::text`)} as key`),
  );
  expect(told.rows).toEqual([{ key: searchKey("ﾊ゛ー𠮷邉\u{e0100}") }]);
});

test(`a word that more than ${FOUND} orders have shows the newest of them, page by page, whatever else is asked`, async () => {
  await owner.query(`
    with made as (
      insert into orders (seller_id, buyer_id, order_id, order_date, seller, buyer, inspection_days, payment_terms, sent_time)
      select 'yamada', 'tanaka', 'ZZ' || n, date '2010-01-01' + n, '{"name": "数多"}', '{"name": "数多"}', 10, '', now()
      from generate_series(1, ${FOUND} + 500) n returning key, seller_id, buyer_id)
    insert into order_line (order_key, line_no, seller_id, buyer_id, card_key, name, num_items, order_unit, unit, num_units, delivery_date)
    select m.key, 1, seller_id, buyer_id, (select min(key) from card), 'あまた ' || m.key % 2, 1, 'piece', 'piece', 1, '2029-02-01' from made m`);
  const first = (await tanaka.get(`/orders?size=40&q=${encodeURIComponent("あまた zz")}`)).body;
  expect([first.total, first.items]).toEqual([0, []]);
  const numbers = (page: any) => page.items.map((row: any) => row.order_id);
  const newest = Array.from({ length: 80 }, (_, n) => `ZZ${FOUND + 500 - n}`);
  const one = (await tanaka.get(`/orders?size=40&q=${encodeURIComponent("アマタ")}`)).body;
  const two = (await tanaka.get(`/orders?size=40&q=${encodeURIComponent("アマタ")}&after=${one.next}`)).body;
  expect([...numbers(one), ...numbers(two)]).toEqual(newest);
  expect([one.total, one.total_more]).toEqual([FOUND, true]);
  const day = addDays("2010-01-01", 100);
  const few = await ask(tanaka, "数多", `&order_date_to=${day}`);
  expect([few.total, few.total_more, few.items.length]).toEqual([100, false, 100]);
  const half = await ask(tanaka, "あまた 1");
  expect([half.total, half.total_more]).toEqual([(FOUND + 500) / 2, false]);
});
