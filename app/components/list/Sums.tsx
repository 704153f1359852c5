import type { Column } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";

export function Sums({
  columns,
  sums,
  boxes,
}: {
  columns: Column[];
  sums: Record<string, number | string>;
  boxes: boolean;
}) {
  return (
    <tfoot>
      <tr>
        {boxes ? <td className="z-10 print:hidden" /> : null}
        {columns.map((column, index) => {
          const sum = column.sum ? column.sum(sums) : sums[column.name];
          if (sum === undefined || !index)
            return (
              <td key={column.name} className={column.acts && "print:hidden"}>
                {index ? null : (sum ?? "合計")}
              </td>
            );
          return (
            <td key={column.name} className="text-right tabular-nums">
              <span className="mr-1 text-note font-normal text-muted desk:hidden print:hidden">
                {column.label}
              </span>
              {column.sum ? sum : formatNumber(sum)}
              {column.kind === "yen" ? (
                <span className="ml-1 text-note font-normal text-muted">円</span>
              ) : null}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
