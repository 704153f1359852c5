import { Facts } from "~/components/list/Facts";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import type { Total } from "~/lib/quote/quote.compare";
import type { QuoteAnswer, QuoteDetail, QuotePart } from "~/lib/quote/quote.row.schema";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { TOOLING_OWNER_LABEL } from "~/lib/vocabulary/quote";

type Props = {
  found: QuoteDetail;
  part: QuotePart;
  answer: QuoteAnswer;
  num: string;
  other: number;
  total: Total;
  delivery_date: string;
};

/** What is chosen, as it is asked to be confirmed. */
export function AwardFacts({ found, part, answer, num, other, total, delivery_date }: Props) {
  const unit = UNIT_LABEL[found.order_unit];
  const owner = answer.tooling_owner ? `・所有者 ${TOOLING_OWNER_LABEL[answer.tooling_owner]}` : "";
  return (
    <Facts
      facts={[
        { label: "依頼先", value: part.seller_name },
        { label: "見積", value: `${found.number} 第${answer.version}版 ${found.name}` },
        { label: "数量", value: `${formatNumber(num)}${unit}` },
        {
          label: "単価",
          value: `${formatNumber(total.at.unit_price)}円/${UNIT_LABEL[found.unit]}（${formatNumber(total.at.quantity)}${unit}以上の単価）`,
        },
        { label: "代金", value: formatYen(total.goods) },
        total.tooling > 0 && { label: "型・治具代", value: `${formatYen(total.tooling)}${owner}` },
        total.at.shipping > 0 && { label: "送料", value: formatYen(total.at.shipping) },
        other > 0 && { label: "そのほか", value: formatYen(other) },
        { label: "合計（税抜）", value: <b className="text-section">{formatYen(total.total)}</b> },
        answer.payment_terms !== null && { label: "支払条件", value: answer.payment_terms },
        { label: "納期", value: formatDate(delivery_date) },
        { label: "有効期限", value: formatDate(answer.valid_until) },
      ]}
    />
  );
}
