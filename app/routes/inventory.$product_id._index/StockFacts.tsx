import { FactPanel } from "~/components/list/Facts";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { stockHref } from "~/lib/stock/stock.list";
import type { StockRow } from "~/lib/stock/stock.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { STOCK_KIND_LABEL } from "~/lib/vocabulary/stock";

type Props = { row: StockRow; unit: string; isOwner: boolean; amounts: boolean; supplier: string | null };

export function StockFacts({ row, unit, isOwner, amounts, supplier }: Props) {
  const much = (value: string | null) => value && `${formatNumber(value)}${unit}`;
  const day = (date: string | null) => date && formatDate(date);
  return (
    <FactPanel
      columns={2}
      facts={[
        { label: "在庫の種類", value: STOCK_KIND_LABEL[row.kind] },
        !isOwner && { label: "依頼元", value: row.buyer_name },
        { label: "最終入庫日", value: day(row.last_in_date) },
        { label: "最終出庫日", value: day(row.last_out_date) },
        {
          label: "最終棚卸",
          value: row.last_inventory_time && formatDateTime(row.last_inventory_time),
        },
        !isOwner && { label: "置場", value: row.shelf },
        !isOwner && { label: "分類", value: row.category },
        !isOwner && { label: "仕入先", value: supplier ?? "自社で作る" },
        !isOwner && {
          label: "調達日数",
          value: row.lead_days === null ? null : `${row.lead_days}営業日`,
        },
        !isOwner && {
          label: "単重",
          value: (
            <>
              {row.unit_weight ? `${formatNumber(row.unit_weight)}kg/個 ` : ""}
              <span className="print:hidden">
                <a href={stockHref(row.product_id, "/weight")}>10個の重さを量る</a>
              </span>
            </>
          ),
        },
        !isOwner && { label: "目標在庫", value: much(row.num_target) },
        !isOwner && { label: "最小発注数", value: much(row.moq) },
        !isOwner && { label: "ロット", value: much(row.lot) },
        !isOwner && row.ownership && { label: "評価", value: "支給品（在庫金額に入れない）" },
        amounts && {
          label: "標準単価",
          value: row.standard_price && `${formatNumber(row.standard_price)}円`,
        },
        amounts && {
          label: "在庫金額",
          value: row.stock_value !== null && (
            <>
              {formatYen(row.stock_value)}
              {row.unit_price ? `（単価 ${formatNumber(row.unit_price)}円）` : ""}{" "}
              <span className="print:hidden">
                <a href={stockHref(row.product_id, "/value")}>計算</a>
              </span>
            </>
          ),
        },
        !isOwner && { label: "メモ", value: row.note },
      ]}
    />
  );
}
