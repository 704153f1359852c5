import { and, asc, eq, getTableColumns, gte, type SQL, sql } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { figuresText } from "~/lib/money/confirmed";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { payable_match_close } from "~/lib/tables/match.table.server";
import { type ISODate, tokyoDate } from "~/lib/time/date";
import { paymentPeriod, type Terms } from "~/lib/time/period";
import type { Billed, Delivered, Paper, Received, Word } from "./match.given";
import { matchRows, totalsOf } from "./match.rows";
import { type MatchRow, matchRow } from "./match.schema";
import { billedLines, cardReceipts, deliveredLines, type Matched, papersOf } from "./match.sql.server";

type Close = typeof payable_match_close.$inferSelect;
export type Month = {
  partner_id: string;
  partner_name: string;
  ym: number;
  terms: Terms;
  papers: Paper[];
  rows: MatchRow[];
  /** What the closing kept is held against this. */
  papers_mark: string;
  last: Close | null;
  log: Close[];
  isClosed: boolean;
  isChanged: boolean;
  seen: string;
};

async function groupsOf<R>(db: Tx, query: SQL): Promise<Map<string, R[]>> {
  const { rows } = await db.execute<{ row: R & { partner_id: string } }>(
    sql`select to_jsonb(x) as row from (${query}) x`,
  );
  const found = new Map<string, R[]>();
  for (const { row } of rows) {
    const own = found.get(row.partner_id);
    if (own) own.push(row);
    else found.set(row.partner_id, [row]);
  }
  return found;
}

const received = (at: Matched, on: ISODate): SQL => sql`
  select partner_id, card_key, own_key, card_id, order_id, name, date, trim_scale(num_units)::text as num_units, unit,
    trim_scale(unit_price)::text as unit_price, amount from ${cardReceipts({ ...at, on })} x order by date, card_key`;
const toOne = ({ partner_id }: Matched) =>
  partner_id === undefined ? sql`` : sql` and m.partner_id = ${partner_id}`;
const lastWords = (at: Matched, since: number): SQL => sql`
  select distinct on (m.partner_id, m.line, m.ym) m.partner_id, m.line, m.ym, m.answer, m.ours, m.theirs, m.reason, m.person, m.said_time
  from payable_match_word m where m.company_id = ${at.company_id}${toOne(at)} and m.ym >= ${since} order by m.partner_id, m.line, m.ym, m.key desc`;

/** The lines are read of the month that is asked for alone. */
async function closesOf(db: Tx, at: Matched, since: number): Promise<Map<string, Close[]>> {
  const { company_id, partner_id, ym } = at;
  const rows = await db
    .select({
      ...getTableColumns(payable_match_close),
      rows: sql<unknown>`case when ${payable_match_close.ym} = ${ym} then ${payable_match_close.rows} end`,
    })
    .from(payable_match_close)
    .where(
      and(
        eq(payable_match_close.company_id, company_id),
        gte(payable_match_close.ym, since),
        partner_id === undefined ? undefined : eq(payable_match_close.partner_id, partner_id),
      ),
    )
    .orderBy(asc(payable_match_close.key));
  const found = new Map<string, Close[]>();
  for (const row of rows) found.set(row.partner_id, [...(found.get(row.partner_id) ?? []), row]);
  return found;
}

/** What was said of months before all that may stand in this one is of no use. */
const firstMonth = (ym: number, lines: { date: ISODate }[][]): number =>
  Math.min(ym, ...lines.flat().map(({ date }) => Number(date.slice(0, 4) + date.slice(5, 7))));

/** Which months stand closed. */
const closedMonths = (closes: Close[]): number[] => {
  const last = new Map(closes.map(({ ym, act }) => [ym, act]));
  return [...last].flatMap(([ym, act]) => (act === "closed" ? ym : []));
};

export const partnersOf = (db: Tx, who: Who) =>
  db
    .select({ terms: collaboration, id: factory.id, name: factory.name })
    .from(collaboration)
    .innerJoin(factory, and(eq(factory.id, collaboration.seller_id), eq(factory.is_stock, false)))
    .where(eq(collaboration.buyer_id, who.company_id))
    .orderBy(asc(factory.name), asc(factory.id));

/** Of all partners, or of one: the month as it is, or as it was closed. */
export async function monthsOfPartners(db: Tx, who: Who, ym: number, partner_id?: string): Promise<Month[]> {
  const at: Matched = { company_id: who.company_id, ym, partner_id };
  const partners = await partnersOf(db, who);
  const papers = await groupsOf<Paper>(db, papersOf(at));
  const billed = await groupsOf<Billed>(db, billedLines(at));
  const delivered = await groupsOf<Delivered>(db, deliveredLines(at));
  const cards = await groupsOf<Received>(db, received(at, tokyoDate(who.now)));
  const since = firstMonth(ym, [...delivered.values(), ...cards.values()]);
  const words = await groupsOf<Word>(db, lastWords(at, since));
  const closes = await closesOf(db, at, since);
  const asked = partners.filter(({ id }) => partner_id === undefined || id === partner_id);
  return asked.map(({ id, name, terms }) => {
    const all = closes.get(id) ?? [];
    const log = all.filter((one) => one.ym === ym);
    const last = log.at(-1) ?? null;
    const own = papers.get(id) ?? [];
    const isClosed = last?.act === "closed";
    const rows = isClosed
      ? matchRow.array().parse(last.rows)
      : matchRows({
          ym,
          terms,
          papers: own,
          billed: billed.get(id) ?? [],
          delivered: delivered.get(id) ?? [],
          received: cards.get(id) ?? [],
          words: words.get(id) ?? [],
          closed: closedMonths(all),
        });
    const papers_mark = digestOf(own.map((one) => [one.id, one.subtotal, one.tax]).sort());
    const { ours, theirs } = totalsOf(rows);
    const seen = rows.map((row) => [row.id, row.ours?.amount, row.theirs?.amount, row.state, row.said_time]);
    return {
      partner_id: id,
      partner_name: name,
      ym,
      terms,
      papers: own,
      rows,
      papers_mark,
      last,
      log,
      isClosed,
      isChanged: isClosed && last.papers !== papers_mark,
      seen: figuresText([ours, theirs], digestOf([seen, papers_mark, last?.key ?? 0])),
    };
  });
}

export const cannotClose = ({ rows, papers, terms, ym, isClosed }: Month, today: ISODate): string | null => {
  const { num_open, num_asked } = totalsOf(rows);
  if (isClosed) return "この月の照合は締め済みです。";
  if (rows.length === 0) return "この月に照合するものがありません。";
  const disputed = papers.find(({ is_disputed }) => is_disputed);
  if (disputed)
    return `支払通知書 ${disputed.number} に相違の連絡があります。支払先の確認を受けるか、作り直してから締めてください。`;
  if (num_open > 0) return `説明のない差異が${num_open}件あります。すべてに回答してから締めてください。`;
  if (num_asked > 0)
    return `訂正を頼んだ差異が${num_asked}件あります。訂正されるのを待つか、ほかの回答を選んでください。`;
  return paymentPeriod(ym, terms).end >= today ? "期間が終わっていません。" : null;
};

export async function monthOf(db: Tx, who: Who, partner_id: string, ym: number): Promise<Month> {
  const [month] = await monthsOfPartners(db, who, ym, partner_id);
  if (!month) throw notFound("支払先");
  return month;
}
