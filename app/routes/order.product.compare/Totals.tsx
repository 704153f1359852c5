import { Chip } from "~/components/list/Chip";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { MARK_LABEL, type Mark } from "~/lib/quote/quote.comparison";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";

type Props = {
  sellers: (readonly [id: string, name: string])[];
  rows: {
    key: number;
    number: string | null;
    name: string;
    quantity: string;
    order_unit: Unit;
    cells: { total: number | null; is_free: boolean; marks: Mark[]; text: string | null }[];
  }[];
  sums: { total: number | null; answered: number; of: number }[];
  best: { lowest: number[]; tied: boolean };
  columns: number[];
};

/** `columns`: which of the factories. */
export function Totals({ sellers, rows, sums, best, columns }: Props) {
  const first = MARK_LABEL[best.tied ? "tied" : "lowest"];
  return (
    <table className="rows">
      <caption className="sr-only">品物ごとの合計の比較（税抜）</caption>
      <thead>
        <tr>
          <th scope="col" className="sticky left-0 z-10">
            品物
          </th>
          {columns.map((at) => (
            <th
              key={sellers[at]![0]}
              scope="col"
              className="min-w-40 whitespace-normal text-right print:min-w-0"
            >
              {sellers[at]![1]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          return (
            <tr key={row.key}>
              <th scope="row" className="sticky left-0 z-10 min-w-28 bg-surface">
                <a href={`/order/product/${row.key}`}>{row.number ?? "下書き"}</a> {row.name}
                <span className="ml-2 whitespace-nowrap font-normal tabular-nums text-muted">
                  {formatNumber(row.quantity)}
                  {UNIT_LABEL[row.order_unit]}
                </span>
              </th>
              {columns
                .map((at) => [at, row.cells[at]!] as const)
                .map(([at, { total, is_free, marks, text }]) => (
                  <td key={sellers[at]![0]} className="text-right tabular-nums">
                    {total === null ? <span className="text-muted">{text}</span> : formatYen(total)}
                    <span className="ml-2">
                      {marks.map((mark) => (
                        <Chip key={mark} tone="good">
                          {MARK_LABEL[mark]}
                        </Chip>
                      ))}
                      {is_free ? <Chip tone="warn">0円</Chip> : null}
                    </span>
                  </td>
                ))}
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="sticky left-0 z-10 bg-surface">
            合計
          </th>
          {columns
            .map((at) => [at, sums[at]!] as const)
            .map(([at, sum]) => (
              <td key={sellers[at]![0]} className="text-right tabular-nums">
                {sum.total === null ? (
                  <span className="text-muted">
                    {sum.answered}/{sum.of} 行
                  </span>
                ) : (
                  <b>{formatYen(sum.total)}</b>
                )}
                {best.lowest.includes(at) ? (
                  <span className="ml-2">
                    <Chip tone="good">{first}</Chip>
                  </span>
                ) : null}
              </td>
            ))}
        </tr>
      </tfoot>
    </table>
  );
}
