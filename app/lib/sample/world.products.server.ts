import { changeParts, lockProduct } from "~/lib/product/product.edit.server";
import { addPrices } from "~/lib/product/product.price.server";
import { changeSteps } from "~/lib/product/product.steps.server";
import type { Clock } from "./world.clock.server";
import type { Act, Company } from "./world.stage.server";

type Step = [group_id: number, minutes_per_item: string, setup_minutes?: string, caution?: string];

/** yamada's 標準工程: 材料待ち first, as its cards begin; times in minutes. */
const ROUTES: Record<string, Step[]> = {
  "YM-1001": [
    [2, "0"],
    [3, "0.4", "15"],
    [4, "1.2", "20", "曲げ方向に注意（図面の矢印）"],
    [7, "0.3"],
    [8, "0"],
  ],
  "YM-1002": [
    [2, "0"],
    [3, "0.4", "15"],
    [4, "1.5", "20"],
    [7, "0.3"],
    [8, "0"],
  ],
  "YM-1003": [
    [2, "0"],
    [3, "2", "20"],
    [4, "4", "25"],
    [5, "9.5", "30", "スパッタを除く"],
    [6, "0"],
    [7, "2"],
    [8, "0"],
  ],
  "YM-1004": [
    [2, "0"],
    [3, "0.8", "15"],
    [4, "1", "20", "保護シートをはがさない"],
    [7, "0.5"],
    [8, "0"],
  ],
  "YM-1005": [
    [2, "0"],
    [3, "0.9", "10"],
    [7, "0.2"],
    [8, "0"],
  ],
  "YM-2001": [
    [2, "0"],
    [3, "0.6", "15"],
    [4, "2.2", "25"],
    [7, "0.4"],
    [8, "0"],
  ],
  "YM-2002": [
    [2, "0"],
    [3, "4", "20"],
    [4, "8", "30"],
    [5, "15", "30"],
    [7, "4"],
    [8, "0"],
  ],
};

export function productActs(username: string, clerk: string, clock: Clock, { products }: Company): Act[] {
  const id = (code: string) => products.get(code)!;
  const version = async (tx: Parameters<Act["run"]>[0], who: Parameters<Act["run"]>[1], code: string) =>
    (await lockProduct(tx, who, id(code))).version;
  const routes = Object.entries(ROUTES).map(
    ([code, steps]): Act => ({
      at: clock.instant(-69),
      username,
      run: async (tx, who) =>
        changeSteps(tx, who, id(code), {
          version: await version(tx, who, code),
          items: [],
          steps: steps.map(([group_id, minutes_per_item, setup_minutes, caution]) => ({
            group_id,
            minutes_per_item: minutes_per_item === "0" ? undefined : minutes_per_item,
            setup_minutes,
            caution,
          })),
        }),
    }),
  );
  const parts: Act = {
    at: clock.instant(-68),
    username,
    run: async (tx, who) =>
      changeParts(tx, who, id("YM-1006"), {
        version: await version(tx, who, "YM-1006"),
        parts: [
          { part_id: id("YM-P001"), per_parent: "2", name: undefined },
          { part_id: id("YM-P002"), per_parent: "1", name: undefined },
        ],
      }),
  };
  const prices: Act = {
    at: clock.instant(0.9),
    username: clerk,
    run: async (tx, who) =>
      addPrices(tx, who, id("YM-1003"), {
        version: await version(tx, who, "YM-1003"),
        effective_from: clock.fromToday(40),
        agreed_on: clock.date(0.5),
        note: "鋼材の値上がり",
        tiers: [
          { min_quantity: "0", unit_price: "1950" },
          { min_quantity: "20", unit_price: "1900" },
        ],
      }),
  };
  return [...routes, parts, prices];
}
