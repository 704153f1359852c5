import { listHref } from "~/components/list/FilterBar";
import { Tiles } from "~/components/list/Tiles";
import type { Page } from "~/lib/list/list.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { WORTHS } from "~/lib/stock/closing.list";
import { INVENTORY } from "~/lib/stock/stock.list";
import { STORED } from "~/lib/stock/stored.list";
import type { StockKind } from "~/lib/vocabulary/stock";

/** Of the whole stock, whatever else is asked for; each opens its rows. */
type Props = { page: Page; buyer_id?: string; kind?: StockKind; valuation: string | null };

export function StockTiles({ page, buyer_id, kind, valuation }: Props) {
  const { sums = {} } = page;
  const count = (value: string | number | undefined) => `${formatNumber(value ?? 0)}件`;
  const href = (state?: string) => listHref(INVENTORY, { buyer_id, state });
  const alarm = (value: string | number | undefined) => (Number(value ?? 0) > 0 ? "font-bold text-bad" : "");
  const doubtful = [
    { label: "単価なし", num: sums.num_unpriced, to: href("unpriced") },
    {
      label: "仮単価の入庫",
      num: sums.num_provisional,
      to: listHref(STORED, { price: "provisional", kind }),
    },
  ];
  return (
    <Tiles
      tiles={[
        { label: "品目数", text: count(page.total), href: href() },
        { label: "不足", text: count(sums.num_short), href: href("short"), colour: alarm(sums.num_short) },
        {
          label: "マイナス",
          text: count(sums.num_negative),
          href: href("negative"),
          colour: alarm(sums.num_negative),
        },
        { label: "最終棚卸から30日超", text: count(sums.num_uncounted), href: href("uncounted") },
        ...doubtful.flatMap(({ label, num, to }) =>
          Number(num ?? 0) > 0 ? [{ label, text: count(num), href: to, colour: "font-bold text-warn" }] : [],
        ),
        ...(sums.stock_value === undefined
          ? []
          : [
              {
                label: valuation ? `在庫金額（${valuation}）` : "在庫金額",
                text: formatYen(Number(sums.stock_value)),
                href: WORTHS,
              },
            ]),
      ]}
    />
  );
}
