import { formatNumber, formatYen } from "~/lib/money/decimal";
import { liveAnswer, MARK_LABEL } from "~/lib/quote/quote.comparison";
import type { QuoteDetail } from "~/lib/quote/quote.row.schema";
import { unpricedText } from "~/lib/quote/quote.totals";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { Row } from "./CompareTable";

type Props = { found: QuoteDetail; rows: Row[]; extra: string | null; columns: number[] };

/** The table as paper has room for it: some of the factories, and of each cell what is decided by. */
export function CompareSheet({ found, rows, extra, columns }: Props) {
  const unit = UNIT_LABEL[found.order_unit];
  return (
    <div className="hidden border border-line print:block">
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">数量</th>
            {columns.map((at) => {
              const part = found.parts[at]!;
              const live = liveAnswer(part);
              return (
                <th key={part.key} scope="col" className="text-right align-top">
                  <p className="whitespace-normal">{part.seller_name}</p>
                  {live ? <p className="font-normal">型代 {formatYen(live.tooling)}</p> : null}
                  {live ? <p className="font-normal">{formatDate(live.valid_until)}まで</p> : null}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ quantity, cells }) => (
            <tr key={quantity}>
              <th scope="row" className="whitespace-nowrap tabular-nums">
                {formatNumber(quantity)}
                {unit}
                {quantity === extra ? "（試算）" : ""}
              </th>
              {columns.map((at) => {
                const [part, cell] = [found.parts[at]!, cells[at]];
                return (
                  <td key={part.key} className="whitespace-nowrap text-right tabular-nums">
                    {cell ? (
                      <>
                        <b>
                          {cell.marks.map((mark) => MARK_LABEL[mark]).join("・")}{" "}
                          {formatYen(cell.total.total)}
                        </b>
                        <p>
                          単価 {formatNumber(cell.total.at.unit_price)}円/{UNIT_LABEL[found.unit]}
                        </p>
                        <p>
                          {formatNumber(cell.total.at.lead_days)}営業日・{formatDate(cell.delivery_date)}
                        </p>
                      </>
                    ) : (
                      unpricedText(found, part)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
