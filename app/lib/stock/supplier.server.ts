import { and, eq } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { outsourceCard } from "~/lib/move/outsource.server";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import type { SuggestionRow } from "./replenish.schema";

const refused = (at: number, sentence: string) =>
  new Refusal(422, `${sentence}。`, { [`items[${at}].order`]: [sentence] });

/** Their product under the same number says the price; without one it is open until the goods come. */
async function theirs(db: Tx, who: Who, { code, supplier_id }: SuggestionRow) {
  const [row] = await db
    .select({ product_id: product.product_id })
    .from(product)
    .where(
      and(
        eq(product.seller_id, supplier_id!),
        eq(product.buyer_id, who.company_id),
        eq(product.code, code),
        eq(product.is_active, true),
      ),
    );
  return row?.product_id;
}

/** 仕入先に発注する: the card for the stock waits in a 外注 process until what was ordered comes. */
export async function orderFromSupplier(
  db: Tx,
  who: Who,
  { key, version }: Card,
  row: SuggestionRow,
  at: number,
): Promise<void> {
  if (!row.supplier_id) throw refused(at, `${row.code} には仕入先がありません`);
  const out = (await processesOf(db, who.company_id)).find(({ role }) => role === "outsource");
  if (!out) throw refused(at, "外注の工程がないため、仕入先に発注できません。メタ情報で工程を足してください");
  const product_id = await theirs(db, who, row);
  const { delivery_date } = row;
  const open = { undetermined_reason: "見積り前のため", planned_fix_date: delivery_date };
  try {
    await outsourceCard(db, who, key, {
      version,
      group_id: out.group_id,
      rest: "all",
      partner_id: row.supplier_id,
      delivery_date,
      late: true,
      file_keys: [],
      ...(product_id === undefined ? { ...open, name: `${row.code} ${row.name}` } : { product_id }),
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    const [said = error.detail] = Object.values(error.errors).flat();
    throw refused(at, `${row.supplier_name ?? "仕入先"}に発注できません（${said}）`);
  }
}
