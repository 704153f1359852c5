import { LinkButton } from "~/components/form/Button";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import type { QuoteDetail } from "~/lib/quote/quote.row.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

/** What was chosen, and the way on to the order. */
export function Awards({ found }: { found: QuoteDetail }) {
  if (found.awards.length === 0) return null;
  const name = (id: string) => found.parts.find((part) => part.seller_id === id)?.seller_name;
  return (
    <ul className="grid gap-2">
      {found.awards.map((award) => (
        <li
          key={award.key}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line bg-good-soft px-4 py-2"
        >
          <span className="min-w-60 flex-1">
            <b>{name(award.seller_id)}</b> を採用：
            {formatNumber(award.num_items)}
            {UNIT_LABEL[found.order_unit]} × {formatNumber(award.unit_price)}円/{UNIT_LABEL[found.unit]}
            {award.tooling > 0 ? `・型・治具代 ${formatYen(award.tooling)}` : ""}
            {award.tooling_order ? `（${award.tooling_order.order_id} で依頼済み）` : ""}・納期{" "}
            {formatDate(award.delivery_date)}
            <span className="block text-note text-muted">
              {formatDateTime(award.awarded_time)} {award.awarded_by}。{formatNumber(award.quantity)}
              {UNIT_LABEL[found.order_unit]}以上の単価です。依頼先の単価に登録しました。
            </span>
          </span>
          {award.order ? <a href={`/order/${award.order.key}`}>外注依頼 {award.order.order_id}</a> : null}
          <LinkButton href={`/order/new?quote=${found.key}&award=${award.key}`} className="print:hidden">
            外注依頼を作る
          </LinkButton>
          {award.order ? null : (
            <LinkButton
              tone="plain"
              href={`/order/product/${found.key}/unaward?award=${award.key}`}
              className="print:hidden"
            >
              採用を取り消す
            </LinkButton>
          )}
        </li>
      ))}
    </ul>
  );
}
