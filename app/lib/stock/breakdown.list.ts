import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { OpenedRow } from "./breakdown.schema";
import type { StockRow } from "./stock.schema";

const KIND_TEXT: Record<OpenedRow["kind"], string> = { arriving: "", allocation: "引当 ", parts: "部品 " };

/** 1234 20個 12/3(木): each card a figure is made of, and where the rest stands. */
export function openedOf(
  all: OpenedRow[],
  { product_id, order_unit }: StockRow,
  id: "arriving" | "shipping",
) {
  const rows = all.filter(
    (one) => one.product_id === product_id && (one.kind === "arriving") === (id === "arriving"),
  );
  const more = (rows[0]?.num_rows ?? 0) - rows.length;
  return [
    ...rows.map(({ kind, card_key, card_id, num, delivery_date, is_short }) => ({
      label: card_id,
      href: `/task/${card_key}`,
      text: `${KIND_TEXT[kind]}${formatNumber(num)}${UNIT_LABEL[order_unit]} ${delivery_date ? formatDate(delivery_date) : "納期なし"}${is_short ? " 不足" : ""}`,
      ...(is_short && { tone: "bad" as const }),
    })),
    ...(rows.length > 0
      ? [
          {
            label: "すべて見る",
            href: `/inventory/${product_id}#${id}`,
            text: more > 0 ? `ほか ${more}件` : "",
          },
        ]
      : []),
  ];
}
