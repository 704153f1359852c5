import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/shop/process.server";
import { card } from "~/lib/tables/card.table.server";
import { factory, product } from "~/lib/tables/factory.table.server";
import { scan_code } from "~/lib/tables/scan.table.server";
import { TASK_TYPE_LABEL, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { TagRow, tagQuery } from "./code.schema";
import { isCode, secretOf } from "./code.server";
import { signToken } from "./token.server";

export async function tagsOf(db: Tx, who: Who, { keys }: z.output<typeof tagQuery>) {
  const rows = await db
    .select({ row: card, buyer_name: factory.name, product_code: product.code })
    .from(card)
    .innerJoin(factory, eq(factory.id, card.buyer_id))
    .leftJoin(product, eq(product.product_id, card.product_id))
    .where(and(eq(card.seller_id, who.company_id), inArray(card.key, keys)));
  const secret = await secretOf(db, who);
  const codes = await db
    .select()
    .from(scan_code)
    .where(isCode(who, "card", keys));
  const generation = (key: number) => codes.find((one) => one.key === key)?.generation ?? 1;
  const made = rows.map(
    ({ row, buyer_name, product_code }): TagRow => ({
      ...row,
      buyer_name,
      product_code,
      unit: UNIT_LABEL[row.order_unit],
      task_type: row.task_type && TASK_TYPE_LABEL[row.task_type],
      token: signToken(secret, who.company_id, "card", row.key, generation(row.key)),
    }),
  );
  return {
    items: keys.flatMap((key) => made.find((one) => one.key === key) ?? []),
    processes: await processesOf(db, who.company_id),
  };
}
