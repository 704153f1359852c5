import { and, eq, isNull } from "drizzle-orm";
import { notFound, refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addressedAll } from "~/lib/partner/contact.server";
import { payeeOf } from "~/lib/partner/party.server";
import { activity } from "~/lib/tables/activity.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { tokyoDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { paymentPeriod } from "~/lib/time/period";
import { LAYOUT } from "~/lib/vocabulary/document";
import { readBooks } from "./books.server";
import { isPast, unseenClosing } from "./closing";
import {
  type Billed,
  draftInvoice,
  draftProblem,
  draftSeen,
  isZero,
  numDisputed,
  partners,
} from "./closing.draft.server";
import { monthLabel } from "./invoice";
import { numbered } from "./invoice.issue.server";
import { type ClosingNew, FIRST_ISSUE } from "./invoice.schema";

type Chosen = Pick<ClosingNew, "ym" | "buyer_ids" | "with_zero"> & Partial<Pick<ClosingNew, "seen">>;

export async function chosenPartners(db: Tx, who: Who, buyer_ids: string[]): Promise<Billed[]> {
  const found = await partners(db, who, [...new Set(buyer_ids)]);
  if (found.length < new Set(buyer_ids).size) throw notFound("取引先");
  return found;
}

export const booksOf = (db: Tx, who: Who, ym: number, chosen: Billed[]) =>
  readBooks(
    db,
    who.company_id,
    Object.fromEntries(chosen.map((one) => [one.buyer_id, paymentPeriod(ym, one).end])),
  );

async function closedBy(db: Tx, who: Who, buyer_id: string, ym: number): Promise<string | null> {
  const [row] = await db
    .select({ number: invoice.number, at: activity.at, name: activity.actor_name })
    .from(invoice)
    .innerJoin(
      activity,
      and(
        eq(activity.subject, "invoice"),
        eq(activity.subject_key, invoice.key),
        eq(activity.kind, "issued"),
      ),
    )
    .where(
      and(
        eq(invoice.seller_id, who.company_id),
        eq(invoice.buyer_id, buyer_id),
        eq(invoice.ym, ym),
        eq(invoice.is_single, false),
        isNull(invoice.correction),
        isNull(invoice.cancelled_time),
      ),
    );
  return row
    ? `${monthLabel(ym)}は締め済みです。${row.name}さんが ${formatDateTime(row.at)} に締め、請求書 ${row.number} を発行しました。`
    : null;
}

/** `problem`: why it cannot be closed. */
export async function readDrafts(db: Tx, who: Who, { ym, with_zero }: Chosen, chosen: Billed[]) {
  const books = await booksOf(db, who, ym, chosen);
  return Promise.all(
    chosen.map(async (partner) => {
      const draft = draftInvoice(partner, ym, books);
      const closed = isPast(ym, books.closedOf(partner.buyer_id))
        ? await closedBy(db, who, partner.buyer_id, ym)
        : null;
      const problem =
        closed ??
        draftProblem(draft, books, tokyoDate(who.now)) ??
        (isZero(draft) && !with_zero ? "今回の売上がありません。" : null);
      return { partner, draft, num_disputed: numDisputed(draft, books), problem };
    }),
  );
}

export type Found = Awaited<ReturnType<typeof readDrafts>>[number];

export function refuseFirst(found: Found[]): void {
  const first = found.find((one) => one.problem !== null);
  refuseIf(first ? `${first.partner.buyer_name}: ${first.problem}` : null);
}

/** What is no longer as it was seen, in words. */
export function changesIn(found: Found[], seen: string[] = []): { partner: Billed; change: string }[] {
  const seenOf = new Map(seen.map((one) => [one.slice(0, one.indexOf(":")), one]));
  return found.flatMap(({ partner, draft }) => {
    const before = seenOf.get(partner.buyer_id);
    const change = before === undefined ? null : unseenClosing(before, draftSeen(draft));
    return change ? [{ partner, change }] : [];
  });
}

export function changesOf(found: Found[], seen?: string[]): string | null {
  const changes = changesIn(found, seen).map(({ partner, change }) => `${partner.buyer_name}: ${change}`);
  return changes.length === 0
    ? null
    : `まだ発行していません。${changes.join(" ／ ")}。新しい金額を確認してから、もう一度操作してください。`;
}

/** The sheets that closing would freeze (仮締め); nothing is stored. */
export async function trialClosing(db: Tx, who: Who, input: Chosen) {
  const chosen = await chosenPartners(db, who, input.buyer_ids);
  const seller = await payeeOf(db, who.company_id);
  const found = await readDrafts(db, who, input, chosen);
  refuseFirst(found);
  const changes = changesOf(found, input.seen);
  refuseIf(changes && `他の人が更新しました。${changes}`);
  const buyer_ids = found.map(({ draft }) => draft.buyer_id);
  const buyers = await addressedAll(db, who.company_id, buyer_ids);
  const items = found.map(({ draft: { periods: _, ...draft } }, at) => ({
    ...draft,
    ...FIRST_ISSUE,
    seller,
    buyer: buyers[at]!,
    number: null,
    person: issuingPerson(who),
    layout: LAYOUT,
    cancelled_time: null,
    lines: numbered(draft.lines),
  }));
  return { items };
}
