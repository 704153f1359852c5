import { formatNumber } from "~/lib/money/decimal";
import type { Spread } from "~/lib/quote/quote.compare";
import { type ComparedCell, mayChoose } from "~/lib/quote/quote.comparison";
import type { QuoteDetail } from "~/lib/quote/quote.row.schema";
import { unpricedText } from "~/lib/quote/quote.totals";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { Cell } from "./Cell";
import { SellerHead } from "./SellerHead";

export type Row = { quantity: string; cells: (ComparedCell | null)[] };

export const spreadText = (spread: Spread) =>
  spread.kind === "over"
    ? `${formatNumber(spread.pieces)}個で割る`
    : { once: "今回に全部", none: "含めない" }[spread.kind];

type Props = {
  found: QuoteDetail;
  rows: Row[];
  spread: Spread;
  extra: string | null;
  today: string;
};

export function CompareTable({ found, rows, spread, extra, today }: Props) {
  const unit = UNIT_LABEL[found.order_unit];
  return (
    <table className="rows">
      <caption className="sr-only">数量ごとの回答の比較（税抜）</caption>
      <thead>
        <tr>
          <th scope="col" className="sticky left-0 z-10">
            数量
            <span className="block text-note font-normal text-muted max-desk:hidden">
              型・治具代：
              <br />
              {spreadText(spread)}
            </span>
          </th>
          {found.parts.map((part) => (
            <th key={part.key} scope="col" className="min-w-40 align-top">
              <SellerHead part={part} today={today} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ quantity, cells }) => (
          <tr key={quantity}>
            <th
              scope="row"
              className="sticky left-0 z-10 whitespace-nowrap bg-surface align-top tabular-nums"
            >
              {formatNumber(quantity)}
              {unit}
              {quantity === extra ? <span className="block text-note font-normal">試算</span> : null}
            </th>
            {found.parts.map((part, at) => {
              const cell = cells[at];
              return (
                <td key={part.key} className="align-top tabular-nums">
                  {cell ? (
                    <Cell
                      cell={cell}
                      found={found}
                      quantity={quantity}
                      shares={spread.kind === "over"}
                      may_choose={found.cancelled_time === null && mayChoose(found, part, cell)}
                    />
                  ) : (
                    <span className="text-muted">{unpricedText(found, part)}</span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
