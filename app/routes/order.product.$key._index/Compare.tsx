import { formatNumber } from "~/lib/money/decimal";
import type { Spread } from "~/lib/quote/quote.compare";
import { type ComparedCell, type crossovers, liveAnswer, mayChoose } from "~/lib/quote/quote.comparison";
import type { QuoteDetail, QuotePart } from "~/lib/quote/quote.row.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { Cell } from "./Cell";
import { SellerHead } from "./SellerHead";
import { SpreadForm } from "./SpreadForm";

type Row = { quantity: string; cells: (ComparedCell | null)[] };
type Props = {
  found: QuoteDetail;
  rows: Row[];
  spread: Spread;
  extra: string | null;
  crossing: ReturnType<typeof crossovers>;
  today: string;
};

const spreadText = (spread: Spread) =>
  spread.kind === "over"
    ? `${formatNumber(spread.pieces)}個で割る`
    : { once: "今回に全部", none: "含めない" }[spread.kind];

function emptyText(part: QuotePart): string {
  if (part.declined_time) return "辞退";
  return liveAnswer(part) ? "要相談（単価なし）" : "回答なし";
}

/** Rows are quantities, columns the factories; nothing is chosen by itself. */
export function Compare({ found, rows, spread, extra, crossing, today }: Props) {
  if (found.is_shut)
    return (
      <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
        回答は、回答期限を過ぎるか締め切ると開きます。いま
        {found.parts.filter((one) => one.num_answers > 0).length}
        社の回答が届いています。
      </p>
    );
  if (!found.parts.some((part) => liveAnswer(part)))
    return <p className="text-muted">回答はまだありません。</p>;
  const unit = UNIT_LABEL[found.order_unit];
  const may_choose = found.cancelled_time === null;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2" aria-labelledby="compare">
      <h2 id="compare">回答の比較</h2>
      <SpreadForm spread={spread} extra={extra} />
      <div className="overflow-x-auto rounded border border-line bg-surface">
        <table className="rows">
          <caption className="sr-only">数量ごとの回答の比較（税抜）</caption>
          <thead>
            <tr>
              <th scope="col">
                数量
                <span className="block text-note font-normal text-muted max-desk:hidden">
                  型・治具代：{spreadText(spread)}
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
                <th scope="row" className="whitespace-nowrap align-top tabular-nums">
                  {formatNumber(quantity)}
                  {unit}
                  {quantity === extra ? <span className="block text-note font-normal">試算</span> : null}
                </th>
                {cells.map((cell, at) => (
                  <td key={found.parts[at]!.key} className="align-top tabular-nums">
                    {cell ? (
                      <Cell
                        cell={cell}
                        found={found}
                        quantity={quantity}
                        may_choose={may_choose && mayChoose(found, found.parts[at]!, cell)}
                      />
                    ) : (
                      <span className="text-muted">{emptyText(found.parts[at]!)}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-note text-muted">
        合計は税抜で、単価×数量に型・治具代（{spreadText(spread)}
        ）、送料、そのほかを足した額です。到着日は、今日採用したときの、依頼先の営業日カレンダーでの日付です。
      </p>
      {crossing.map(({ cheaper, than, from, equal_at }) => (
        <p key={`${cheaper} ${than}`} className="text-note">
          {cheaper}は、型・治具代を含めて
          {equal_at.includes(".") ? "" : `${formatNumber(equal_at)}個で${than}と同額、`}
          {formatNumber(from)}個から{than}より安くなります（いちばん多い数量の単価で）。
        </p>
      ))}
    </section>
  );
}
