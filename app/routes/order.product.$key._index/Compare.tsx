import { formatNumber } from "~/lib/money/decimal";
import type { Spread } from "~/lib/quote/quote.compare";
import { type crossovers, inSheets, liveAnswer } from "~/lib/quote/quote.comparison";
import type { QuoteDetail } from "~/lib/quote/quote.row.schema";
import { CompareSheet } from "./CompareSheet";
import { CompareTable, type Row, spreadText } from "./CompareTable";
import { SpreadForm } from "./SpreadForm";

type Props = {
  found: QuoteDetail;
  rows: Row[];
  spread: Spread;
  extra: string | null;
  crossing: ReturnType<typeof crossovers>;
  today: string;
};

/** More of them than a page of paper is wide go on in a table below. */
const SHEET = 5;
const MOST_SAID = 3;

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
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2" aria-labelledby="compare">
      <h2 id="compare">回答の比較</h2>
      <SpreadForm spread={spread} extra={extra} />
      <div className="overflow-x-auto rounded border border-line bg-surface print:hidden">
        <CompareTable {...{ found, rows, spread, extra, today }} />
      </div>
      {inSheets(found.parts, SHEET).map((columns) => (
        <CompareSheet key={columns[0]} {...{ found, rows, extra }} columns={columns} />
      ))}
      <p className="text-note text-muted">
        合計は税抜で、単価×数量に型・治具代（{spreadText(spread)}
        ）、送料、そのほかを足した額です。到着日は、今日採用したときの、依頼先の営業日カレンダーでの日付です。単価0円の回答は、最安に数えません。
      </p>
      <Crossing crossing={crossing} />
    </section>
  );
}

function Crossing({ crossing }: Pick<Props, "crossing">) {
  const said = crossing.map(({ cheaper, than, from, equal_at }) => (
    <p key={`${cheaper} ${than}`} className="text-note">
      {cheaper}は、型・治具代を含めて
      {equal_at.includes(".") ? "" : `${formatNumber(equal_at)}個で${than}と同額、`}
      {formatNumber(from)}個から{than}より安くなります（いちばん多い数量の単価で）。
    </p>
  ));
  if (said.length <= MOST_SAID) return <>{said}</>;
  return (
    <details className="print:hidden">
      <summary className="flex min-h-11 items-center text-accent">
        型・治具代の分かれ目（{said.length}件）
      </summary>
      {said}
    </details>
  );
}
