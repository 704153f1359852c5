import { and, eq, inArray } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { type Checked, intake } from "~/lib/import/import.intake.server";
import { formatNumber } from "~/lib/money/decimal";
import { product, product_price } from "~/lib/tables/factory.table.server";
import { formatDate, today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { listAt, listProblem, type PriceList, priceFor, sorted } from "./product";
import { priceImport } from "./product.import";
import { recordProducts } from "./product.log.server";
import { addPriceLists, bump, priceListsOf } from "./product.server";

type Value = { product_id: number; list: PriceList & { note?: string } };
const key = ({ product_id, list }: Value) => `${product_id}.${list.effective_from}`;

const UNKNOWN = { code: ["商品マスタにありません。商品番号を確かめてください"] };

async function named(db: Tx, who: Who, codes: string[]) {
  const rows = await db
    .select()
    .from(product)
    .where(and(eq(product.seller_id, who.company_id), inArray(product.code, [...new Set(codes)])));
  return new Map(rows.map((row) => [row.code, row]));
}

/** Breaks without one from 0 are laid over those in force till then: they name what is different. */
function overlaid({ tiers, effective_from }: PriceList, there: PriceList[]): PriceList["tiers"] {
  const before = tiers.some(({ min_quantity }) => min_quantity === "0")
    ? []
    : (listAt(there, effective_from)?.tiers ?? []);
  return sorted([
    ...before.filter((tier) => !tiers.some(({ min_quantity }) => min_quantity === tier.min_quantity)),
    ...tiers,
  ]);
}

/** Lines of one code and day are one list. */
export const priceIntake = intake<typeof priceImport.row, Value>({
  of: priceImport,
  refuse: (who) =>
    who.company_type !== "seller" || !seesAmounts(who)
      ? "単価を変更する権限がありません。管理者にお問い合わせください。"
      : null,

  async check(db, who, rows) {
    const day = today(new Date(who.now));
    const products = await named(
      db,
      who,
      rows.map((row) => row.value.code),
    );
    const lists = await priceListsOf(
      db,
      [...products.values()].map((row) => row.product_id),
    );
    return rows.map(
      ({
        value: { code, min_quantity, unit_price, effective_from = day, agreed_on = day, note },
      }): Checked => {
        const row = products.get(code);
        if (!row) return { errors: UNKNOWN };
        const own = lists.get(row.product_id) ?? [];
        const mark = `${code} ${effective_from} ${formatNumber(min_quantity)}`;
        const before = listAt(own, effective_from);
        const rest = (before?.tiers ?? [{ min_quantity: "0", unit_price }]).filter(
          (tier) => tier.min_quantity !== min_quantity,
        );
        const problem = listProblem(
          own,
          { effective_from, agreed_on, tiers: [...rest, { min_quantity, unit_price }] },
          day,
        );
        const price = before && priceFor(before.tiers, min_quantity);
        const same =
          before?.effective_from === effective_from &&
          before.tiers.some((tier) => tier.min_quantity === min_quantity && tier.unit_price === unit_price);
        const value: Value = {
          product_id: row.product_id,
          list: { effective_from, agreed_on, note, tiers: [{ min_quantity, unit_price }] },
        };
        const shown = { effective_from: formatDate(effective_from), agreed_on: formatDate(agreed_on) };
        if (same) return { state: "same", value, shown, mark };
        if (problem)
          return {
            errors: {
              [problem.field.startsWith("tiers") ? "min_quantity" : problem.field]: [problem.sentence],
            },
            mark,
          };
        return { state: "changed", value, shown, before: { unit_price: price ?? "" }, mark };
      },
    );
  },

  async look(db, who, rows) {
    const products = await named(
      db,
      who,
      rows.flatMap(({ value: { code } }) => code ?? []),
    );
    return rows.map(({ value: { code } }) => (code !== undefined && !products.has(code) ? UNKNOWN : {}));
  },

  async save(db, who, rows) {
    const lists = new Map<string, Value>();
    for (const { value } of rows) {
      const known = lists.get(key(value));
      if (known) known.list.tiers.push(...value.list.tiers);
      else lists.set(key(value), { ...value, list: { ...value.list, tiers: [...value.list.tiers] } });
    }
    const products = new Map(
      (
        await db
          .select()
          .from(product)
          .where(
            and(
              eq(product.seller_id, who.company_id),
              inArray(
                product.product_id,
                [...lists.values()].map((one) => one.product_id),
              ),
            ),
          )
          .for("update")
      ).map((row) => [row.product_id, row]),
    );
    const there = await priceListsOf(db, [...products.keys()]);
    const begun = (value: Value) =>
      (there.get(value.product_id) ?? []).some((list) => list.effective_from === value.list.effective_from);
    const fresh = [...lists.values()].filter((value) => !begun(value));
    const days = [...new Set(fresh.map((value) => value.list.effective_from))].sort();
    // One day after the other, since each list is judged by the one before it.
    for (const day of days) {
      const of = fresh.filter((value) => value.list.effective_from === day);
      const till = await priceListsOf(
        db,
        of.map(({ product_id }) => product_id),
      );
      for (const { product_id, list } of of) list.tiers = overlaid(list, till.get(product_id) ?? []);
      await addPriceLists(
        db,
        who,
        of.map(({ product_id, list }) => ({ product: products.get(product_id)!, list })),
      );
    }
    // The rest of a list whose first lines came in the chunk before.
    for (const value of [...lists.values()].filter(begun)) {
      const { seller_id, buyer_id } = products.get(value.product_id)!;
      const { tiers, ...list } = value.list;
      // What it took over from the list before, and the file now says otherwise.
      await db.delete(product_price).where(
        and(
          eq(product_price.product_id, value.product_id),
          eq(product_price.effective_from, list.effective_from),
          inArray(
            product_price.min_quantity,
            tiers.map((tier) => tier.min_quantity),
          ),
        ),
      );
      await db.insert(product_price).values(
        tiers.map((tier) => ({
          ...list,
          ...tier,
          product_id: value.product_id,
          seller_id,
          buyer_id,
          note: list.note ?? null,
          created_by: who.name,
          created_time: who.now,
        })),
      );
      const after = (await bump(db, who, [value.product_id])).get(value.product_id)!;
      await recordProducts(db, who, "priced", [
        {
          row: after,
          before: {},
          after: { tiers: JSON.stringify(tiers), effective_from: list.effective_from },
        },
      ]);
    }
  },
});
