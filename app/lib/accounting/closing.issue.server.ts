import { and, eq } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { closed_period, closing_draft } from "~/lib/tables/invoice.table.server";
import { tokyoDate } from "~/lib/time/date";
import { logBilled, setBilled } from "./billed.server";
import { isUnended, unendedText } from "./closing";
import { chosenPartners, drafts } from "./closing.server";
import { insertInvoice } from "./invoice.issue.server";
import type { ClosingNew } from "./invoice.schema";
import { lockPair } from "./pair.server";

type Found = Awaited<ReturnType<typeof drafts>>[number];

async function issue(db: Tx, who: Who, { draft, num_disputed }: Found, note?: string) {
  const { lines, periods, note: drafted, ...figures } = draft;
  const { seller_id, buyer_id, ym } = figures;
  const text = [drafted, note].filter(Boolean).join("\n") || null;
  const reason = num_disputed > 0 ? disputedText(num_disputed) : undefined;
  const made = await insertInvoice(db, who, { ...figures, note: text }, lines, reason);
  const closed = periods.map((period) => ({
    seller_id,
    buyer_id,
    ym: period.ym,
    start_date: period.start,
    end_date: period.end,
    terms: figures.terms,
    invoice_key: period.ym === ym ? made.key : null,
    closed_time: who.now,
  }));
  const added = await db
    .insert(closed_period)
    .values(closed)
    .onConflictDoNothing()
    .returning({ ym: closed_period.ym });
  if (added.length < closed.length)
    throw new Refusal(409, "他の人が先に締めました。最新の状態を確認してください。");
  await setBilled(db, lines);
  const isDraft = [
    eq(closing_draft.seller_id, seller_id),
    eq(closing_draft.buyer_id, buyer_id),
    eq(closing_draft.ym, ym),
  ];
  await db.delete(closing_draft).where(and(...isDraft));
  await logBilled(db, who, lines, "billed", `請求書 ${made.number}`);
  return made;
}

function askUnended({ unended }: ClosingNew, found: Found[], today: string): void {
  const early = unended ? [] : found.filter(({ draft }) => isUnended(draft, today));
  if (early.length === 0) return;
  const text = early
    .map(({ partner, draft }) => `${partner.buyer_name}: ${unendedText(draft.end_date)}`)
    .join("。");
  throw new Refusal(422, "入力内容を確認してください。", { unended: [text] });
}

const disputedText = (num: number) => `相手が照合で「差異」とした明細${num}件を含めて締めました`;

function askDisputed({ disputed }: ClosingNew, found: Found[]): void {
  const some = disputed ? [] : found.filter((one) => one.num_disputed > 0);
  if (some.length === 0) return;
  const text = some.map((one) => `${one.partner.buyer_name} ${one.num_disputed}件`).join("、");
  throw new Refusal(422, "入力内容を確認してください。", {
    disputed: [
      `相手が照合で「差異」とした明細があります（${text}）。それでも締めるときはチェックを入れてください`,
    ],
  });
}

/** For all of them or for none. */
export async function closePeriods(db: Tx, who: Who, input: ClosingNew) {
  const chosen = await chosenPartners(db, who, input.buyer_ids);
  for (const { buyer_id } of [...chosen].sort((a, b) => (a.buyer_id < b.buyer_id ? -1 : 1)))
    await lockPair(db, who.company_id, buyer_id);
  const found = await drafts(db, who, input, chosen);
  askUnended(input, found, tokyoDate(who.now));
  askDisputed(input, found);
  const invoices = [];
  for (const one of found) invoices.push(await issue(db, who, one, input.note));
  return { invoices };
}
