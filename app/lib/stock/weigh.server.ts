import { eq } from "drizzle-orm";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { wholeProblem } from "~/lib/money/whole";
import { recordProducts } from "~/lib/product/product.log.server";
import { product } from "~/lib/tables/factory.table.server";
import { lockProducts } from "./terms.server";
import { weighed } from "./weigh";
import type { Weighing } from "./weigh.schema";

const wrong = (errors: Record<string, string[]>, detail = "入力内容を確認してください。") =>
  new Refusal(422, detail, errors);

/** 「10個の重さを量る」: sets 単重, and the product's history tells how and why. */
export async function weighPieces(db: Tx, who: Who, product_id: number, given: Weighing) {
  const row = (await lockProducts(db, who, [product_id])).get(product_id);
  if (!row) throw notFound("在庫");
  const { version, num_weighed, weight, doubt, reason } = given;
  if (version !== undefined && row.version !== version) throw stale("商品");
  const half = wholeProblem(num_weighed, "piece");
  if (half) throw wrong({ num_weighed: [half] });
  const found = weighed(given, row.unit_weight);
  const { unit_weight } = found;
  if (unit_weight === "0") throw wrong({ weight: ["1個が1gに満たないため、単重にできません"] });
  if (found.doubt && found.doubt !== doubt) throw wrong({ doubt: [found.doubt] }, `${found.doubt}。`);
  if (found.doubt && !reason) throw wrong({ reason: ["この重さでよい理由を入力してください"] });
  if (unit_weight === row.unit_weight) return { unit_weight, changed_time: null };
  const [after] = await db
    .update(product)
    .set({ unit_weight, update_time: who.now, version: row.version + 1 })
    .where(eq(product.product_id, product_id))
    .returning();
  const how = `${formatNumber(num_weighed)}個で${formatNumber(weight)}kg${reason ? `（${reason}）` : ""}`;
  await recordProducts(db, who, "edited", [
    { row: after!, before: { unit_weight: row.unit_weight }, after: { unit_weight, weighed: how } },
  ]);
  return { unit_weight, changed_time: who.now };
}
