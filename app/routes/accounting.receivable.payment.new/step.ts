import type { PaymentPlan } from "~/lib/receivable/payment.schema";
import type { Replied } from "../shared/typed.form";

type TypedRow = { invoice_key?: string; on?: string; amount?: string };
type TypedLine = { kind?: string; amount?: string; maturity_date?: string; tax_rate?: string };
/** What was typed so far, as text. */
export type Typed = { lines?: TypedLine[]; allocations?: TypedRow[]; [name: string]: unknown };
export type Answer = Replied<Typed> & { step?: "entry" | "check"; plan?: PaymentPlan };

export const answered = (
  typed: Typed,
  step: Answer["step"],
  idempotency_key: string,
  plan?: PaymentPlan,
): Answer => ({ reply: { initialValue: typed }, idempotency_key, step, plan });

const isMeant = (row: TypedRow) => Boolean(row?.on || row?.amount);

/** 「古い順」: what was typed stays, the other cells hold what would be paid. */
export function filled(typed: Typed, { rows }: PaymentPlan): Typed {
  const amounts = new Map(rows.map(({ key, amount }) => [String(key), String(amount)]));
  const allocations = (typed.allocations ?? []).map((row) => ({
    ...row,
    amount: row.amount || amounts.get(row.invoice_key ?? ""),
  }));
  return { ...typed, allocations };
}

/** Every cell without an amount takes as much as there is. */
export const allMeant = (typed: Typed): { invoice_key: string; amount?: string }[] =>
  (typed.allocations ?? []).map(({ invoice_key = "", amount }) => ({ invoice_key, amount }));

/** One press: a line for the difference, and what was aimed at is settled whole. */
export function waived(typed: Typed, kind: string, plan: PaymentPlan): Typed {
  const aimed = new Set(plan.rows.map(({ key }) => String(key)));
  const named = (typed.allocations ?? []).some(isMeant);
  const rows = (typed.allocations ?? []).map((row) =>
    (named ? isMeant(row) : aimed.has(row.invoice_key ?? ""))
      ? { invoice_key: row.invoice_key, on: "on" }
      : row,
  );
  const lines = [...(typed.lines ?? []), { kind, amount: String(plan.difference) }];
  return { ...typed, lines, allocations: rows };
}
