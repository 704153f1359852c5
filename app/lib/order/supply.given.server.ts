import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { supply_move } from "~/lib/tables/supply.table.server";
import type { Given } from "./amend.supply";

/** By line of the order: what was handed over for it and not taken back, of the unit of the most of it. */
export async function givenFor(db: Tx, order_key: number): Promise<Map<number, Given>> {
  const { line_no, kind, unit } = supply_move;
  const rows = await db
    .select({ line_no, kind, unit, quantity: sql<string>`sum(${supply_move.quantity})::text` })
    .from(supply_move)
    .where(and(eq(supply_move.order_key, order_key), eq(supply_move.movement, "sent")))
    .groupBy(line_no, kind, unit);
  const given = rows
    .filter((row) => row.line_no !== null && milli(row.quantity) > 0n)
    .map((row) => ({ ...row, line_no: row.line_no!, quantity: decimal(milli(row.quantity)) }))
    .sort((a, b) => compareDecimal(a.quantity, b.quantity));
  return new Map(given.map(({ line_no: no, ...one }) => [no, one]));
}
