import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readInvoice } from "~/lib/accounting/invoice.read.server";
import { type InvoiceDetail, invoiceKind } from "~/lib/accounting/invoice.schema";
import { pintProblems } from "~/lib/accounting/pint";
import { pintFaults } from "~/lib/accounting/pint.rules.testing";
import { pintXml } from "~/lib/accounting/pint.xml";
import type { Who } from "~/lib/api/who";
import { defectiveFilter, defectivePaging } from "~/lib/bi/defective.schema";
import { listDefective } from "~/lib/bi/defective.server";
import { summariseDefective } from "~/lib/bi/defective.summary.server";
import { qualityFilter } from "~/lib/bi/quality.schema";
import { listQuality, qualityOf } from "~/lib/bi/quality.server";
import { statFilter } from "~/lib/bi/stat.schema";
import { statOf } from "~/lib/bi/stat.server";
import { stays } from "~/lib/bi/stat.words";
import { daysAsked } from "~/lib/bi/worktime.schema";
import { listDays } from "~/lib/bi/worktime.server";
import { readConfig } from "~/lib/config/config.server";
import { type Tx, tenant } from "~/lib/db/connection.server";
import { type TestDatabase, testDatabase } from "~/lib/db/testing.server";
import { activity } from "~/lib/tables/activity.table.server";
import { card } from "~/lib/tables/card.table.server";
import { gaps, project } from "~/lib/task/project.testing";
import { someone } from "~/lib/task/testing.server";
import { addDays, daysBetween, today, tokyoDate, weekday } from "~/lib/time/date";
import { makeWorld } from "./world.server";

let database: TestDatabase;
const CARDS = 1200;

beforeAll(async () => {
  database = await testDatabase();
  const start = performance.now();
  await makeWorld({ db: database.db, config: readConfig({ NODE_ENV: "test" }) }, { cards: CARDS });
  console.info(`sample world: ${Math.round(performance.now() - start)} ms`);
});
afterAll(() => database.drop());

const as = (company_id: string) => ({ company_id, username: `admin@${company_id}.example` });

/** One number about a company's rows. */
async function count(company_id: string, from: string): Promise<number> {
  const query = sql.raw(`select count(*)::int as n from ${from}`);
  const { rows } = await tenant(
    database.db,
    as(company_id),
    (tx) => tx.execute<{ n: number }>(query),
    "read",
  );
  return rows[0]!.n;
}

const ours = "card where seller_id = 'yamada' and id not like 'L%'";

test("yamada's board has work in each process, requests to answer, and enough for さらに表示", async () => {
  expect(
    await count("yamada", `${ours} and created_time > now() - interval '100 days'`),
  ).toBeGreaterThanOrEqual(150);
  for (const [group_id, least] of [
    [1, 10],
    [2, 3],
    [3, 15],
    [4, 3],
    [5, 3],
    [6, 2],
    [7, 3],
    [8, 3],
  ] as const) {
    expect(await count("yamada", `${ours} and group_id = ${group_id}`)).toBeGreaterThanOrEqual(least);
  }
  const shipped = await count("yamada", `${ours} and shipped_time is not null and is_billing_target`);
  expect(shipped).toBeGreaterThanOrEqual(80);
  expect(shipped).toBeLessThanOrEqual(105);
  expect(await count("yamada", `${ours} and answer = 'proposed'`)).toBeGreaterThanOrEqual(2);
  expect(await count("yamada", `${ours} and answer = 'declined'`)).toBe(1);
});

test("of yamada's stock one product is short, all of it promised, one is below nothing, and a sheet is half counted", async () => {
  const kept = "stock where seller_id = 'yamada' and is_managed";
  expect(await count("yamada", kept)).toBe(5);
  expect(await count("yamada", `${kept} and is_short`)).toBe(1);
  expect(await count("yamada", `${kept} and is_short and num > 0 and num_allocated = num`)).toBe(1);
  expect(await count("yamada", `${kept} and num < 0`)).toBe(1);
  expect(await count("yamada", `${kept} and num = -4 and code = 'YM-P002'`)).toBe(1);
  const row = "stocktake_row r join stocktake s on s.key = r.stocktake_key where s.state = 'open'";
  expect(await count("yamada", "stocktake where seller_id = 'yamada' and state = 'open'")).toBe(1);
  expect(await count("yamada", `${row} and r.counted is not null`)).toBe(3);
  expect(await count("yamada", `${row} and r.counted is null`)).toBe(2);
  expect(await count("yamada", `${row} and r.counted <= r.start_num - 12 and r.reason is not null`)).toBe(1);
});

test("what a phone told after a count stands with its opposite", async () => {
  const late = "stock_move where seller_id = 'yamada' and source = 'late' and num = 5";
  expect(await count("yamada", late)).toBe(1);
  expect(await count("yamada", "stocktake where seller_id = 'yamada' and state = 'confirmed'")).toBe(1);
});

test("cards are late, due today and tomorrow, urgent, divided, defective, parts, for stock, by phone, unbilled", async () => {
  const board = `${ours} and group_id <> 99`;
  expect(await count("yamada", `${board} and delivery_date < '${today()}'`)).toBeGreaterThanOrEqual(4);
  expect(await count("yamada", `${board} and delivery_date = '${today()}'`)).toBeGreaterThanOrEqual(3);
  expect(
    await count("yamada", `${board} and delivery_date = '${addDays(today(), 1)}'`),
  ).toBeGreaterThanOrEqual(3);
  expect(await count("yamada", `${board} and is_urgent`)).toBeGreaterThanOrEqual(3);
  expect(await count("yamada", `${board} and task_type = 'division' and parent_id is not null`)).toBe(4);
  expect(await count("yamada", `${board} and task_type = 'defective' and not is_billing_target`)).toBe(3);
  expect(await count("yamada", `${board} and task_type = 'part'`)).toBe(4);
  expect(await count("yamada", `${board} and buyer_id = 'shohin-zaiko'`)).toBe(2);
  expect(await count("yamada", `${board} and buyer_id = 'buhin-zaiko'`)).toBe(2);
  const by_phone = "order_key is null and buyer_id in ('tanaka', 'suzuki') and task_type is null";
  expect(await count("yamada", `${board} and ${by_phone}`)).toBeGreaterThanOrEqual(3);
  expect(
    await count("yamada", `${board} and not is_billing_target and task_type is null and buyer_id = 'tanaka'`),
  ).toBe(1);
});

test("what was shipped up to last week is on 納品書, closed months on 請求書, and paid in every way", async () => {
  const waiting = "card where seller_id = 'yamada' and is_billing_target and num_delivered < num_good";
  expect(await count("yamada", `${waiting} and shipped_time is not null`)).toBeGreaterThanOrEqual(5);
  expect(await count("yamada", `${waiting} and shipped_time < now() - interval '11 days'`)).toBe(0);
  const settled = "coalesce((select sum(amount) from settlement s where s.invoice_key = invoice.key), 0)";
  const paid = `(select total, due_date, total - ${settled} as open from invoice where seller_id = 'yamada') i`;
  expect(await count("yamada", `${paid} where open = 0 and total > 0`)).toBeGreaterThanOrEqual(1);
  expect(await count("yamada", `${paid} where open = 440`)).toBe(1);
  expect(await count("yamada", `${paid} where open > 440 and open < total`)).toBe(1);
  expect(
    await count("yamada", `${paid} where open = total and due_date < '${today()}'`),
  ).toBeGreaterThanOrEqual(1);
  expect(await count("yamada", "payment where seller_id = 'yamada' and open_until = 'infinity'")).toBe(1);
  expect(await count("sato", "invoice where seller_id = 'sato'")).toBeGreaterThanOrEqual(3);
  const mutual = "total = subtotal + tax and subtotal = 36000 + 27300";
  expect(await count("sato", `delivery where seller_id = 'yamada' and buyer_id = 'sato' and ${mutual}`)).toBe(
    1,
  );
});

test("yamada and sato agreed on 支払通知書: one is confirmed and paid, the last was found wrong and is owed", async () => {
  const bill = "invoice i join self_bill b on b.invoice_key = i.key where i.buyer_id = 'yamada'";
  const said = (word: string) =>
    `${bill} and exists (select from self_bill_word w where w.invoice_key = i.key and w.word = '${word}')`;
  const paid = "(select coalesce(sum(amount), 0) from payout_part p where p.invoice_key = i.key)";
  expect(await count("yamada", "self_bill_agreement where act = 'accepted'")).toBe(1);
  expect(await count("yamada", `${said("confirmed")} and i.total = ${paid}`)).toBe(1);
  expect(await count("sato", `${said("disputed")} and ${paid} = 0`)).toBe(1);
  expect(await count("yamada", "payout where cancelled_time is null")).toBeGreaterThanOrEqual(2);
});

test("buyers paid what was due, but for one part and one 請求書 that nobody paid", async () => {
  const bills = `(select i.*, coalesce((select sum(amount) from payout_part p where p.invoice_key = i.key), 0) as paid
    from invoice i where seller_id in ('yamada', 'sato') and cancelled_time is null and total > 0
      and correction is null and due_date < '${today()}') i`;
  expect(await count("tanaka", `${bills} where buyer_id = 'tanaka' and paid = total`)).toBeGreaterThanOrEqual(
    2,
  );
  expect(await count("tanaka", `${bills} where buyer_id = 'tanaka' and paid between 1 and total - 1`)).toBe(
    1,
  );
  expect(await count("tanaka", `${bills} where buyer_id = 'tanaka' and paid = 0`)).toBe(0);
  expect(await count("suzuki", `${bills} where buyer_id = 'suzuki' and paid = 0`)).toBe(1);
});

test("some 納品書 are inspected and some wait, a 差異 has no answer, a 請求書 was put right by 赤黒, a 納品書 went by paper", async () => {
  const lines = (buyer_id: string) => `delivery_line where seller_id = 'yamada' and buyer_id = '${buyer_id}'`;
  expect(await count("yamada", `${lines("tanaka")} and num_accepted = num_items`)).toBeGreaterThanOrEqual(3);
  const waits = "card_key is not null and num_accepted + num_rejected < num_items";
  expect(await count("yamada", `${lines("tanaka")} and ${waits}`)).toBeGreaterThanOrEqual(1);
  const differs = `${lines("suzuki")} and num_rejected > 0 and num_accepted + num_rejected = num_items`;
  expect(await count("yamada", differs)).toBe(1);
  expect(await count("yamada", "inspection_answer")).toBe(0);
  expect(await count("yamada", "billing_basis where buyer_id = 'suzuki' and basis = 'inspected'")).toBe(1);
  for (const correction of ["red", "black"])
    expect(await count("yamada", `invoice where buyer_id = 'tanaka' and correction = '${correction}'`)).toBe(
      1,
    );
  expect(await count("suzuki", "document_sending where channel = 'paper'")).toBe(1);
  const opened = (name: string) =>
    `activity where subject in ('delivery', 'invoice') and kind = 'viewed' and actor_name = '${name}'`;
  expect(await count("tanaka", opened("田村 購"))).toBe(0);
  expect(await count("tanaka", opened("田中 一郎"))).toBeGreaterThan(20);
});

test("of orders one stands in v2, one waits for an answer to its 変更依頼, and one came in part and waits for 検収", async () => {
  expect(await count("tanaka", "order_revision where revision = 2")).toBeGreaterThanOrEqual(1);
  const unanswered =
    "not exists (select from order_amendment_answer w where w.amendment_key = order_amendment.key)";
  expect(await count("tanaka", `order_amendment where ${unanswered}`)).toBeGreaterThanOrEqual(1);
  const part = "card where seller_id = 'sato' and num_delivered > 0 and num_delivered < num_items";
  expect(await count("tanaka", part)).toBeGreaterThanOrEqual(1);
  const waits =
    "delivery_line l join card c on c.key = l.card_key where c.num_delivered < c.num_items and l.num_accepted = 0";
  expect(await count("tanaka", waits)).toBeGreaterThanOrEqual(1);
  expect(await count("tanaka", "supply_move where movement = 'sent'")).toBeGreaterThanOrEqual(2);
  expect(await count("tanaka", "quote_award where undone_time is null")).toBeGreaterThanOrEqual(1);
});

test("sato has thirty cards, from tanaka and from yamada, and suzuki sees none of them", async () => {
  expect(await count("sato", "card where seller_id = 'sato'")).toBe(30);
  expect(await count("yamada", "card where seller_id = 'sato'")).toBeGreaterThanOrEqual(8);
  expect(await count("tanaka", "card where seller_id = 'sato'")).toBeGreaterThanOrEqual(8);
  expect(await count("suzuki", "card where seller_id = 'sato'")).toBe(0);
});

test("everybody worked Monday to Friday, 8 to 18, and nothing is in the future", async () => {
  const local =
    "activity, lateral (select at at time zone 'Asia/Tokyo' as t) l where at > now() - interval '120 days'";
  const odd = "extract(isodow from t) > 5 or t::time not between '08:00' and '18:00' or at > now()";
  expect(await count("yamada", `${local} and (${odd})`)).toBe(0);
});

test("the world holds as many cards as it was asked for, mostly shipped long ago", async () => {
  expect(await count("yamada", "card where seller_id = 'yamada'")).toBeGreaterThanOrEqual(CARDS);
  expect(
    await count("yamada", "card where seller_id = 'yamada' and id like 'L%' and group_id = 99"),
  ).toBeGreaterThan(CARDS * 0.7);
});

test("folding each card's log gives its row, and no entry contradicts another", async () => {
  for (const company_id of ["yamada", "sato"]) {
    const { cards, log } = await tenant(
      database.db,
      as(company_id),
      async (tx) => ({
        cards: await tx.select().from(card),
        log: await tx.select().from(activity).where(sql`subject = 'card'`).orderBy(activity.seq),
      }),
      "read",
    );
    const entries = new Map<number, typeof log>(cards.map(({ key }) => [key, []]));
    for (const entry of log) entries.get(entry.subject_key)!.push(entry);
    for (const { key, search_key: _, ...row } of cards) {
      expect(project(entries.get(key)!), `card ${key}`).toEqual(row);
      expect(gaps(entries.get(key)!), `card ${key}`).toEqual([]);
    }
  }
});

test("check_invariants() finds nothing", async () => {
  const found = await tenant(
    database.db,
    as("yamada"),
    (tx) => tx.execute(sql`select * from check_invariants()`),
    "read",
  );
  expect(found.rows).toEqual([]);
});

test("the last days' work has times and people: finished, half done, still going on and paused", async () => {
  expect(
    await count("yamada", "work where work_start is not null and work_end is not null and num_good > 0"),
  ).toBeGreaterThanOrEqual(10);
  expect(await count("yamada", "work where num_partial > 0")).toBeGreaterThanOrEqual(2);
  expect(await count("yamada", "work where work_end is null")).toBeGreaterThanOrEqual(3);
  expect(await count("yamada", "pause where pause_end is null")).toBeGreaterThanOrEqual(1);
  expect(await count("yamada", "work where worker_id is null")).toBe(0);
});

test("four conversations, one with a card and one of 支払通知書, some of it unread", async () => {
  expect(
    await count(
      "yamada",
      "chat_room r where exists (select from message m where m.room_id = r.room_id and m.order_key is null)",
    ),
  ).toBe(4);
  expect(await count("yamada", "message where task_id is not null and room_id = 'yamada_tanaka'")).toBe(1);
  expect(
    await count("yamada", "chat_room where room_id = 'yamada_tanaka' and seller_read < last_number"),
  ).toBe(1);
  expect(await count("tanaka", "chat_ack where room_id = 'yamada_tanaka'")).toBe(2);
  const message = "message where room_id = 'yamada_tanaka' and";
  expect(await count("tanaka", `${message} reply_to is not null and edited_time is not null`)).toBe(1);
  expect(await count("suzuki", "chat_room where buyer_read = last_number and last_number > 0")).toBe(1);
});

test("every 請求書 that stands keeps the rules of JP PINT", async () => {
  const faults = await Promise.all(
    ["yamada", "sato"].map((company_id) =>
      tenant(
        database.db,
        as(company_id),
        async (tx) => {
          const { rows } = await tx.execute<{ key: number }>(
            sql`select key::int as key from invoice where seller_id = ${company_id} and cancelled_time is null
              and not is_self_billed`,
          );
          const who = someone(company_id, "seller");
          const docs: InvoiceDetail[] = [];
          for (const { key } of rows) docs.push(invoiceKind.detail.parse(await readInvoice(tx, who, key)));
          return docs.map((doc) => [doc.number, pintProblems(doc), pintFaults(pintXml(doc))] as const);
        },
        "read",
      ),
    ),
  );
  const documents = faults.flat();
  expect(documents.length).toBeGreaterThan(3);
  expect(documents.filter(([, problems, rules]) => problems.length + rules.length > 0)).toEqual([]);
});

test("of the days that people worked one is approved, one sent back, and others ask what nobody recorded", async () => {
  expect(await count("yamada", "day_review where kind = 'approved'")).toBe(1);
  expect(await count("yamada", "day_review where kind = 'returned' and reason is not null")).toBe(1);
  expect(await count("yamada", "indirect_work where label = '待ち' and note is not null")).toBe(1);
  const { items } = await tenant(database.db, as("yamada"), (tx) =>
    listDays(tx, someone("yamada", "seller"), daysAsked.parse({ period: "quarter", size: 50 })),
  );
  const asking = items.filter(({ gap_minutes, review }) => gap_minutes >= 15 && review === null);
  expect(asking.length).toBeGreaterThan(0);
  expect(items.some(({ review, is_changed }) => review?.kind === "approved" && !is_changed)).toBe(true);
});

const HALF = { period: "custom", from: addDays(today(), -182), to: today() };
const asYamada = <T>(run: (tx: Tx, who: Who) => Promise<T>) =>
  tenant(database.db, as("yamada"), (tx) => run(tx, someone("yamada", "seller")), "read");

test("for half a year cards have waited longest at 溶接, in its first months as in its last", async () => {
  const spans = [HALF, { ...HALF, to: addDays(today(), -112) }, { ...HALF, from: addDays(today(), -92) }];
  for (const span of spans) {
    const stat = await asYamada((tx, who) => statOf(tx, who, statFilter.parse({ ...span, axis: "process" })));
    const [longest, next] = stays(stat).sort((a, b) => b.wait - a.wait);
    expect(longest!.label).toBe("溶接");
    expect(longest!.wait).toBeGreaterThan(next!.wait * 1.2);
  }
  const weeks = "(select distinct date_trunc('week', work_start) from work where work_start is not null) w";
  expect(await count("yamada", weeks)).toBeGreaterThanOrEqual(20);
});

test("for half a year 寸法不良 has come back on Mondays, and is most of what went wrong", async () => {
  const summary = await asYamada((tx, who) => summariseDefective(tx, who, defectiveFilter.parse(HALF)));
  expect(summary.causes[0]!.label).toBe("寸法不良");
  const { items } = await asYamada((tx, who) =>
    listDefective(tx, who, defectivePaging.parse({ ...HALF, size: 100 })),
  );
  const days = items.filter(({ reason }) => reason === "寸法不良").map(({ at }) => tokyoDate(at));
  const mondays = new Set(days.filter((day) => weekday(day) === 1));
  expect(mondays.size).toBeGreaterThanOrEqual(20);
  expect(days.filter((day) => weekday(day) !== 1).length).toBeLessThanOrEqual(4);
});

test("a measured item has drifted to its limit", async () => {
  const found = await asYamada((tx, who) => qualityOf(tx, who, qualityFilter.parse(HALF)));
  const item = found.strands.find(({ label, product }) => label === "穴径" && product.startsWith("YM-1003"))!;
  const { item_id, product_id } = item;
  const { items } = await asYamada((tx, who) =>
    listQuality(tx, who, qualityFilter.parse({ ...HALF, item_id, product_id, size: 200 })),
  );
  const mean = (from: number, to: number) => {
    const values = items
      .filter(({ at }) => {
        const ago = daysBetween(tokyoDate(at), today());
        return ago >= from && ago < to;
      })
      .map(({ value }) => Number(value));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  expect(mean(0, 35) - mean(148, 183)).toBeGreaterThan(0.01);
  expect(Number(items[0]!.upper_limit) - mean(0, 35)).toBeLessThan(0.02);
});

test("a 作業日報 went back for its two gaps", async () => {
  const { items } = await asYamada((tx, who) =>
    listDays(tx, who, daysAsked.parse({ period: "quarter", size: 50 })),
  );
  const [back] = items.filter(({ review }) => review?.kind === "returned");
  expect(back!.gaps.map(([from, to]) => to - from)).toHaveLength(2);
  expect(back!.gap_minutes).toBeLessThanOrEqual(60);
});

test("the cards of the months before are past: shipped, billed to nobody, owed to nobody", async () => {
  const old = `${ours} and created_time < now() - interval '125 days'`;
  expect(await count("yamada", old)).toBeGreaterThanOrEqual(20);
  const past = "shipped_time is not null and not is_billing_target and num_delivered = 0";
  expect(await count("yamada", old)).toBe(await count("yamada", `${old} and ${past}`));
});
