import type { Fact } from "~/components/list/Facts";
import { formatYen } from "~/lib/money/decimal";
import { LINE_LABEL, SUPPLY_TERMS_LABEL } from "~/lib/order/order.fields";
import type { Order } from "~/lib/order/order.row.schema";
import { SUPPLIES_AT } from "~/lib/order/supply.list";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { meansLabel } from "~/lib/vocabulary/maturity";
import { OVER_BILL_LABEL, toleranceLabel } from "~/lib/vocabulary/tolerance";

/** An order's facts beside its lines; those that an order seldom has are left out when empty. */
export function factsOfOrder(of: Order, side: "buyer" | "seller" = "buyer"): Fact[] {
  const sent = of.lines.reduce<number | null>(
    (sum, line) => (sum === null || line.price === null ? null : sum + line.price),
    0,
  );
  const destinations = new Set(of.lines.map((line) => line.destination));
  return [
    side === "buyer" ? { label: "依頼先", value: of.seller.name } : { label: "依頼元", value: of.buyer.name },
    { label: "依頼日", value: formatDate(of.order_date) },
    {
      label: LINE_LABEL.destination,
      value: destinations.size === 1 ? of.lines[0]!.destination : "明細に記載",
    },
    { label: "支払条件", value: of.payment_terms },
    of.payment_method !== "transfer" && {
      label: meansLabel(of),
      value: of.payment_detail ?? "代金の全額",
    },
    { label: "納品数の許容差", value: toleranceLabel(of.tolerance) },
    Number(of.tolerance.over_pct) > 0 && {
      label: "注文数を超えた分",
      value: OVER_BILL_LABEL[of.tolerance.over_bill],
    },
    { label: "検査完了", value: `受領後${of.inspection_days}日` },
    of.amounts && {
      label: "合計（税抜）",
      value: of.price === null ? "未定の単価があります" : formatYen(of.price),
    },
    of.amounts &&
      sent !== of.price && {
        label: "依頼時の合計",
        value: sent === null ? "未定の単価がありました" : formatYen(sent),
      },
    { label: "担当者", value: of.person },
    { label: "送信日時", value: formatDateTime(of.sent_time) },
    { label: "閲覧日時", value: of.viewed_time ? formatDateTime(of.viewed_time) : "未閲覧" },
    side === "buyer" && {
      label: "支給品",
      value: (
        <>
          <a href={`${SUPPLIES_AT}/new?order=${of.key}`}>支給を記録する</a>
          <a href={SUPPLIES_AT} className="ml-4 text-accent underline">
            残と動き
          </a>
        </>
      ),
    },
    of.supply_terms !== null && { label: SUPPLY_TERMS_LABEL, value: of.supply_terms },
    of.note !== null && {
      label: LINE_LABEL.note,
      value: <span className="whitespace-pre-wrap">{of.note}</span>,
    },
    of.cancel_reason !== null && { label: "取消の理由", value: of.cancel_reason },
  ];
}
