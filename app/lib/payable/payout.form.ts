import { z } from "zod";
import { payoutFields, payoutSeenFields } from "./payout.schema";

const formRows = z
  .array(payoutFields.debts.element.extend({ on: z.string().optional() }))
  .max(500)
  .default([]);
type Rows = z.output<typeof formRows>;

const isMeant = ({ on, amount }: { on?: unknown; amount?: unknown }) =>
  on !== undefined || (amount !== undefined && amount !== "");
/** A tick or an amount says that a paper is meant; one without an amount is paid whole. */
const toCall = <T extends { debts: Rows }>({ debts, ...rest }: T) => ({
  ...rest,
  debts: debts.filter(isMeant).map(({ debt, amount }) => ({ debt, amount })),
});

const typed = { ...payoutFields, debts: formRows };
export const payoutForm = z.object(typed).transform(toCall);
export const payoutConfirmed = z.object({ ...typed, ...payoutSeenFields }).transform(toCall);

/** The call names an amount by its place among those asked for, the form by its row. */
export function namedByRow(
  errors: Record<string, string[]>,
  rows: { on?: unknown; amount?: unknown }[],
): Record<string, string[]> {
  const meant = rows.flatMap((row, at) => (isMeant(row) ? [at] : []));
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [
      name.replace(/^debts\[(\d+)\]/, (_, at: string) => `debts[${meant[Number(at)]}]`),
      texts,
    ]),
  );
}
