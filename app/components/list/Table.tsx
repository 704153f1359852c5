import type { Column, Page, Tone } from "~/lib/list/list.schema";
import { cell, isNumeric } from "~/lib/list/cell";
import { formatNumber } from "~/lib/money/decimal";
import { Chip } from "./Chip";

type Row = Record<string, unknown>;
type Props = { columns: Column[]; page: Page; title: string; rowKey?: string };

// Looks hang on the table, so that a cell of 100 rows says only what differs.
const TABLE =
  "w-full border-separate border-spacing-0 text-table max-desk:block " +
  "[&_td]:h-9 [&_td]:whitespace-nowrap [&_td]:border-b [&_td]:border-line [&_td]:px-3 [&_tbody_tr]:bg-surface [&_tbody_tr:hover]:bg-accent-soft " +
  "[&_tbody_tr:has(:checked)]:bg-accent-soft";
const HEAD = "sticky top-0 z-10 h-9 whitespace-nowrap border-b border-line bg-ground px-3 text-note print:static";
const FIRST = "desk:sticky desk:left-0 bg-inherit print:static";
/** A phone's row: box | first column | state, and below them the two facts. The first link covers the card. */
const CARDS =
  "max-desk:block max-desk:[&>tr]:relative max-desk:[&>tr]:grid max-desk:[&>tr]:grid-cols-[auto_minmax(0,1fr)_auto] max-desk:[&>tr]:items-center " +
  "max-desk:[&>tr]:border-b max-desk:[&>tr]:border-line max-desk:[&>tr]:px-4 max-desk:[&>tr]:py-2 " +
  "max-desk:[&>tr]:[content-visibility:auto] max-desk:[&>tr]:[contain-intrinsic-size:auto_64px] " +
  "max-desk:[&_td]:h-auto max-desk:[&_td]:whitespace-normal max-desk:[&_td]:border-0 max-desk:[&_td]:p-0";
const COVER = "max-desk:[&>a]:after:absolute max-desk:[&>a]:after:inset-0 max-desk:[&>a]:after:content-['']";

const COLOURS: Record<Tone, string> = { good: "text-good", warn: "text-warn", bad: "text-bad font-bold", accent: "text-accent", muted: "text-muted" };

export function Table({ columns, page, title, rowKey }: Props) {
  return (
    <div className="min-w-0 rounded border border-line bg-surface desk:max-h-[max(20rem,calc(100vh-14rem))] desk:overflow-auto print:!max-h-none print:!overflow-visible">
      <table className={TABLE}>
        <caption className="sr-only">{title}</caption>
        <thead className="max-desk:hidden">
          <tr>
            {rowKey ? (
              <th scope="col" className={`${HEAD} w-10 print:hidden`}>
                <input type="checkbox" data-select-all hidden aria-label="このページ全て" className="block h-4 w-4 accent-accent" />
              </th>
            ) : null}
            {columns.map((column, index) => (
              <th key={column.name} scope="col" className={`${HEAD} ${isNumeric(column.kind) ? "text-right" : ""} ${index === 0 ? "left-0 !z-20" : ""}`}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={CARDS}>
          {page.items.map((row, index) => <Line key={index} row={row} columns={columns} rowKey={rowKey} />)}
        </tbody>
        {page.sums ? <Sums columns={columns} sums={page.sums} boxes={Boolean(rowKey)} /> : null}
      </table>
    </div>
  );
}

function Line({ row, columns, rowKey }: { row: Row; columns: Column[]; rowKey?: string }) {
  const name = columns[0] ? cell(columns[0], row) : "";
  return (
    <tr>
      {rowKey ? (
        <td className="max-desk:row-span-2 max-desk:!pr-3 print:hidden">
          <input type="checkbox" name="ids" value={String(row[rowKey])} aria-label={`${name}を選択`}
            className="block h-4 w-4 accent-accent max-desk:relative max-desk:z-[1] max-desk:h-6 max-desk:w-6" />
        </td>
      ) : null}
      {columns.map((column, index) => <Data key={column.name} column={column} row={row} first={index === 0} />)}
    </tr>
  );
}

function phone(column: Column, first: boolean): string {
  if (first) return `max-desk:col-start-2 max-desk:font-bold ${COVER}`;
  if (column.kind === "state") return "max-desk:col-start-3 max-desk:row-start-1 max-desk:text-right";
  if (column.fact === 1) return "max-desk:col-start-2 max-desk:row-start-2";
  if (column.fact === 2) return "max-desk:col-start-3 max-desk:row-start-2 max-desk:text-right";
  return "max-desk:hidden";
}

function Data({ column, row, first }: { column: Column; row: Row; first: boolean }) {
  const text = cell(column, row);
  const unit = column.unit?.(row);
  const tone = column.tone?.(row);
  const link = column.link?.(row);
  const body = column.kind === "state" && text ? <Chip tone={tone}>{text}</Chip> : text;
  const colour = tone && column.kind !== "state" ? COLOURS[tone] : "";
  const figures = isNumeric(column.kind) ? "text-right tabular-nums" : column.kind === "text" || column.kind === "state" ? "" : "tabular-nums";
  return (
    <td className={[figures, colour, first ? FIRST : "", phone(column, first)].filter(Boolean).join(" ")}>
      {link ? <a href={link}>{body}</a> : body}
      {unit && text ? <span className="ml-1 text-note font-normal text-muted">{unit}</span> : null}
    </td>
  );
}

/** Totals stay in sight below the rows. */
function Sums({ columns, sums, boxes }: { columns: Column[]; sums: Record<string, number | string>; boxes: boolean }) {
  return (
    <tfoot className="max-desk:block">
      <tr className="max-desk:flex max-desk:flex-wrap max-desk:bg-ground [&_td]:border-b-0 [&_td]:border-t [&_td]:bg-ground [&_td]:font-bold desk:[&_td]:sticky desk:[&_td]:bottom-0 max-desk:[&_td]:border-0 max-desk:[&_td]:leading-9">
        {boxes ? <td className="max-desk:hidden print:hidden" /> : null}
        {columns.map((column, index) => {
          const sum = sums[column.name];
          if (sum === undefined) return <td key={column.name} className={index === 0 ? "" : "max-desk:hidden"}>{index === 0 ? "合計" : null}</td>;
          return (
            <td key={column.name} className="text-right tabular-nums">
              <span className="mr-1 text-note font-normal text-muted desk:hidden">{column.label}</span>
              {formatNumber(sum)}{column.kind === "yen" ? <span className="ml-1 text-note font-normal text-muted">円</span> : null}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
