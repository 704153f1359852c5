import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { wholeProblem } from "~/lib/money/whole";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { undone } from "~/lib/task/branch";
import { branchOff } from "~/lib/task/branch.server";
import { moveCard } from "~/lib/task/card.move.server";
import { cannotWork } from "~/lib/task/work";
import { cannotWhileOut } from "~/lib/task/work.open.server";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { FromStock } from "./allocation.schema";
import { allocateCard } from "./allocation.server";
import { lotsOf } from "./work.read.server";

const FIELD = "num_from_stock";
// Read by the buyer too, who is told nothing of what lies in stock.
const REASON = "先に用意できる分";
const wrong = (field: string, sentence: string) =>
  new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });

/** What comes from stock needs no work: it stands at 出荷待ち; the rest is a card as any other. */
export async function takeFromStock(
  db: Tx,
  who: Who,
  one: Card,
  { from_stock, num_from_stock }: FromStock,
  field = FIELD,
): Promise<{ num: string; free: string } | null> {
  if (from_stock === "none") return null;
  const taken = from_stock === "all" ? one.num_items : num_from_stock;
  if (taken === undefined) throw wrong(field, "在庫から出す数を入力してください");
  const left = undone(one);
  if (compareDecimal(taken, left) > 0)
    throw wrong(
      field,
      `在庫から出す数は、まだ作っていない ${formatNumber(left)}${UNIT_LABEL[one.order_unit]} 以下で入力してください`,
    );
  const half = wholeProblem(taken, one.order_unit, one.num_items, left);
  if (half) throw wrong(field, half);
  refuseIf(cannotWork(one, "分割"));
  refuseIf((await cannotWhileOut(db, [one.key])).get(one.key) ?? null);
  const whole = compareDecimal(taken, one.num_items) === 0;
  const lot = whole
    ? one
    : (await branchOff(db, who, one, [{ num_items: taken }], true, REASON)).branches[0]!;
  const waiting = await putReady(db, who, lot);
  const much = (await lotsOf(db, [waiting.key])).find(({ key }) => key === waiting.key)!.num_items;
  try {
    return await allocateCard(db, who, waiting.key, much);
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors?.num) throw error;
    throw new Refusal(error.status, error.detail, { [field]: error.errors.num });
  }
}

async function putReady(db: Tx, who: Who, lot: Card): Promise<Card> {
  const ready = (await processesOf(db, who.company_id)).find((one) => one.role === "ready");
  if (!ready || ready.group_id === lot.group_id) return lot;
  const { key, version } = lot;
  return moveCard(db, who, key, {
    version,
    group_id: ready.group_id,
    reason: REASON,
    rest: "all",
    inside: true,
  });
}
