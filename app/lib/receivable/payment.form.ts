import { z } from "zod";
import { checkbox, key } from "~/lib/text/text.schema";
import { optionalYen, paymentFields, paymentSeenFields } from "./payment.schema";

const formRows = z
  .array(z.object({ invoice_key: key("請求書"), on: z.string().optional(), amount: optionalYen }))
  .max(1000)
  .default([]);
type Row = z.output<typeof formRows>[number];

/** A tick or an amount says that a 請求書 is meant; with neither anywhere, the oldest are paid. */
function asked(rows: Row[]) {
  const meant = rows.filter(({ on, amount }) => on !== undefined || amount !== undefined);
  return meant.length === 0 ? undefined : meant.map(({ invoice_key, amount }) => ({ invoice_key, amount }));
}

const typed = { ...paymentFields, allocations: formRows, advance: checkbox() };
type Typed = { allocations: Row[]; advance: boolean };
const toCall = <T extends Typed>({ allocations, advance, ...rest }: T) => ({
  ...rest,
  allocations: advance ? undefined : asked(allocations),
  rest: advance ? ("advance" as const) : undefined,
});

export const paymentForm = z.object(typed).transform(toCall);
/** Nothing is written that was not shown. */
export const paymentConfirmed = z.object({ ...typed, ...paymentSeenFields }).transform(toCall);

export const useForm = z.object({ allocations: formRows }).transform(({ allocations }) => ({
  allocations: asked(allocations),
}));
