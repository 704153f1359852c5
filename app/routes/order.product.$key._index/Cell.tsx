import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { isFree } from "~/lib/quote/quote.compare";
import { type ComparedCell, MARK_LABEL, type Mark } from "~/lib/quote/quote.comparison";
import type { QuoteDetail } from "~/lib/quote/quote.row.schema";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

const TONE: Record<Mark, "good" | "accent"> = { lowest: "good", tied: "good", quickest: "accent" };

const signed = (rate: string) => `${rate.startsWith("-") ? "" : "+"}${rate}%`;

function lateText(days_late: number | null): string {
  if (days_late === null) return "";
  if (days_late === 0) return "（希望日ちょうど）";
  return days_late > 0 ? `（希望+${days_late}日）` : `（希望${days_late}日）`;
}

/** `shares`: 型代 is another in each row; else the head says it once. */
type CellProps = {
  cell: ComparedCell;
  found: QuoteDetail;
  quantity: string;
  shares: boolean;
  may_choose: boolean;
};

/** What one quantity costs of one factory, all told, and when it would come. */
export function Cell({ cell, found, quantity, shares, may_choose }: CellProps) {
  const { total, before, target } = cell;
  const query = new URLSearchParams({ answer: String(cell.answer_key), num: quantity });
  return (
    <>
      <b className="whitespace-nowrap text-section">{formatYen(total.total)}</b>
      <span className="ml-2 inline-flex flex-wrap gap-1">
        {cell.marks.map((mark) => (
          <Chip key={mark} tone={TONE[mark]}>
            {MARK_LABEL[mark]}
          </Chip>
        ))}
        {isFree(total) ? <Chip tone="warn">0円</Chip> : null}
      </span>
      <p className="whitespace-normal text-note">
        単価 {formatNumber(total.at.unit_price)}円/{UNIT_LABEL[found.unit]}
        {total.at.quantity === quantity ? "" : `（${formatNumber(total.at.quantity)}以上）`}・実質{" "}
        {formatNumber(total.effective_unit)}円
      </p>
      <p className={`whitespace-normal text-note ${(cell.days_late ?? 0) > 0 ? "text-warn" : "text-muted"}`}>
        {formatNumber(total.at.lead_days)}営業日・{formatDate(cell.delivery_date)}
        {lateText(cell.days_late)}
      </p>
      {total.at.shipping > 0 || (shares && total.tooling > 0) ? (
        <p className="whitespace-normal text-note text-muted">
          {[
            shares && total.tooling > 0 && `型・治具代 ${formatYen(total.tooling)}`,
            total.at.shipping > 0 && `送料 ${formatYen(total.at.shipping)}`,
          ]
            .filter(Boolean)
            .join("・")}
        </p>
      ) : null}
      {before || target ? (
        <p className="text-note text-muted">
          {[before && `前回比 ${signed(before)}`, target && `目標比 ${signed(target)}`]
            .filter(Boolean)
            .join("・")}
        </p>
      ) : null}
      {total.cheaper ? (
        <p className="whitespace-normal text-note text-warn">
          {formatNumber(total.cheaper.quantity)}
          {UNIT_LABEL[found.order_unit]}の方が {formatYen(total.cheaper.by)} 安い
        </p>
      ) : null}
      {may_choose ? (
        <LinkButton href={`/order/product/${found.key}/award?${query}`} className="mt-1 print:hidden">
          採用する
        </LinkButton>
      ) : null}
    </>
  );
}
