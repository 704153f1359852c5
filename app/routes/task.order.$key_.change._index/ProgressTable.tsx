import { formatNumber, formatYen } from "~/lib/money/decimal";
import type { Amendments } from "~/lib/order/amend.schema";
import { LINE_LABEL } from "~/lib/order/order.fields";
import type { Order } from "~/lib/order/order.row.schema";
import { isChangeable } from "./columns";

type Line = Order["lines"][number];

/** `short`: for a phone, where a line's figures stand below each other. */
const COUNTS: [keyof Line["progress"], label: string, short?: string][] = [
  ["ordered", "注文数"],
  ["delivered", "納品済"],
  ["shipped", "出荷済"],
  ["made", "良品（出荷前）", "良品"],
  ["wip", "作業中"],
];

/** How far each line is, as a smaller quantity would cut into it; each figure with its label. */
export function ProgressTable({ lines, spent }: { lines: Line[]; spent: Amendments["spent"] }) {
  const open = lines.filter(isChangeable);
  const spentOf = (line_no: number) => spent.find((one) => one.line_no === line_no)?.spent;
  return (
    <>
      <h2>いまの進み具合</h2>
      <div className="overflow-x-auto rounded border border-line bg-surface">
        <table className="rows fold facts">
          <caption className="sr-only">いまの進み具合</caption>
          <thead>
            <tr>
              <th scope="col">{LINE_LABEL.name}</th>
              {COUNTS.map(([name, label]) => (
                <th key={name} scope="col" className="text-right">
                  {label}
                </th>
              ))}
              {spent.length > 0 ? (
                <th scope="col" className="text-right">
                  これまでの費用の目安
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {open.map((line) => (
              <tr key={line.line_no}>
                <td>
                  {line.line_no}. {line.name}
                </td>
                {COUNTS.map(([name, label, short = label]) => (
                  <td key={name} data-label={short} className="tabular-nums desk:text-right">
                    {formatNumber(line.progress[name])}
                  </td>
                ))}
                {spent.length > 0 ? (
                  <td data-label="費用" className="tabular-nums desk:text-right">
                    {spentOf(line.line_no) === undefined ? "―" : formatYen(spentOf(line.line_no)!)}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {spent.length > 0 ? (
        <p className="text-note text-muted">
          目安は、出荷前の良品を単価どおり、作業中の分を済んだ工程の割合（いまの工程は半分）で数えた額です。
        </p>
      ) : null}
    </>
  );
}
