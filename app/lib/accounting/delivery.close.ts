import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { Toriteki } from "~/lib/vocabulary/toriteki";
import { type Deliverable, remaining, restAfter } from "./delivery";
import { CLOSE_CAUSE_LABEL, type DeliveryNew, type NewLine } from "./delivery.schema";

type Closing = Pick<DeliveryNew, "close_cause" | "close_reason">;

export const WITHIN_TOLERANCE = "許容差";

/** Whole as it is, a card has nothing to close. */
const leavesRest = ({ num_items }: Pick<NewLine, "num_items">, card: Deliverable): boolean =>
  compareDecimal(restAfter(num_items, card), "0") > 0;

type Ends = Pick<NewLine, "closes" | "completes" | "num_items">;
export const completesRest = (line: Ends, card: Deliverable): boolean =>
  line.completes && leavesRest(line, card);
export const closesRest = (line: Ends, card: Deliverable): boolean =>
  line.closes && !line.completes && leavesRest(line, card);

export function closeProblems({ close_cause, close_reason }: Closing): Record<string, string[]> {
  return {
    ...(!close_cause && { close_cause: ["打切の都合を選択してください"] }),
    ...(!close_reason && { close_reason: ["打切の理由を入力してください"] }),
  };
}

export const closeReasonText = ({ close_cause, close_reason }: Closing): string =>
  `${CLOSE_CAUSE_LABEL[close_cause!].replace(/（.*）/, "")}・${close_reason}`;

/** Pieces that are made, and that a buyer does not take (取適法: 受領拒否, 不当な給付内容の変更). */
export function closeCaution(
  { close_cause }: Closing,
  lines: { line: Ends; card: Deliverable }[],
  toriteki: Toriteki,
): string | null {
  if (close_cause !== "buyer" || toriteki === "exempt") return null;
  const made = lines.filter(
    (one) => closesRest(one.line, one.card) && compareDecimal(remaining(one.card), one.line.num_items) > 0,
  );
  if (made.length === 0) return null;
  const { line, card } = made[0]!;
  const left = formatNumber(restAfter(line.num_items, { ...card, num_items: card.num_good }));
  const several = made.length > 1 ? `など${made.length}枚` : "";
  return `依頼元の都合で打ち切る残り（${left}${UNIT_LABEL[card.order_unit]}${several}）は、もう作ってあります。代金をいただかずに終えると、取適法の「受領拒否」や「不当な給付内容の変更」に当たることがあります。買取や費用を依頼元と決めてから発行してください。`;
}
