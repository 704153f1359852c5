import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Card } from "~/lib/tables/card.table.server";
import { type Agreed, agreedFields, agreedText } from "./agreed";
import { wrongInput } from "./work.open.server";

type Ordered = Pick<Card, "key" | "order_key">;

/** The order that a card stands for, or makes anew; null for parts and what nobody ordered. */
export async function agreedOf(db: Tx, { key, order_key }: Ordered): Promise<Agreed | null> {
  if (order_key === null) return null;
  const {
    rows: [found],
  } = await db.execute<{ line_no: number | null; is_part: boolean; is_again: boolean }>(sql`
    with recursive up as (
      select key, seller_id, parent_id, task_type from card where key = ${key}
      union all select c.key, c.seller_id, c.parent_id, c.task_type from up join card c on (c.seller_id, c.id) = (up.seller_id, up.parent_id)
        where up.task_type is not null)
    select min(l.line_no) as line_no, bool_or(task_type is not distinct from 'part') as is_part,
      bool_or(task_type is not distinct from 'defective') as is_again
    from up left join order_line l on (l.order_key, l.card_key) = (${order_key}, up.key)`);
  const { line_no, is_part, is_again } = found!;
  return line_no === null || is_part ? null : { order_key, line_no: is_again ? null : line_no };
}

export async function refuseAgreed(db: Tx, card: Ordered, changed: string[]): Promise<void> {
  const agreed = await agreedOf(db, card);
  const refused = agreedFields(agreed).filter((name) => changed.includes(name));
  if (refused.length > 0)
    throw wrongInput(Object.fromEntries(refused.map((name) => [name, [agreedText(name, agreed!)]])));
}
