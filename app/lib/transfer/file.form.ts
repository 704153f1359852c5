import { z } from "zod";
import { transferAsked, transferNew } from "./file.schema";

const formRows = z
  .array(transferAsked.shape.rows.element.extend({ on: z.string().optional() }))
  .max(2000)
  .default([]);
type Rows = z.output<typeof formRows>;

const isTicked = ({ on }: { on?: unknown }) => on !== undefined;
const toCall = <T extends { rows: Rows }>({ rows, ...rest }: T) => ({
  ...rest,
  rows: rows.filter(isTicked).map(({ payout, edi }) => ({ payout, edi })),
});

/** A tick says that a payment is meant. */
export const transferForm = transferAsked.extend({ rows: formRows }).transform(toCall);
export const transferConfirmed = transferNew.extend({ rows: formRows }).transform(toCall);
