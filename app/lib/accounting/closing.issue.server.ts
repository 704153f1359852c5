import { and, asc, eq, inArray, or } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import { documentNumber } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { addressedOf } from "~/lib/partner/contact.server";
import { payeeOf } from "~/lib/partner/party.server";
import { card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { closed_period, invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import { changeCard } from "~/lib/task/card.write.server";
import { tokyoDate } from "~/lib/time/date";
import { LAYOUT } from "~/lib/vocabulary/document";
import { isUnended, unendedText } from "./closing";
import type { Draft } from "./closing.draft.server";
import { chosenPartners, drafts, numbered } from "./closing.server";
import type { ClosingNew } from "./invoice.schema";
import { lockPair } from "./pair.server";

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
function askUnended({ unended }: ClosingNew, found: Awaited<ReturnType<typeof drafts>>, today: string): void {
  const early = unended ? [] : found.filter(({ draft }) => isUnended(draft, today));
  if (early.length === 0) return;
  const text = early
    .map(({ partner, draft }) => `${partner.buyer_name}: ${unendedText(draft.end_date)}`)
    .join("。");
  throw new Refusal(422, "入力内容を確認してください。", { unended: [text] });
}
/** For all of them or for none. */
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
