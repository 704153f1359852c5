import type { Fact } from "~/components/list/Facts";
import { formatNumber } from "~/lib/money/decimal";
import { tiersText } from "~/lib/product/product";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";
import type { Received } from "~/lib/quote/quote.row.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { FileLinks } from "~/routes/order.product.$key._index/facts";

/** 「(曲げ 30分×4,000円/時=2,000円 + …) ÷ 良品100個」: at the 時間単価 of today. */
function costText({ rows, num_good, missing }: NonNullable<Received["cost"]>, unit: string): string {
  const parts = rows.map(
    ({ label, minutes, hourly_rate, yen }) =>
      `${label} ${formatNumber(minutes)}分×${formatNumber(hourly_rate)}円/時=${formatNumber(yen)}円`,
  );
  const without = missing.length > 0 ? `。時間単価のない工程は入っていません（${missing.join("、")}）` : "";
  return `（${parts.join(" + ")}）÷ 良品${formatNumber(num_good)}${unit}。材料費と外注費は含みません${without}`;
}

/** What is asked, and what the factory knows of it: the price before, and what the last lot took. */
export function factsOfReceived(found: Received): Fact[] {
  const unit = UNIT_LABEL[found.order_unit];
  return [
    { label: L.buyer_id, value: found.buyer.name },
    { label: L.name, value: found.name },
    { label: "図番・版", value: [found.drawing_no, found.drawing_revision].filter(Boolean).join(" ") },
    found.material !== null && { label: L.material, value: found.material },
    found.surface !== null && { label: L.surface, value: found.surface },
    found.dimensions !== null && { label: L.dimensions, value: found.dimensions },
    found.unit_weight !== null && { label: L.unit_weight, value: `${formatNumber(found.unit_weight)} kg/個` },
    {
      label: "数量段階",
      value: `${found.quantities.map((one) => formatNumber(one)).join(" / ")} ${unit}`,
    },
    { label: found.is_offer ? "見積日" : "依頼日", value: formatDate(found.request_date) },
    found.deadline !== null && { label: L.deadline, value: `${formatDate(found.deadline)} 24時まで` },
    found.wish_date !== null && { label: L.wish_date, value: formatDate(found.wish_date) },
    found.destination !== null && { label: L.destination, value: found.destination },
    found.payment_terms !== null && { label: L.payment_terms, value: found.payment_terms },
    found.person !== null && { label: "依頼元の担当者", value: found.person },
    found.num_sellers !== null && { label: "依頼先の社数（依頼したとき）", value: `${found.num_sellers}社` },
    found.files.length > 0 && { label: "図面・資料", value: <FileLinks files={found.files} /> },
    found.note !== null && {
      label: L.note,
      value: <span className="whitespace-pre-wrap">{found.note}</span>,
    },
    found.product && {
      label: L.product_id,
      value: (
        <a href={`/setting/product/${found.product.product_id}`}>
          {found.product.code} {found.product.name}
        </a>
      ),
    },
    found.before.length > 0 && {
      label: "前回の単価",
      value: `${tiersText(found.before)}円/${UNIT_LABEL[found.unit]}${found.before_from ? `（${formatDate(found.before_from)}から）` : ""}`,
    },
    found.minutes !== null && {
      label: "前回の実績",
      value: `1${unit}あたり ${formatNumber(found.minutes)}分（カード ${found.minutes_from}）`,
    },
    found.cost !== null && {
      label: "前回の実績原価",
      value: (
        <>
          1{unit}あたり {formatNumber(found.cost.each)}円
          <span className="block text-note text-muted">{costText(found.cost, unit)}</span>
        </>
      ),
    },
    found.cancelled_time !== null && {
      label: "取消",
      value: `${formatDateTime(found.cancelled_time)} ${found.cancel_reason ?? ""}`,
    },
  ];
}
