import { listHref } from "~/components/list/FilterBar";
import { Strip } from "~/components/list/Strip";
import type { Page } from "~/lib/list/list.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { WORTHS } from "~/lib/stock/closing.list";
import { INVENTORY } from "~/lib/stock/stock.list";
import { STORED } from "~/lib/stock/stored.list";
import type { StockKind } from "~/lib/vocabulary/stock";

/** Of the whole stock, whatever else is asked for; each opens its rows. */
type Props = {
  page: Page;
  buyer_id?: string;
  state?: string;
  kind?: StockKind;
  valuation: string | null;
};

export function StockStrip({ page, buyer_id, state, kind, valuation }: Props) {
  const { sums = {} } = page;
  const figure = (label: string, value: string | number | undefined, tone: string, href: string) => ({
    label,
    text: formatNumber(value ?? 0),
    href,
    unit: "件",
    tone: Number(value ?? 0) > 0 ? tone : "text-muted",
  });
  const rows = (label: string, value: string | number | undefined, tone: string, asked?: string) => {
    const current = state === asked;
    const href = listHref(INVENTORY, { buyer_id, state: current ? undefined : asked });
    return { ...figure(label, value, tone, href), current };
  };
  const { num_unpriced, num_provisional, stock_value } = sums;
  const provisional = listHref(STORED, { price: "provisional", kind });
  return (
    <Strip
      name="まとめ"
      last
      figures={[
        rows("品目数", page.total, ""),
        rows("不足", sums.num_short, "font-bold text-bad", "short"),
        rows("マイナス", sums.num_negative, "font-bold text-bad", "negative"),
        rows("最終棚卸から30日超", sums.num_uncounted, "", "uncounted"),
        ...(Number(num_unpriced ?? 0) > 0
          ? [rows("単価なし", num_unpriced, "font-bold text-warn", "unpriced")]
          : []),
        ...(Number(num_provisional ?? 0) > 0
          ? [figure("仮単価の入庫", num_provisional, "font-bold text-warn", provisional)]
          : []),
        ...(stock_value === undefined
          ? []
          : [
              {
                label: valuation ? `在庫金額（${valuation}）` : "在庫金額",
                text: formatYen(Number(stock_value)),
                href: WORTHS,
              },
            ]),
      ]}
    />
  );
}
