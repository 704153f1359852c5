import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { notFound, refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { billing_check, closing_draft } from "~/lib/tables/invoice.table.server";
import { tokyoDate } from "~/lib/time/date";
import { paymentPeriod, periodOf } from "~/lib/time/period";
import { addedLine } from "./added.line";
import { isPast, linesOf, openBefore, periodsUpTo } from "./closing";
import { termsOf } from "./closing.draft.server";
import { invoiceTotals } from "./note.tax";
import { lastClosed, lockPair } from "./pair.server";
import type { BillingChecks } from "./reconcile.schema";
import { lineNameOf } from "./single.schema";
import { unbilledLines } from "./unbilled.server";

type Asked = { partner?: string; ym?: number; received: boolean };
const NO_TOTALS = { by_rate: [], subtotal: 0, tax: 0, total: 0 };

const isBuyer = (who: Who, { received }: Pick<Asked, "received">) => who.company_type === "buyer" || received;

async function partnersOf(db: Tx, who: Who, asked: Asked) {
  const [our, their] = isBuyer(who, asked)
    ? [collaboration.buyer_id, collaboration.seller_id]
    : [collaboration.seller_id, collaboration.buyer_id];
  return db
    .select({ terms: collaboration, id: their, name: factory.name })
    .from(collaboration)
    .innerJoin(factory, and(eq(factory.id, their), eq(factory.is_stock, false)))
    .where(eq(our, who.company_id))
    .orderBy(asc(factory.name));
}

/** The last word of each side. */
async function checksOf(db: Tx, keys: number[]) {
  const rows =
    keys.length === 0
      ? []
      : await db
          .selectDistinctOn([
            billing_check.delivery_key,
            billing_check.delivery_line_no,
            billing_check.company_id,
          ])
          .from(billing_check)
          .where(inArray(billing_check.delivery_key, keys))
          .orderBy(
            billing_check.delivery_key,
            billing_check.delivery_line_no,
            billing_check.company_id,
            desc(billing_check.key),
          );
  return new Map(rows.map((row) => [`${lineNameOf(row)} ${row.company_id}`, row]));
}

export async function openLines(db: Tx, who: Who, asked: Asked) {
  const partners = await partnersOf(db, who, asked);
  const found = partners.find(({ id }) => id === asked.partner);
  if (asked.partner !== undefined && !found) throw notFound("取引先");
  if (!found) return { partners, pair: null };
  const { seller_id, buyer_id } = found.terms;
  const terms = termsOf(found.terms);
  const last = await lastClosed(db, seller_id, buyer_id);
  const { lines, taxed } = await unbilledLines(db, seller_id, [buyer_id]);
  const now = periodOf(tokyoDate(who.now), terms);
  const ym = asked.ym ?? openBefore({ ym: now, terms, last, lines }) ?? now;
  const items = linesOf(lines, ym, terms, last);
  return { partners, pair: { ...found, terms, last, ym, items, taxed, seller_id, buyer_id } };
}

/** What will be billed while the period is open, as both sides see it. */
export async function readReconciliation(db: Tx, who: Who, asked: Asked) {
  const { partners, pair } = await openLines(db, who, asked);
  const is_buyer = isBuyer(who, asked);
  const names = partners.map(({ id, name }) => ({ id, name }));
  const common = { partners: names, is_buyer };
  if (!pair) {
    const nothing = { partner_name: null, ym: null, start_date: "", end_date: "", is_closed: false };
    return { ...common, ...nothing, items: [], added: [], totals: NO_TOTALS };
  }
  const { ym, terms, last, items, taxed, seller_id, buyer_id } = pair;
  const { start, end } = periodsUpTo(ym, terms, last).at(-1) ?? paymentPeriod(ym, terms);
  const whole = partners.find(({ id }) => id === pair.id)!.terms;
  const [drafted] = await db
    .select()
    .from(closing_draft)
    .where(
      and(
        eq(closing_draft.seller_id, seller_id),
        eq(closing_draft.buyer_id, buyer_id),
        eq(closing_draft.ym, ym),
      ),
    );
  const invoice_basis = items[0]?.invoice_basis ?? whole.invoice_basis;
  const added = (drafted?.lines ?? []).map((line) => addedLine(line, end, { ...whole, invoice_basis }));
  const checks = await checksOf(
    db,
    items.map((line) => line.delivery_key),
  );
  return {
    ...common,
    partner_name: pair.name,
    ym,
    start_date: start,
    end_date: end,
    is_closed: isPast(ym, last),
    items: items.map((line) => ({
      ...line,
      seller: checks.get(`${lineNameOf(line)} ${seller_id}`) ?? null,
      buyer: checks.get(`${lineNameOf(line)} ${buyer_id}`) ?? null,
    })),
    added: added.map((line) => ({ name: line.name, price: line.price, tax_rate: line.tax_rate })),
    totals: invoiceTotals([...items, ...added], invoice_basis, whole.tax_rounding, taxed),
  };
}

/** Each says its own; nothing that was said is changed, a later word counts. */
export async function checkLines(db: Tx, who: Who, input: BillingChecks) {
  const { lines, agrees, reason, price, ...asked } = input;
  const [ours, theirs] = [who.company_id, asked.partner];
  await (isBuyer(who, asked) ? lockPair(db, theirs, ours) : lockPair(db, ours, theirs));
  const { pair } = await openLines(db, who, asked);
  const names = new Set(lines);
  // A line may stand there in parts; the word is on the line.
  const parts = pair!.items.filter((line) => names.has(lineNameOf(line)));
  const chosen = [...new Map(parts.map((line) => [lineNameOf(line), line])).values()];
  refuseIf(
    chosen.length < names.size
      ? "選んだ明細の一部が、請求済みか取り消されています。画面を読み込み直してください。"
      : null,
  );
  const sum = parts.reduce((total, line) => total + line.price, 0);
  refuseIf(
    price !== undefined && price !== sum
      ? `明細の金額が、確認した${formatNumber(price)}円から${formatNumber(sum)}円に変わりました。もう一度比べてください。`
      : null,
  );
  const { seller_id, buyer_id } = pair!;
  await db.insert(billing_check).values(
    chosen.map(({ delivery_key, delivery_line_no }) => ({
      seller_id,
      buyer_id,
      company_id: who.company_id,
      delivery_key,
      delivery_line_no,
      agrees,
      reason: agrees ? null : (reason ?? null),
      person: issuingPerson(who),
      checked_time: who.now,
    })),
  );
  return { count: chosen.length };
}
