import { eq } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { wholeErrors, wholeProblem } from "~/lib/money/whole";
import { convertUnits } from "~/lib/stock/convert";
import { product } from "~/lib/tables/factory.table.server";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import type { ShelfItem } from "./shelf.schema";

type Facts = { order_unit: Unit; unit_weight: string | null; pieces_per_set: string | number | null };
/** Pieces in so many of a unit, as a ratio that nothing has rounded. */
type Ratio = { pieces: string; of: string };

const wrong = (sentence: string) => new Refusal(422, `${sentence}。`, { num: [sentence] });

function ratioOf(unit: Unit, { unit_weight, pieces_per_set }: Facts): Ratio {
  if (unit === "piece") return { pieces: "1", of: "1" };
  const known = unit === "kg" ? unit_weight : pieces_per_set;
  if (!known || Number(known) === 0)
    throw wrong(
      unit === "kg"
        ? "単重が登録されていないため、kgでは入力できません。商品マスタで単重を入れてください"
        : "1セットの個数が登録されていないため、セットや箱では入力できません",
    );
  return unit === "kg" ? { pieces: "1", of: String(known) } : { pieces: String(known), of: "1" };
}

const times = (a: string, b: string) => decimal((milli(a) * milli(b)) / 1000n);

type Typed = { num: string; words: string | null };

/** Rounded once; what that took is told, and more than one in a hundred is asked. */
function converted(num: string, unit: Unit, own: Unit, facts: Facts, isSeen: boolean): Typed {
  if (unit === own) {
    const half = wholeProblem(num, own);
    if (half) throw wrong(half);
    return { num, words: null };
  }
  const [from, to] = [ratioOf(unit, facts), ratioOf(own, facts)];
  const whole = own !== "kg";
  const made = convertUnits(num, times(from.pieces, to.of), times(from.of, to.pieces), whole);
  const typed = `${formatNumber(num)}${UNIT_LABEL[unit]}`;
  const much = `${formatNumber(made.quantity)}${UNIT_LABEL[own]}`;
  if (milli(made.off) * 100n > milli(made.quantity) && !isSeen) {
    const question = `${typed}は${much}になり、端数（${formatNumber(made.off)}）が1%を超えます。${UNIT_LABEL[own]}で入れ直すか、この数でよければ理由を入れてください`;
    throw new Refusal(409, `${question}。`, { rounded: [question] });
  }
  const rest = made.off === "0" ? "" : `、差 ${formatNumber(made.off)}`;
  return { num: made.quantity, words: `（${typed} = ${much}${rest}）` };
}

export async function inOwnUnit(
  db: Tx,
  item: ShelfItem,
  product_id: number,
): Promise<{ item: ShelfItem; words: string | null }> {
  const { unit, unit_ready, num, num_ready } = item;
  const isTyped = unit !== undefined && num !== undefined;
  const isReadyTyped = unit_ready !== undefined && num_ready !== undefined;
  const [facts] = await db
    .select({
      order_unit: product.order_unit,
      unit_weight: product.unit_weight,
      pieces_per_set: product.pieces_per_set,
    })
    .from(product)
    .where(eq(product.product_id, product_id));
  const own = facts!.order_unit;
  const isSeen = item.rounded && item.reason !== undefined;
  if (!isTyped && !isReadyTyped) {
    const errors = wholeErrors({ num, num_ready }, own);
    const [half] = Object.values(errors);
    if (half) throw new Refusal(422, `${half[0]}。`, errors);
    return { item, words: null };
  }
  const shelf = isTyped ? converted(num, unit, own, facts!, isSeen) : { num, words: null };
  const ready = isReadyTyped
    ? converted(num_ready, unit_ready, own, facts!, isSeen)
    : { num: num_ready, words: null };
  return {
    item: { ...item, num: shelf.num, num_ready: ready.num, unit: own },
    words: `${shelf.words ?? ""}${ready.words ?? ""}` || null,
  };
}
