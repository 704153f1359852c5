import { compareDecimal, decimal, formatNumber, isPositive, milli } from "~/lib/money/decimal";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { type CardState, isCost, isUnanswered, offBoardProblem, remaining } from "./card";

export const SHORT_SHIPMENTS = ["divide", "close"] as const;
type ShortShipment = (typeof SHORT_SHIPMENTS)[number];
export const SHORT_SHIPMENT_LABEL = {
  divide: "残りを作る（残りのカードが今の工程に残ります）",
  close: "打ち切る（残りは作りません）",
} as const;

type Counts = { num_items: string; num_good: string; num_defective: string; num_partial: string };
type Lot = Counts & { order_unit: Unit };

const count = (number: string, { order_unit }: Lot) => `${formatNumber(number)}${UNIT_LABEL[order_unit]}`;

export function cannotShip(card: CardState, num_good: string): string | null {
  const off = offBoardProblem(card, "出荷");
  if (off) return off;
  if (isUnanswered(card)) return "新規依頼のカードは、承諾してから出荷してください。";
  return compareDecimal(num_good, "0") > 0 ? null : "出荷する良品数は、0より大きい数を入力してください。";
}

/** What a 変更依頼 made 買取 stays shipped, and a line of the order bills it. */
export const isBought = (card: Pick<CardState, "shipped_time" | "cancelled_time">): boolean =>
  !!card.shipped_time && !!card.cancelled_time;

export function cannotBill(card: CardState, act: string): string | null {
  if (!card.cancelled_time) return null;
  return isBought(card)
    ? `変更依頼で買取になったため、${act}できません。代金は注文の費用の行で請求します。`
    : `取り消されたカードは${act}できません。`;
}

type CostCard = CardState & { cost_tax_rate: number | null };

export const cannotEdit = (card: CostCard): string | null =>
  cannotBill(card, "編集") ??
  (isCost(card)
    ? "変更依頼で合意した費用のため、編集できません。金額は、納品書の赤黒で訂正できます。"
    : null);

/** `numbers`: the 納品書 that hold the card. */
export function cannotUnship(card: CostCard & { num_delivered: string }, numbers: string[]): string | null {
  if (!card.shipped_time) return "このカードは出荷されていません。";
  if (isBought(card)) return "変更依頼で買取になったため、出荷を取り消せません。";
  if (isCost(card)) return "変更依頼で合意した費用のため、出荷を取り消せません。出荷した品物はありません。";
  if (numbers.length === 0 && compareDecimal(card.num_delivered, "0") === 0) return null;
  return `納品書 ${numbers.join("、")} に載っているため、出荷を取り消せません。先に納品書を取り消してください。`;
}

/** Where nobody counted, everything but the defective. */
export function shippable(card: Pick<Counts, "num_items" | "num_good" | "num_defective">): string {
  return compareDecimal(card.num_good, "0") > 0 ? card.num_good : remaining(card);
}

/** What was found defective has its own reason, and its own card if made again. */
function missing({ num_items, num_defective }: Counts, num_good: string): string {
  const left = milli(num_items) - milli(num_defective) - milli(num_good);
  return decimal(left > 0n ? left : 0n);
}

// The rest has what is good and not shipped, and what is half done less what is shipped beyond the counted
// good.
export function splitShipment(
  lot: Counts,
  num_good: string,
): { rest: Omit<Counts, "num_defective">; stays: Pick<Counts, "num_good" | "num_partial"> } {
  const [good, half, shipped, all] = [lot.num_good, lot.num_partial, num_good, missing(lot, num_good)].map(
    milli,
  ) as [bigint, bigint, bigint, bigint];
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  const rest_good = least(good > shipped ? good - shipped : 0n, all);
  const taken = least(half, shipped > good ? shipped - good : 0n);
  const rest_half = least(half - taken, all - rest_good);
  return {
    rest: { num_items: decimal(all), num_good: decimal(rest_good), num_partial: decimal(rest_half) },
    stays: { num_good: decimal(good - rest_good), num_partial: decimal(half - rest_half) },
  };
}

type ShipmentAnswers = { uncounted: boolean; shortage?: ShortShipment; reason?: string };

/** By the field that answers it. */
export function shipmentErrors(
  lot: Lot,
  num_good: string,
  { uncounted, shortage, reason }: ShipmentAnswers,
  from_stock = "0",
): Record<string, string[]> | null {
  const beyond = milli(num_good) - milli(lot.num_good) - milli(from_stock);
  const short = missing(lot, num_good);
  const errors = {
    ...(beyond > 0n &&
      !uncounted && {
        uncounted: [
          `良品として数えたのは${count(lot.num_good, lot)}${isPositive(from_stock) ? `、在庫から出すのは${count(from_stock, lot)}` : ""}です。` +
            `数えていない${count(decimal(beyond), lot)}も出荷するときは「数えていない分も良品として出荷する」を選んでください`,
        ],
      }),
    ...(isPositive(short) &&
      !shortage && { shortage: [`残り${count(short, lot)}をどうするかを選んでください`] }),
    ...(isPositive(short) &&
      shortage === "close" &&
      !reason && { reason: ["打ち切る理由を入力してください"] }),
  };
  return Object.keys(errors).length > 0 ? errors : null;
}

/** A card at 出荷待ち (it has a product_time) with nothing counted good. */
export const uncountedText = ({
  product_time,
  num_good,
}: {
  product_time: string | null;
  num_good: string;
}) => (product_time !== null && !isPositive(num_good) ? "良品数がまだありません。" : "");

export const closedText = (
  lot: Lot,
  num_good: string,
  { shortage, reason }: ShipmentAnswers,
): string | undefined =>
  shortage === "close" && isPositive(missing(lot, num_good))
    ? `残り${count(missing(lot, num_good), lot)}を打切：${reason}`
    : reason;
