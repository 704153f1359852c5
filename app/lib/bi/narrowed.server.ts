import { type SQL, sql } from "drizzle-orm";
import type { WorksFilter } from "./works.schema";

export type Narrowing = Pick<
  WorksFilter,
  "product_id" | "buyer_id" | "worker_id" | "partner_id" | "task_type" | "unit"
>;

/** Whether a row's card says if it is meant; else it need not be joined. */
export const asksOfCard = ({ product_id, buyer_id, task_type, unit }: Narrowing): boolean =>
  [product_id, buyer_id, task_type, unit].some((one) => one !== undefined);

/** Conditions on a row whose card is `c`; 0 asks for those without a product or without a worker. */
export function narrowed(asked: Narrowing, worker: SQL, partner: SQL): SQL {
  const type = asked.task_type === "none" ? null : asked.task_type;
  const parts = [
    asked.product_id === undefined ? null : sql`coalesce(c.product_id, 0) = ${asked.product_id}`,
    asked.buyer_id === undefined ? null : sql`c.buyer_id = ${asked.buyer_id}`,
    asked.worker_id === undefined ? null : sql`coalesce(${worker}, 0) = ${asked.worker_id}`,
    asked.partner_id === undefined ? null : sql`${partner} = ${asked.partner_id}`,
    asked.task_type === undefined ? null : sql`c.task_type is not distinct from ${type}`,
    asked.unit === undefined ? null : sql`c.order_unit = ${asked.unit}`,
  ];
  return sql.join([sql`true`, ...parts.filter((part) => part !== null)], sql` and `);
}
