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

/** Before it is shipped: with what is there, and what is missing. */
export const overText = ({ over }: Pick<CardShortages, "over">): string =>
  over
    .map(({ name, num, allocated, short, order_unit }) => {
      const much = (quantity: string) =>
        `${formatNumber(quantity).replace("-", "−")}${UNIT_LABEL[order_unit]}`;
      return `${name}の在庫は${much(num)}で、引当${much(allocated)}に${much(short)}足りません。`;
    })
    .join("");

/** After it: what the floor really had and the papers had not. */
export const negativeText = ({ negative }: Pick<CardShortages, "negative">): string =>
  negative.length === 0
    ? ""
    : `部品の在庫がマイナスになりました（${negative
        .map(({ name, num, order_unit }) => `${name} ${formatNumber(num)}${UNIT_LABEL[order_unit]}`)
        .join("、")}）。棚卸をしますか。`;
