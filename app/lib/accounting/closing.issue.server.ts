import { and, eq, inArray } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { closed_period, closing_draft } from "~/lib/tables/invoice.table.server";
import { tokyoDate } from "~/lib/time/date";
import { logAllBilled, setBilled } from "./billed.server";
import { isUnended, unendedText } from "./closing";
import { changesIn, changesOf, chosenPartners, type Found, readDrafts, refuseFirst } from "./closing.server";
import { deemPartners } from "./inspection.deem.server";
import { insertInvoices } from "./invoice.issue.server";
import type { ClosingNew } from "./invoice.schema";
import { lockPairs } from "./pair.server";

/** By few statements however many partners. */
async function issueAll(db: Tx, who: Who, ym: number, found: Found[], note?: string) {
  const made = await insertInvoices(
    db,
    who,
    who.company_id,
    found.map(({ draft, num_disputed }) => {
      const { lines, periods: _, note: drafted, ...figures } = draft;
      const text = [drafted, note].filter(Boolean).join("\n") || null;
      const reason = num_disputed > 0 ? disputedText(num_disputed) : undefined;
      return { head: { ...figures, note: text }, lines, reason };
    }),
  );
  const closed = found.flatMap(({ draft: { seller_id, buyer_id, terms, periods } }, at) =>
    periods.map((period) => ({
      seller_id,
      buyer_id,
      ym: period.ym,
      start_date: period.start,
      end_date: period.end,
      terms,
      invoice_key: period.ym === ym ? made[at]!.key : null,
      closed_time: who.now,
    })),
  );
  const added = await db
    .insert(closed_period)
    .values(closed)
    .onConflictDoNothing()
    .returning({ ym: closed_period.ym });
  if (added.length < closed.length)
    throw new Refusal(409, "他の人が先に締めました。最新の状態を確認してください。");
  await setBilled(
    db,
    found.flatMap(({ draft }) => draft.lines),
  );
  const buyer_ids = found.map(({ draft }) => draft.buyer_id);
  const isDraft = [
    eq(closing_draft.seller_id, who.company_id),
    inArray(closing_draft.buyer_id, buyer_ids),
    eq(closing_draft.ym, ym),
  ];
  await db.delete(closing_draft).where(and(...isDraft));
  const billed = found.map(({ draft: { lines } }, at) => ({ lines, reason: `請求書 ${made[at]!.number}` }));
  await logAllBilled(db, who, billed, "billed");
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

/** Whoever cannot be closed is named with the reason; the others are issued. */
async function closePart(db: Tx, who: Who, input: ClosingNew, found: Found[], isDeemed: boolean) {
  const today = tokyoDate(who.now);
  const changes = new Map(changesIn(found, input.seen).map((one) => [one.partner.buyer_id, one.change]));
  const why = ({ partner, draft, num_disputed, problem }: Found): string | null => {
    const change = changes.get(partner.buyer_id);
    const what = isDeemed ? "みなし検収、または他の人の更新" : "他の人の更新";
    if (problem !== null) return problem;
    if (change !== undefined)
      return `${what}で変わりました。${change}。新しい金額を確認してから、もう一度締めてください。`;
    if (!input.unended && isUnended(draft, today)) return unendedText(draft.end_date);
    return !input.disputed && num_disputed > 0
      ? `相手が照合で「差異」とした明細が${num_disputed}件あります。それでも締めるときはチェックを入れてください`
      : null;
  };
  const refusals = found.flatMap((one) => {
    const detail = why(one);
    return detail === null ? [] : [{ buyer_id: one.partner.buyer_id, detail }];
  });
  const refused = new Set(refusals.map((one) => one.buyer_id));
  const good = found.filter((one) => !refused.has(one.partner.buyer_id));
  const invoices = good.length > 0 ? await issueAll(db, who, input.ym, good, input.note) : [];
  return { invoices, refused: null, refusals };
}

/**
 * For all of them or for none. みなし検収 that has come to its day is written first; where that changes what was
 * seen it stays written, and nothing is issued.
 */
export async function closePeriods(db: Tx, who: Who, input: ClosingNew) {
  const chosen = await chosenPartners(db, who, input.buyer_ids);
  const buyer_ids = chosen.map((one) => one.buyer_id);
  if (input.step === "check") {
    const found = (await readDrafts(db, who, input, chosen)).filter((one) => one.problem === null);
    askUnended(input, found, tokyoDate(who.now));
    askDisputed(input, found);
    return { invoices: [], refused: null, refusals: [] };
  }
  await lockPairs(db, who.company_id, buyer_ids);
  const num_deemed = await deemPartners(db, who, buyer_ids);
  const found = await readDrafts(db, who, input, chosen);
  if (input.step === "part") return closePart(db, who, input, found, num_deemed > 0);
  refuseFirst(found);
  const changes = changesOf(found, input.seen);
  if (num_deemed > 0 && changes !== null)
    return {
      invoices: [],
      refused: `検収期限を過ぎた納品書${num_deemed}件をみなし検収にしました。${changes}`,
      refusals: [],
    };
  refuseIf(changes && `他の人が更新しました。${changes}`);
  askUnended(input, found, tokyoDate(who.now));
  askDisputed(input, found);
  return { invoices: await issueAll(db, who, input.ym, found, input.note), refused: null, refusals: [] };
}
