import { Fragment } from "react";
import { formatYenPrint } from "~/lib/money/decimal";
import type { PaperColumn, PaperLine } from "~/lib/vocabulary/paper";
import { BELOW_WIDTH, cellText, PADDING, TYPE } from "./measure";
import { type PaperPage, textRows } from "./paginate";
import { Words } from "./Words";

const ALIGN = { right: "paper-value text-right", center: "paper-value text-center" } as const;
const PX = 96 / 25.4;

/** What is carried over, as a line of its own. */
export const carriedLines = (pages: PaperPage<PaperLine>[], at: number) =>
  pages.map(({ carried }) => ({ cells: [...Array(at).fill(null), formatYenPrint(carried ?? 0)] }));

/** A number too long for its column is set smaller, never broken. */
const isLong = ({ align, mm }: PaperColumn, text: string | null | undefined) =>
  align !== undefined && textRows(text ?? "", mm - PADDING, TYPE) > 1;

/** Up to drawing 4 all of its column with it. */
export const smallColumns = (columns: PaperColumn[], lines: Pick<PaperLine, "cells" | "sum">[]): boolean[] =>
  columns.map((column, at) =>
    lines.some(({ cells, sum }) => [cells[at], sum?.[at]].some((text) => isLong(column, text))),
  );

export function LinesTable({
  columns,
  small,
  page,
  amount_column,
  blank,
}: {
  columns: PaperColumn[];
  small?: boolean[];
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
          <CarryRow
            columns={columns}
            small={small}
            label="前頁より繰越"
            amount={page.brought}
            at={amount_column}
          />
        )}
        {page.lines.map((line, index) => (
          <Fragment key={index}>
            <Row columns={columns} small={small} cells={line.cells} />
            {line.below && (
              <tr>
                <td colSpan={columns.length}>
                  <Words text={line.below} mm={BELOW_WIDTH} />
                </td>
              </tr>
            )}
            {line.sum && <Row columns={columns} small={small} cells={line.sum} className="paper-carry" />}
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
          <CarryRow
            columns={columns}
            small={small}
            label="次頁へ繰越"
            amount={page.carried}
            at={amount_column}
          />
        )}
      </tbody>
    </table>
  );
}

function Row({
  columns,
  small,
  cells,
  className,
}: {
  columns: PaperColumn[];
  small?: boolean[];
  cells: PaperLine["cells"];
  className?: string;
}) {
  return (
    <tr className={className}>
      {columns.map((column, at) => (
        <td key={column.label} className={cellClass(column, small?.[at] ?? isLong(column, cells[at]))}>
          {column.align ? cells[at] : <Words text={cellText(column, cells[at])} mm={column.mm - PADDING} />}
        </td>
      ))}
    </tr>
  );
}

const cellClass = ({ align }: PaperColumn, small: boolean) =>
  align && (small ? `${ALIGN[align]} paper-small` : ALIGN[align]);

function CarryRow({
  columns,
  small,
  label,
  amount,
  at,
}: {
  columns: PaperColumn[];
  small?: boolean[];
  label: string;
  amount: number;
  at?: number;
}) {
  const place = at ?? columns.length - 1;
  const text = formatYenPrint(amount);
  const column: PaperColumn = { ...columns[place]!, align: "right" };
  return (
    <tr className="paper-carry">
      <td colSpan={place} className="text-right">
        {label}
      </td>
      <td className={cellClass(column, small?.[place] ?? isLong(column, text))}>{text}</td>
      {place < columns.length - 1 && <td colSpan={columns.length - 1 - place} />}
    </tr>
  );
}
