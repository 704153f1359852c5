import { eq, inArray } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { lineAmount } from "~/lib/money/amount";
import { figuresText } from "~/lib/money/confirmed";
import { taxRate } from "~/lib/money/tax";
import { delivery } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { periodOf } from "~/lib/time/period";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { addedLine, amountErrors } from "./added.line";
import { cannotRevise, isCreditNote, redLine, redSettles, redTotals, taxKindOf } from "./correction";
import {
  askUnchanged,
  correctProblem,
  followerOf,
  heldByPartner,
  type Issued,
  linesOfInvoice,
} from "./correction.read.server";
import type { CorrectedLine, CorrectionNew } from "./correction.schema";
import type { InvoiceHead } from "./invoice.issue.server";
import { invoiceTotals } from "./note.tax";
import { taxedBefore } from "./note.tax.server";
import { liveSettlements, paidSum } from "./paid.server";
import { type Pair, pairOf } from "./pair.server";
import { freedProblem } from "./returned.server";

type Frozen = Awaited<ReturnType<typeof linesOfInvoice>>[number];

/** What is left as it was keeps its amount and rate to the yen. */
function wordedAnew(line: Frozen, typed: CorrectedLine, pair: Pair) {
  const { id: _, tax_kind, ...words } = typed;
  const isSame = line.num_units === typed.num_units && line.unit_price === typed.unit_price;
  const date = line.original_date ?? line.sales_date;
  return {
    ...line,
    ...words,
    price: isSame ? line.price : lineAmount(typed.num_units, typed.unit_price, pair.amount_rounding),
    tax_rate: tax_kind === taxKindOf(line) ? line.tax_rate : taxRate(date, tax_kind),
  };
}

async function blackLines(db: Tx, row: Issued, frozen: Frozen[], pair: Pair, { mode, lines }: CorrectionNew) {
  if (mode === "red") return [];
  const errors = amountErrors("lines", lines);
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);
  const roundings = await roundingsOf(db, frozen);
  return lines.map((typed) => {
    const line = frozen.find((one) => one.line_no === typed.id);
    if (typed.id !== undefined && !line)
      throw new Refusal(422, "入力内容を確認してください。", {
        lines: ["元の請求書にない明細です。画面を読み込み直してください"],
      });
    const terms = { ...pair, invoice_basis: row.invoice_basis };
    const made = line ? wordedAnew(line, typed, pair) : addedLine(typed, row.end_date, terms);
    const tax_rounding = roundings.get(made.delivery_key ?? 0) ?? row.tax_rounding;
    return { ...made, billing_ym: null, invoice_basis: row.invoice_basis, tax_rounding };
  });
}

/** Where each 納品書 is rounded for itself, by its own frozen rounding (R1-7). */
async function roundingsOf(db: Tx, lines: Frozen[]): Promise<Map<number, Rounding>> {
  const keys = [...new Set(lines.flatMap((line) => line.delivery_key ?? []))];
  const rows =
    keys.length === 0
      ? []
      : await db
          .select({ key: delivery.key, tax_rounding: delivery.tax_rounding })
          .from(delivery)
          .where(inArray(delivery.key, keys));
  return new Map(rows.map((one) => [one.key, one.tax_rounding]));
}

/** Of one below zero, what was used of it. */
async function paidOf(db: Tx, who: Who, row: Issued): Promise<number> {
  const [found] = await db
    .select({ paid: paidSum(who) })
    .from(invoice)
    .where(eq(invoice.key, row.key));
  return Math.abs(found?.paid ?? 0);
}

const NOT_CARRIED = { show_carry_over: false, prev_billed: 0, received: 0, adjustment: 0, carried_over: 0 };

export async function composeCorrection(db: Tx, who: Who, row: Issued, input: CorrectionNew) {
  const pair = await pairOf(db, who, row.buyer_id);
  refuseIf(await correctProblem(db, row));
  if (input.mode === "revision") {
    const settled = (await db.execute(liveSettlements(row.key))).rows.length;
    const held = await heldByPartner(db, row);
    refuseIf(cannotRevise({ ...row, ...held, settled, follower: await followerOf(db, row) }));
  }
  const frozen = await linesOfInvoice(db, row.key);
  const lines = await blackLines(db, row, frozen, pair, input);
  const today = tokyoDate(who.now);
  // Neither is dated before what it corrects, which may be dated at the end of a period closed early.
  const invoice_date = today > row.invoice_date ? today : row.invoice_date;
  const wished = input.due_date ?? row.due_date;
  const issued = input.mode === "revision" ? row.invoice_date : invoice_date;
  if (input.due_date && input.due_date < issued && input.mode !== "red")
    throw new Refusal(422, "入力内容を確認してください。", {
      due_date: [`入金期日は${formatDate(issued)}以降の日付にしてください`],
    });
  const {
    key: corrects,
    seller_id,
    buyer_id,
    start_date,
    end_date,
    terms,
    invoice_basis,
    tax_rounding,
  } = row;
  const common = { seller_id, buyer_id, start_date, end_date, terms, invoice_basis, tax_rounding, corrects };
  const dated = { ...common, ...NOT_CARRIED, ym: periodOf(invoice_date, terms), invoice_date };
  const back = redTotals(row);
  const sums = invoiceTotals(lines, invoice_basis, tax_rounding, await taxedBefore(db, lines, row.key));
  const red: InvoiceHead | null =
    input.mode === "revision"
      ? null
      : { ...dated, ...back, billed_now: back.total, due_date: invoice_date, correction: "red", note: null };
  const note = input.note ?? null;
  const black: InvoiceHead | null =
    input.mode === "red"
      ? null
      : input.mode === "red_black"
        ? {
            ...dated,
            ...sums,
            billed_now: sums.total,
            due_date: wished > invoice_date ? wished : invoice_date,
            correction: "black",
            note,
          }
        : revised(row, common, sums, note, input.due_date);
  if (black && !input.unchanged)
    await askUnchanged(db, row, frozen, { due_date: wished, note, total: sums.total, lines });
  const { settled, left } = red ? redSettles(row.total, await paidOf(db, who, row)) : { settled: 0, left: 0 };
  const pays = input.carry_paid && black !== null && row.total > 0;
  const carried = pays ? Math.min(left, Math.max(sums.total, 0)) : 0;
  const kept = new Set(lines.map((line) => `${line.delivery_key}.${line.delivery_line_no}`));
  const freed = frozen.filter(
    (line) => line.delivery_key !== null && !kept.has(`${line.delivery_key}.${line.delivery_line_no}`),
  );
  refuseIf(await freedProblem(db, freed));
  const seen = figuresText(
    [red?.total ?? null, black?.total ?? null, settled, left, carried, freed.length],
    digestOf({ red, black, lines, reason: input.reason }),
  );
  const reds = frozen.map(redLine);
  return { red, reds, black, lines, frozen, freed, settled, left, carried, invoice_date, seen };
}

/** In the place of the one that nobody has opened: its number, dates and 鑑. */
function revised(
  row: Issued,
  common: Pick<InvoiceHead, "seller_id" | "buyer_id" | "start_date" | "end_date"> &
    Pick<InvoiceHead, "terms" | "invoice_basis" | "tax_rounding" | "corrects">,
  sums: ReturnType<typeof invoiceTotals>,
  note: string | null,
  due_date: string | undefined,
): InvoiceHead {
  const { show_carry_over, prev_billed, received, adjustment, carried_over, is_single } = row;
  return {
    ...common,
    ...sums,
    ym: row.ym,
    number: row.number,
    revision: row.revision + 1,
    invoice_date: row.invoice_date,
    due_date: due_date ?? row.due_date,
    show_carry_over,
    prev_billed,
    received,
    adjustment,
    carried_over,
    is_single,
    billed_now: sums.total + (show_carry_over ? carried_over : 0),
    note,
  };
}

export const correctionShown = (
  seller: { registration_number: string | null },
  found: Awaited<ReturnType<typeof composeCorrection>>,
) => {
  const totals = (head: InvoiceHead | null) =>
    head && { by_rate: head.by_rate, subtotal: head.subtotal, tax: head.tax, total: head.total };
  const { red, black, settled, left, carried, freed, seen } = found;
  return {
    red: totals(red),
    black: totals(black),
    is_credit_note: isCreditNote(seller, "red", red?.total ?? 0),
    settled,
    left,
    carried,
    num_freed: freed.length,
    seen,
  };
};
