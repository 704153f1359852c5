import { sql } from "drizzle-orm";
import { takeShelfItems } from "~/lib/stocktake/shelf.server";
import { createStocktake } from "~/lib/stocktake/start.server";
import { stocktakeNew } from "~/lib/stocktake/stocktake.schema";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

/** 棚卸: a sheet of the shop's stock, half of it counted, one row far from the book. */
export function stocktakeActs({ seller_id, boss }: Shop, clock: Clock): Act[] {
  const [begun, counted] = [-0.3, -0.2];
  let key = 0;
  const begin: Act = {
    at: clock.instant(begun),
    username: boss,
    run: async (tx, who) => {
      const sheet = { name: "月末の棚卸", count_date: clock.date(begun), is_blind: true };
      key = (await createStocktake(tx, who, stocktakeNew.parse(sheet))).key;
    },
  };
  const count: Act = {
    at: clock.instant(counted),
    username: boss,
    run: async (tx, who) => {
      const { rows } = await tx.execute<{ product_id: number; start_num: string }>(sql`
        select product_id, start_num from stocktake_row where stocktake_key = ${key} order by position`);
      const half = rows.slice(0, Math.ceil(rows.length / 2));
      const items = half.map(({ product_id, start_num }, index) => ({
        client_id: `sample.${seller_id}.${product_id}`,
        act: "stock_count",
        stocktake: key,
        product_id,
        num: String(Math.max(0, Number(start_num) - (index === 0 ? 12 : index % 3))),
        reason: index === 0 ? "端材と混ざっていた" : undefined,
      }));
      await takeShelfItems(tx, who, { device_now: undefined, items });
    },
  };
  return [begin, count];
}
