import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { confirmStocktake, differencesOf } from "~/lib/stocktake/confirm.server";
import { takeShelfItems } from "~/lib/stocktake/shelf.server";
import { countChosen, createStocktake } from "~/lib/stocktake/start.server";
import { confirming, stocktakeChosen, stocktakeNew } from "~/lib/stocktake/stocktake.schema";
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
  return [begin, count, ...lateActs({ seller_id, boss }, clock)];
}

/** One product counted by itself; what a phone without a line had taken before it is heard of afterwards. */
function lateActs({ seller_id, boss }: Pick<Shop, "seller_id" | "boss">, clock: Clock): Act[] {
  const [taken, counted, confirmed, heard] = [-3.8, -3.7, -3.6, -3.4].map(clock.instant) as [
    string,
    string,
    string,
    string,
  ];
  const found = async (tx: Tx) => {
    const { rows } = await tx.execute<{ product_id: number; num: string }>(sql`
      select product_id::int, trim_scale(num)::text as num from stock where seller_id = ${seller_id} and code = 'YM-S002'`);
    return rows[0]!;
  };
  const client_id = `sample.${seller_id}.late`;
  let key = 0;
  const count: Act = {
    at: counted,
    username: boss,
    run: async (tx, who) => {
      const { product_id, num } = await found(tx);
      const chosen = stocktakeChosen.parse({ ids: [product_id], name: "抜き取りの棚卸" });
      key = (await countChosen(tx, who, chosen)).key;
      const item = { client_id: `${client_id}.count`, act: "stock_count", stocktake: key, product_id, num };
      await takeShelfItems(tx, who, { device_now: undefined, items: [item] });
    },
  };
  const confirm: Act = {
    at: confirmed,
    username: boss,
    run: async (tx, who) => {
      const { seen } = await differencesOf(tx, who, key);
      await confirmStocktake(tx, who, key, confirming.parse({ seen }));
    },
  };
  const hear: Act = {
    at: heard,
    username: boss,
    run: async (tx, who) => {
      const { product_id } = await found(tx);
      const item = { client_id, act: "stock_out", product_id, num: "5", queued: true, device_time: taken };
      await takeShelfItems(tx, who, { device_now: undefined, items: [item] });
    },
  };
  return [count, confirm, hear];
}
