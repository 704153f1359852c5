import { asc, eq, inArray } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import fc, { runs } from "~/lib/dice.testing";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import { someone } from "~/lib/task/testing.server";
import { shiftMonth, tokyoDate } from "~/lib/time/date";
import { emptyProblem } from "./closing";
import { readCandidates } from "./closing.candidates.server";
import { closePeriods } from "./closing.issue.server";
import { order, shipped } from "./testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person;
const ym = 202606;
const BUYERS = ["tanaka", "suzuki", "kita", "minami"];
const who = someone("yamada", "seller");

async function deliver(buyer_id: string, delivery_date: string, prices: string[]) {
  const cards = [];
  for (const unit_price of prices)
    cards.push(await shipped(t, { buyer_id, unit_price, num_items: "3", num_units: "3", num_good: "3" }));
  const made = await yamada.post("/deliveries", order(cards, { buyer_id, delivery_date }));
  expect(made.status).toBe(201);
}

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada] = await t.people("keiri@yamada");
  for (const [id, name, tax_rounding] of [
    ["kita", "北工業", "ceil"],
    ["minami", "南製作所", "half_up"],
    ["higashi", "東工業", "floor"],
  ]) {
    await owner.query(
      `insert into factory overriding user value select (jsonb_populate_record(f, jsonb_build_object('id', $1::text, 'name', $2::text))).*
       from factory f where id = 'suzuki'`,
      [id, name],
    );
    await owner.query(
      `insert into collaboration overriding user value select (jsonb_populate_record(c, jsonb_build_object('buyer_id', $1::text,
         'tax_rounding', $2::text))).* from collaboration c where (seller_id, buyer_id) = ('yamada', 'tanaka')`,
      [id, tax_rounding],
    );
  }
  for (const [at, buyer_id] of BUYERS.entries()) {
    await deliver(buyer_id, "2026-05-10", ["33"]);
    await deliver(buyer_id, "2026-06-02", ["105.5", `${at + 1}.7`]);
    await deliver(buyer_id, "2026-06-15", [`${at * 1000 + 7}`]);
  }
  const before = await yamada.post("/closings", { ym: 202605, buyer_ids: BUYERS.slice(1) });
  expect(before.body.invoices).toHaveLength(3);
  // The first has nothing closed before: its May is to be closed first, and stands in no June.
  await yamada.post("/closings", { ym: 202605, buyer_ids: BUYERS.slice(0, 1) });
});
afterAll(() => t.stop());

class Undone extends Error {}

/** What closing these one after the other makes, each group in one go; nothing of it stays. */
async function closed(groups: string[][]) {
  let found: unknown;
  await tenant(t.db, who, async (db) => {
    const keys: number[] = [];
    for (const buyer_ids of groups) {
      const asked = { ym, buyer_ids, seen: [], with_zero: false, unended: false, disputed: false };
      keys.push(...(await closePeriods(db, who, asked)).invoices.map((one) => one.key));
    }
    const made = await db
      .select()
      .from(invoice)
      .where(inArray(invoice.key, keys))
      .orderBy(asc(invoice.buyer_id));
    const lines = await db
      .select()
      .from(invoice_line)
      .where(inArray(invoice_line.invoice_key, keys))
      .orderBy(asc(invoice_line.buyer_id), asc(invoice_line.line_no));
    const left = await db
      .select({ key: delivery_line.delivery_key, num: delivery_line.num_billed })
      .from(delivery_line)
      .where(eq(delivery_line.seller_id, "yamada"))
      .orderBy(asc(delivery_line.delivery_key), asc(delivery_line.line_no));
    found = {
      invoices: made.map(({ key: _, number: __, ...figures }) => figures),
      numbers: made.map((one) => one.number).sort(),
      lines: lines.map(({ invoice_key: _, ...line }) => line),
      left,
    };
    throw new Undone();
  }).catch((error) => {
    if (!(error instanceof Undone)) throw error;
  });
  return found as { invoices: { buyer_id: string; total: number; prev_billed: number }[]; lines: unknown[] };
}

test("partners closed in any order, one by one or together, are billed the same", async () => {
  const together = await closed([BUYERS]);
  expect(together.invoices.map((one) => one.buyer_id)).toEqual([...BUYERS].sort());
  expect(together.lines).toHaveLength(3 * BUYERS.length);
  expect(new Set(together.invoices.map((one) => one.total)).size).toBe(BUYERS.length);
  for (const one of together.invoices) expect(one.prev_billed).toBeGreaterThan(0);
  const ways = fc.tuple(
    fc.shuffledSubarray(BUYERS, { minLength: BUYERS.length }),
    fc.array(fc.boolean(), { minLength: BUYERS.length, maxLength: BUYERS.length }),
  );
  await fc.assert(
    fc.asyncProperty(ways, async ([some, cuts]) => {
      const groups: string[][] = [];
      for (const [at, buyer_id] of some.entries())
        if (at === 0 || cuts[at]) groups.push([buyer_id]);
        else groups.at(-1)!.push(buyer_id);
      expect(await closed(groups)).toEqual(together);
    }),
    { numRuns: runs(10) },
  );
});

test("みなし検収 of its day is written before the closing: nothing is issued but what was seen", async () => {
  await owner.query(
    `insert into billing_basis (seller_id, buyer_id, from_date, basis, inspection_days, set_by, set_time)
     values ('yamada', 'kita', '2026-06-10', 'inspected', 2, 'x', now() - interval '90 days')`,
  );
  // The days count from when the 納品書 was issued; what is late is billed in the month of its day.
  const later = { ...who, now: new Date(Date.now() + 30 * 86_400_000).toISOString() };
  const candidate = async (month = ym) => {
    const asked = { closing_day: 20, ym: month };
    const { items } = await tenant(t.db, later, (db) => readCandidates(db, later, asked), "read");
    return items.find((item) => item.buyer_id === "kita")!;
  };
  const close = (seen: string, buyer_ids = ["kita"], month = ym) => {
    const asked = { ym: month, buyer_ids, seen: [seen], with_zero: false, unended: false, disputed: false };
    return tenant(t.db, later, (db) => closePeriods(db, later, asked));
  };
  const state = async () =>
    (
      await owner.query(
        "select kind, actor_name, actor_company from inspection where buyer_id = 'kita' order by key",
      )
    ).rows;
  const before = await candidate();
  expect(before).toMatchObject({ num_lines: 2, problem: null });
  expect(before.warnings).toContainEqual(expect.stringContaining("検収期限を過ぎた明細が1件"));
  await expect(close(`${before.seen.slice(0, -1)}g`)).resolves.toMatchObject({
    invoices: [],
    refused: expect.stringMatching(/納品書1件をみなし検収にしました/),
  });
  expect(await state()).toEqual([{ kind: "deemed", actor_name: "自動", actor_company: null }]);
  const now = await candidate();
  expect(now.warnings).toEqual([]);
  await expect(close(`${now.seen.slice(0, -1)}g`)).rejects.toMatchObject({ status: 409 });
  const made = await close(now.seen, BUYERS);
  expect(made.invoices.map((one) => one.buyer_id).sort()).toEqual([...BUYERS].sort());
  expect(await state()).toHaveLength(1);
  expect((await owner.query("select rule, detail from check_invariants()")).rows).toEqual([]);
});

test("a partner all of whose lines wait is closed in the month of their day, and told why before", async () => {
  await owner.query(
    `insert into billing_basis (seller_id, buyer_id, from_date, basis, inspection_days, set_by, set_time)
     values ('yamada', 'higashi', '2026-06-10', 'inspected', 2, 'x', now() - interval '90 days')`,
  );
  await deliver("higashi", "2026-06-15", ["500"]);
  const later = { ...who, now: new Date(Date.now() + 90 * 86_400_000).toISOString() };
  const candidate = async (one: number) => {
    const asked = { closing_day: 20, ym: one };
    const { items } = await tenant(t.db, later, (db) => readCandidates(db, later, asked), "read");
    return items.find((item) => item.buyer_id === "higashi")!;
  };
  expect((await candidate(ym)).problem).toMatch(/検収待ちの明細が1件.*次の期間の請求になります/);
  const today = tokyoDate(new Date());
  const months = [0, 1].map((n) =>
    shiftMonth(Number(today.slice(0, 4)) * 100 + Number(today.slice(5, 7)), n),
  );
  const found = await Promise.all(months.map(candidate));
  const open = found.find(({ problem }) => problem === null)!;
  const month = months[found.indexOf(open)]!;
  expect(open).toMatchObject({
    is_zero: true,
    warnings: expect.arrayContaining([expect.stringContaining("検収期限を過ぎた明細が1件")]),
  });
  const close = (seen: string) => {
    const asked = { buyer_ids: ["higashi"], seen: [seen], with_zero: false, unended: false, disputed: false };
    return tenant(t.db, later, (db) => closePeriods(db, later, { ...asked, ym: month }));
  };
  await expect(close(open.seen)).resolves.toMatchObject({
    refused: expect.stringContaining("今回売上額 0円 → 1,500円"),
  });
  const deemed = await candidate(month);
  expect(deemed).toMatchObject({ num_lines: 1, subtotal: 1500, problem: null });
  expect((await close(deemed.seen)).invoices).toMatchObject([{ buyer_id: "higashi" }]);
  const waits = { dues: ["2026-07-01", null], end: "2026-07-20" };
  expect(emptyProblem({ ...waits, today: "2026-06-30" })).toContain("2026/7/1(水)を過ぎると");
  expect(emptyProblem({ ...waits, dues: [null], today: "2026-07-02" })).toContain("期限はありません");
});

test("of a part those that can be closed are issued, once under its key; the others are named with the reason", async () => {
  await deliver("tanaka", "2026-07-25", ["9"]);
  await deliver("minami", "2026-07-25", ["9"]);
  const month = 202608;
  const { items } = (await yamada.get(`/closings?closing_day=20&ym=${month}`)).body;
  const seenOf = (id: string) => items.find((item: { buyer_id: string }) => item.buyer_id === id).seen;
  const asked = {
    ym: month,
    buyer_ids: ["kita", "minami", "tanaka"],
    seen: ["kita", "minami", "tanaka"].map(seenOf),
  };
  await deliver("tanaka", "2026-07-26", ["1"]);
  const keys = async () =>
    (await owner.query("select buyer_id from invoice where ym = $1 order by 1", [month])).rows;
  expect((await yamada.post("/closings", { ...asked, step: "check" })).body).toMatchObject({ invoices: [] });
  expect(await keys()).toEqual([]);
  const post = () => yamada.post("/closings", { ...asked, step: "part" }, "part.0");
  const made = await Promise.all([post(), post()]);
  expect(made[0]!.body).toMatchObject({
    invoices: [{ buyer_id: "minami" }],
    refused: null,
    refusals: [
      { buyer_id: "tanaka", detail: expect.stringContaining("今回売上額 27円 → 30円") },
      { buyer_id: "kita", detail: "今回の売上がありません。" },
    ],
  });
  expect(made[1]!.body).toEqual(made[0]!.body);
  expect(await keys()).toEqual([{ buyer_id: "minami" }]);
  // A colleague's press, or this one under a new key: told who closed it.
  const late = await yamada.post("/closings", { ...asked, step: "part" });
  expect(late.body.invoices).toEqual([]);
  expect(late.body.refusals).toContainEqual({
    buyer_id: "minami",
    detail: expect.stringMatching(/締め済みです。.+さんが/),
  });
  expect((await owner.query("select rule, detail from check_invariants()")).rows).toEqual([]);
});

test("a number that is missing is named", async () => {
  const gaps = async () => (await yamada.get(`/closings?closing_day=20&ym=${ym}`)).body.gaps;
  expect(await gaps()).toEqual([]);
  await owner.query("update counter set value = value + 1 where (company_id, kind) = ('yamada', 'N2606')");
  await deliver("suzuki", "2026-06-21", ["1"]);
  const lost = await gaps();
  expect(lost).toEqual([expect.stringMatching(/^N2606-\d{4}$/)]);
  expect((await owner.query("select from delivery where number = $1", lost)).rows).toEqual([]);
});
