import { formatNumber } from "~/lib/money/decimal";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { CardShortages } from "./allocation.schema";

/** Before the work that will use them. */
export const shortText = ({ items }: Pick<CardShortages, "items">): string =>
  items.length === 0
    ? ""
    : `部品が足りません（${items
        .map(({ name, short, order_unit }) => `${name} あと ${formatNumber(short)}${UNIT_LABEL[order_unit]}`)
        .join("、")}）。`;

/** After it: what the floor really had and the papers had not. */
export const negativeText = ({ negative }: Pick<CardShortages, "negative">): string =>
  negative.length === 0
    ? ""
    : `部品の在庫がマイナスになりました（${negative
        .map(
          ({ name, num, order_unit }) =>
            `${name} ${formatNumber(num).replace("-", "−")}${UNIT_LABEL[order_unit]}`,
        )
        .join("、")}）。棚卸をしますか。`;
