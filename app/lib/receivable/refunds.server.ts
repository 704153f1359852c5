import { and, eq, isNull, sum } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { payment, payment_line } from "~/lib/tables/payment.table.server";

/** What was paid back of a receipt, and not cancelled. */
export const refundsOf = (db: Tx, payment_key: number) =>
  db
    .select({
      key: payment.key,
      payment_date: payment.payment_date,
      amount: sum(payment_line.amount).mapWith(Number),
    })
    .from(payment_line)
    .innerJoin(payment, eq(payment.key, payment_line.payment_key))
    .where(and(eq(payment_line.source_payment_key, payment_key), isNull(payment.cancelled_time)))
    .groupBy(payment.key)
    .orderBy(payment.payment_date);
