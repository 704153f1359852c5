import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { capNotes } from "~/lib/payable/bill.cap.server";
import { journal_entry, journal_export } from "~/lib/tables/journal.table.server";
import { encodeCp932 } from "~/lib/text/cp932.server";
import { debitOf, type JournalRules, type Side } from "./journal";
import { entryProblem, headOf, journalText } from "./journal.file";
import { ENTRIES_MAX, numExported, openEntries, type Sourced } from "./journal.read.server";
import { rulesOf } from "./journal.rule.server";
import type { ExportNew, Preview } from "./journal.schema";
import { type Product } from "./journal.tax";

const ROWS_SHOWN = 200;
const CHARS_SHOWN = 50;
type Asked = { from: string; to: string; product: Product };

async function lastNo(db: Tx, { company_id }: Who, product: Product): Promise<number> {
  const { rows } = await db.execute<{ value: number }>(
    sql`select coalesce(max(no), 0)::int as value from journal_entry where company_id = ${company_id} and product = ${product}`,
  );
  return rows[0]!.value;
}

const numbered = (entries: Sourced[], last: number) =>
  entries.map((entry, at) => ({ no: last + at + 1, entry }));
const numRows = (entries: Sourced[]) => entries.reduce((sum, { rows }) => sum + rows.length, 0);
const totalOf = (entries: Sourced[]) => entries.reduce((sum, entry) => sum + debitOf(entry), 0);

function byAccount(entries: Sourced[]) {
  const sums = new Map<string, { debit: number; credit: number }>();
  const add = (side: Side | null, on: "debit" | "credit") => {
    if (!side) return;
    const sum = sums.get(side.account) ?? { debit: 0, credit: 0 };
    sums.set(side.account, { ...sum, [on]: sum[on] + side.amount });
  };
  for (const { debit, credit } of entries.flatMap(({ rows }) => rows)) {
    add(debit, "debit");
    add(credit, "credit");
  }
  return [...sums].map(([account, sum]) => ({ account, ...sum }));
}

/** What can't be given out as it stands, whatever is confirmed. */
function refusal(entries: Sourced[], { from, to }: Asked): string | null {
  if (from > to) return "期間の初めが終わりより後になっています。";
  if (entries.length > ENTRIES_MAX)
    return `一度に出力できる仕訳は${formatNumber(ENTRIES_MAX)}件までです。期間を短くしてください。`;
  return null;
}

async function gather(db: Tx, who: Who, asked: Asked) {
  const rules = await rulesOf(db, who);
  const entries = await openEntries(db, who, rules, asked);
  const list = numbered(entries, await lastNo(db, who, asked.product));
  const text = journalText(asked.product, list, rules);
  return { rules, entries, list, text, seen: digestOf([asked.product, text]) };
}

const NOTHING = "この期間に、まだ出力していない仕訳はありません。";

const shownSide = (side: Side | null, product: Product, { tax_names }: JournalRules) =>
  side && { account: side.account, sub: side.sub, amount: side.amount, tax: tax_names[product][side.code] };

export async function previewJournal(
  db: Tx,
  who: Who,
  query: { from: string; to: string; product?: Product },
): Promise<Preview> {
  const product = query.product ?? (await rulesOf(db, who)).product;
  const asked = { ...query, product };
  const { rules, entries, list, text, seen } = await gather(db, who, asked);
  const problems = new Map(list.map((one) => [one.no, entryProblem(product, one)]));
  const head = headOf(product) ? 1 : 0;
  return {
    product,
    num_entries: entries.length,
    num_rows: numRows(entries),
    num_late: entries.filter(({ late }) => late).length,
    num_problems: [...problems.values()].filter(Boolean).length,
    num_before: await numExported(db, who, asked),
    total: totalOf(entries),
    accounts: byAccount(entries),
    entries: list
      .toSorted((a, b) => Number(!problems.get(a.no)) - Number(!problems.get(b.no)))
      .slice(0, ROWS_SHOWN)
      .map(({ no, entry: { rows, ...entry } }) => ({
        ...entry,
        no,
        problem: problems.get(no)!,
        rows: rows.map(({ debit, credit }) => ({
          debit: shownSide(debit, product, rules),
          credit: shownSide(credit, product, rules),
        })),
      })),
    unwritable: encodeCp932(text)
      .unencodable.slice(0, CHARS_SHOWN)
      .map(({ row, char }) => ({ row: row - head, char })),
    caps: await capNotes(db, who, asked),
    refused: refusal(entries, asked),
    seen,
  };
}

const { content: _, ...WITHOUT_FILE } = getTableColumns(journal_export);

const CHANGED =
  "表示した後に仕訳が変わりました。もう一度確認してから出力してください。（他の人が出力したか、請求書・入金・支払・設定が変わりました）";
const UNWRITABLE =
  "Shift_JISで書けない文字があります。「書けない文字を〓にして出力する」に印を付けるか、会社名などを直してください";

/** Marks what is in it as given out: what comes later comes in the next. */
export async function exportJournal(db: Tx, who: Who, { seen, replace, ...asked }: ExportNew) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`journal ${who.company_id}`}, 0))`);
  const { entries, list, text, seen: now } = await gather(db, who, asked);
  refuseIf(refusal(entries, asked));
  refuseIf(seen === now ? null : CHANGED);
  refuseIf(entries.length === 0 ? NOTHING : null);
  const unwritable = encodeCp932(text).unencodable.length > 0;
  if (unwritable && !replace)
    throw new Refusal(422, "入力内容を確認してください。", { replace: [UNWRITABLE] });
  const { product, from, to } = asked;
  const [made] = await db
    .insert(journal_export)
    .values({
      company_id: who.company_id,
      product,
      from_date: from,
      to_date: to,
      exported_time: who.now,
      exported_by: issuingPerson(who) ?? "運営",
      num_entries: entries.length,
      num_rows: numRows(entries),
      num_late: entries.filter(({ late }) => late).length,
      total: totalOf(entries),
      first_no: list[0]!.no,
      last_no: list.at(-1)!.no,
      content: text,
      has_purchases: true,
    })
    .returning(WITHOUT_FILE);
  const rows = list.map(({ no, entry }) => ({
    company_id: who.company_id,
    product,
    source: entry.source,
    no,
    export_key: made!.key,
    entry_date: entry.date,
    amount: debitOf(entry),
  }));
  for (let at = 0; at < rows.length; at += 1000)
    await db.insert(journal_entry).values(rows.slice(at, at + 1000));
  return made!;
}

export const exportsOf = (db: Tx, { company_id }: Who) =>
  db
    .select(WITHOUT_FILE)
    .from(journal_export)
    .where(eq(journal_export.company_id, company_id))
    .orderBy(desc(journal_export.key))
    .limit(ROWS_SHOWN);

export async function exportOf(db: Tx, { company_id }: Who, key: number) {
  const [row] = await db
    .select()
    .from(journal_export)
    .where(and(eq(journal_export.company_id, company_id), eq(journal_export.key, key)));
  if (!row) throw notFound("出力した仕訳");
  return row;
}
