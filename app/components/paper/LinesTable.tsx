import { Fragment } from "react";
import { formatYenPrint } from "~/lib/money/decimal";
import type { PaperColumn, PaperLine } from "~/lib/vocabulary/paper";
import { BELOW_WIDTH, PADDING, TYPE } from "./measure";
import { type PaperPage, textRows } from "./paginate";
import { Words } from "./Words";

const ALIGN = { right: "paper-value text-right", center: "paper-value text-center" } as const;
const PX = 96 / 25.4;

export function LinesTable({
  columns,
  page,
  amount_column,
  blank,
}: {
  columns: PaperColumn[];
  page: PaperPage<PaperLine>;
  amount_column?: number;
  blank: number;
}) {
  return (
    <table className="paper-lines">
      {/* Widths as attributes: the page's policy allows no style of its own. */}
      <colgroup>
        {columns.map((column) => (
          <col key={column.label} width={Math.floor(column.mm * PX)} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {page.brought !== null && (
          <CarryRow columns={columns} label="前頁より繰越" amount={page.brought} at={amount_column} />
        )}
        {page.lines.map((line, index) => (
          <Fragment key={index}>
            <Row columns={columns} cells={line.cells} />
            {line.below && (
              <tr>
                <td colSpan={columns.length}>
                  <Words text={line.below} mm={BELOW_WIDTH} />
                </td>
              </tr>
            )}
            {line.sum && <Row columns={columns} cells={line.sum} className="paper-carry" />}
          </Fragment>
        ))}
        {Array.from({ length: blank }, (_, index) => (
          <tr key={`blank${index}`} aria-hidden="true">
            {columns.map((column) => (
              <td key={column.label} />
            ))}
          </tr>
        ))}
        {page.carried !== null && (
          <CarryRow columns={columns} label="次頁へ繰越" amount={page.carried} at={amount_column} />
        )}
      </tbody>
    </table>
  );
}

function Row({
  columns,
  cells,
  className,
}: {
  columns: PaperColumn[];
  cells: PaperLine["cells"];
  className?: string;
}) {
  return (
    <tr className={className}>
      {columns.map((column, at) => (
        <td key={column.label} className={cellClass(column, cells[at] ?? "")}>
          {column.align ? cells[at] : <Words text={cells[at] ?? ""} mm={column.mm - PADDING} />}
        </td>
      ))}
    </tr>
  );
}

/** A number too long for its column is set smaller, never broken. */
function cellClass({ align, mm }: PaperColumn, text: string) {
  return align && (textRows(text, mm - PADDING, TYPE) > 1 ? `${ALIGN[align]} paper-small` : ALIGN[align]);
}

function CarryRow({
  columns,
  label,
  amount,
  at,
}: {
  columns: PaperColumn[];
  label: string;
  amount: number;
  at?: number;
}) {
  const place = at ?? columns.length - 1;
  const text = formatYenPrint(amount);
  return (
    <tr className="paper-carry">
      <td colSpan={place} className="text-right">
        {label}
      </td>
      <td className={cellClass({ ...columns[place]!, align: "right" }, text)}>{text}</td>
      {place < columns.length - 1 && <td colSpan={columns.length - 1 - place} />}
    </tr>
  );
}
