import { formatNumber } from "~/lib/money/decimal";
import { LINE_LABEL } from "~/lib/order/order.fields";
import type { Order } from "~/lib/order/order.row.schema";
import { isChangeable } from "./columns";

type Line = Order["lines"][number];

const COUNTS: [keyof Line["progress"], label: string][] = [
  ["ordered", "注文数"],
  ["delivered", "納品済"],
  ["shipped", "出荷済"],
  ["made", "良品（出荷前）"],
  ["wip", "作業中"],
];

/** How far each line is, as a smaller quantity would cut into it; each figure with its label. */
export function ProgressTable({ lines }: { lines: Line[] }) {
  const open = lines.filter(isChangeable);
  return (
    <>
      <h2>いまの進み具合</h2>
      <div className="overflow-x-auto rounded border border-line bg-surface">
        <table className="rows">
          <caption className="sr-only">いまの進み具合</caption>
          <thead>
            <tr>
              <th scope="col">{LINE_LABEL.name}</th>
              {COUNTS.map(([name, label]) => (
                <th key={name} scope="col" className="text-right">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {open.map((line) => (
              <tr key={line.line_no}>
                <th scope="row" className="min-w-32 font-normal">
                  {line.line_no}. {line.name}
                </th>
                {COUNTS.map(([name]) => (
                  <td key={name} className="text-right tabular-nums">
                    {formatNumber(line.progress[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
