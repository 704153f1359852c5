import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { addressedOf } from "~/lib/partner/contact.server";
import { documentNumber, payeeOf } from "~/lib/partner/party.server";
import { activity } from "~/lib/tables/activity.table.server";
import { card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { closed_period, invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import { changeCard } from "~/lib/task/card.write.server";
import { tokyoDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { paymentPeriod } from "~/lib/time/period";
import { LAYOUT } from "~/lib/vocabulary/document";
import { readBooks } from "./books.server";
import { isPast, isUnended, unendedText, unseenClosing } from "./closing";
import {
  type Billed,
  type Draft,
  draftInvoice,
  draftProblem,
  draftSeen,
  isZero,
  partners,
} from "./closing.draft.server";
import { monthLabel } from "./invoice";
import type { ClosingNew } from "./invoice.schema";
import { lockPair } from "./pair.server";

type Chosen = Pick<ClosingNew, "ym" | "buyer_ids" | "with_zero"> & Partial<Pick<ClosingNew, "seen">>;

async function chosenPartners(db: Tx, who: Who, buyer_ids: string[]): Promise<Billed[]> {
  const found = await partners(db, who, [...new Set(buyer_ids)]);
  if (found.length < new Set(buyer_ids).size) throw notFound("取引先");
  return found;
}

/** Who closed that month already, and when: for the second of two. */
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
        isNull(invoice.cancelled_time),
      ),
    );
  return row
    ? `${monthLabel(ym)}は締め済みです。${row.name}さんが ${formatDateTime(row.at)} に締め、請求書 ${row.number} を発行しました。`
    : null;
}

/**
 * Each partner's invoice to be, or the sentence of the first that can't be closed; then of all that are not
 * what was seen.
 */
async function drafts(db: Tx, who: Who, { ym, with_zero, seen = [] }: Chosen, chosen: Billed[]) {
  const found = await Promise.all(
    chosen.map(async (partner) => {
      const books = await readBooks(db, who.company_id, [partner.buyer_id], paymentPeriod(ym, partner).end);
      const draft = draftInvoice(partner, ym, books);
      const closed = isPast(ym, books.closedOf(partner.buyer_id))
        ? await closedBy(db, who, partner.buyer_id, ym)
        : null;
      const problem =
        closed ??
        draftProblem(draft, books, tokyoDate(who.now)) ??
        (isZero(draft) && !with_zero ? "今回の売上がありません。" : null);
      refuseIf(problem && `${partner.buyer_name}: ${problem}`);
      return { partner, draft };
    }),
  );
  const changes = found.flatMap(({ partner: { buyer_id, buyer_name }, draft }) => {
    const before = seen.find((one) => one.startsWith(`${buyer_id}:`));
    const change = before === undefined ? null : unseenClosing(before, draftSeen(draft));
    return change ? [`${buyer_name}: ${change}`] : [];
  });
  refuseIf(
    changes.length === 0
      ? null
      : `他の人が更新しました。まだ発行していません。${changes.join(" ／ ")}。新しい金額を確認してから、もう一度操作してください。`,
  );
  return found;
}

/** A period that has not ended is closed only when somebody says so. */
function askUnended({ unended }: ClosingNew, found: Awaited<ReturnType<typeof drafts>>, today: string): void {
  const early = unended ? [] : found.filter(({ draft }) => isUnended(draft, today));
  if (early.length === 0) return;
  const text = early
    .map(({ partner, draft }) => `${partner.buyer_name}: ${unendedText(draft.end_date)}`)
    .join("。");
  throw new Refusal(422, "入力内容を確認してください。", { unended: [text] });
}

/** 仮締め: the sheets that closing would freeze; nothing is stored. */
export async function trialClosing(db: Tx, who: Who, input: Chosen) {
  const chosen = await chosenPartners(db, who, input.buyer_ids);
  const seller = await payeeOf(db, who.company_id);
  const items = [];
  for (const {
    partner,
    draft: { periods: _, ...draft },
  } of await drafts(db, who, input, chosen)) {
    const buyer = await addressedOf(db, who.company_id, partner.buyer_id);
    items.push({
      ...draft,
      seller,
      buyer,
      number: null,
      person: issuingPerson(who),
      note: null,
      layout: LAYOUT,
      cancelled_time: null,
      lines: numbered(draft.lines),
    });
  }
  return { items };
}

const numbered = <L>(lines: L[]) => lines.map((line, at) => ({ line_no: at + 1, ...line }));

/** 締め: for each partner the period is closed and its invoice issued; all of them or none. */
export async function closePeriods(db: Tx, who: Who, input: ClosingNew) {
  const chosen = await chosenPartners(db, who, input.buyer_ids);
  for (const { buyer_id } of [...chosen].sort((a, b) => (a.buyer_id < b.buyer_id ? -1 : 1)))
    await lockPair(db, who.company_id, buyer_id);
  const found = await drafts(db, who, input, chosen);
  askUnended(input, found, tokyoDate(who.now));
  const invoices = [];
  for (const { draft } of found) invoices.push(await issue(db, who, draft, input.note));
  return { invoices };
}

async function issue(db: Tx, who: Who, { lines, periods, ...figures }: Draft, note?: string) {
  const { seller_id, buyer_id, ym } = figures;
  const number = await documentNumber(db, seller_id, "S", figures.invoice_date);
  const [row] = await db
    .insert(invoice)
    .values({
      ...figures,
      number,
      seller: await payeeOf(db, seller_id),
      buyer: await addressedOf(db, seller_id, buyer_id),
      person: issuingPerson(who),
      note: note ?? null,
      layout: LAYOUT,
      issued_time: who.now,
    })
    .returning({ key: invoice.key });
  const key = row!.key;
  const closed = periods.map((period) => ({
    seller_id,
    buyer_id,
    ym: period.ym,
    start_date: period.start,
    end_date: period.end,
    terms: figures.terms,
    invoice_key: period.ym === ym ? key : null,
    closed_time: who.now,
  }));
  const made = await db
    .insert(closed_period)
    .values(closed)
    .onConflictDoNothing()
    .returning({ ym: closed_period.ym });
  if (made.length < closed.length)
    throw new Refusal(409, "他の人が先に締めました。最新の状態を確認してください。");
  if (lines.length > 0) {
    await db.insert(invoice_line).values(
      numbered(lines).map(
        ({ card_key: _, billing_ym: __, invoice_basis: ___, tax_rounding: ____, ...line }) => ({
          ...line,
          invoice_key: key,
          seller_id,
        }),
      ),
    );
    await db
      .update(delivery_line)
      .set({ invoice_key: key })
      .where(
        or(
          ...lines.map((line) =>
            and(
              eq(delivery_line.delivery_key, line.delivery_key),
              eq(delivery_line.line_no, line.delivery_line_no),
            ),
          ),
        ),
      );
  }
  const { subtotal, tax, total, billed_now } = figures;
  await record(db, who, {
    subject: "invoice",
    subject_key: key,
    seq: 1,
    seller_id,
    buyer_id,
    kind: "issued",
    before: {},
    after: { number, ym, subtotal, tax, total, billed_now },
  });
  await logBilled(db, who, lines, "billed", `請求書 ${number}`);
  return { key, number, buyer_id };
}

/** The notes and the cards of an invoice's lines hear of it in their own logs. */
export async function logBilled(
  db: Tx,
  who: Who,
  lines: { delivery_key: number; card_key: number | null }[],
  kind: "billed" | "unbilled",
  reason: string,
) {
  const notes = [...new Set(lines.map((line) => line.delivery_key))];
  const cards = [...new Set(lines.flatMap((line) => line.card_key ?? []))];
  for (const note of notes.length === 0
    ? []
    : await db
        .select()
        .from(delivery)
        .where(inArray(delivery.key, notes))
        .orderBy(asc(delivery.key))
        .for("update")) {
    const version = note.version + 1;
    await db.update(delivery).set({ version }).where(eq(delivery.key, note.key));
    const { key: subject_key, seller_id, buyer_id } = note;
    await record(db, who, {
      subject: "delivery",
      subject_key,
      seq: version,
      seller_id,
      buyer_id,
      kind,
      reason,
      before: {},
      after: {},
    });
  }
  for (const found of cards.length === 0
    ? []
    : await db.select().from(card).where(inArray(card.key, cards)).orderBy(asc(card.key)).for("update")) {
    await changeCard(db, who, found, kind, {}, reason);
  }
}
