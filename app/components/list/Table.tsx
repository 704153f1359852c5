import type { Column, Page } from "~/lib/list/list.schema";
import { cell, isNumeric } from "~/lib/list/cell";
import { formatNumber } from "~/lib/money/decimal";
import { Chip } from "./Chip";

type Row = Record<string, unknown>;
type Props = { columns: Column[]; page: Page; title: string; rowKey?: string };

// A cell says only what differs; padding, borders and the card of a phone hang on the table, so that 100 rows stay light.
const TABLE =
  "w-full border-separate border-spacing-0 text-table max-desk:block [&_td]:h-9 [&_td]:border-b [&_td]:border-line [&_td]:px-3 [&_td]:whitespace-nowrap " +
  "[&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:z-10 [&_thead_th]:h-9 [&_thead_th]:whitespace-nowrap [&_thead_th]:border-b [&_thead_th]:border-line [&_thead_th]:bg-ground " +
  "[&_thead_th]:px-3 [&_thead_th]:text-note [&_thead_th]:font-bold [&_tbody_tr:hover]:bg-accent-soft";
const PHONE_ROW =
  "bg-surface has-[:checked]:bg-accent-soft max-desk:flex max-desk:flex-wrap max-desk:items-center max-desk:gap-x-3 max-desk:border-b max-desk:border-line " +
  "max-desk:px-4 max-desk:py-2 max-desk:[&_td]:h-auto max-desk:[&_td]:border-0 max-desk:[&_td]:p-0 max-desk:[content-visibility:auto] max-desk:[contain-intrinsic-size:auto_64px]";
const STICKY = "desk:sticky desk:left-0 bg-inherit";

export function Table({ columns, page, title, rowKey }: Props) {
  return (
    <div className="min-w-0 rounded border border-line bg-surface desk:max-h-[max(20rem,calc(100vh-14rem))] desk:overflow-auto print:max-h-none print:overflow-visible">
      <table className={TABLE}>
        <caption className="sr-only">{title}</caption>
        <thead className="max-desk:hidden">
          <tr>
            {rowKey ? <th scope="col" className="w-10 print:hidden"><input type="checkbox" data-select-all hidden aria-label="このページ全て" className="h-4 w-4 accent-accent" /><span className="sr-only">選択</span></th> : null}
            {columns.map((column, index) => (
              <th key={column.name} scope="col" className={`${isNumeric(column.kind) ? "text-right" : "text-left"} ${index === 0 ? "left-0 !z-20" : ""}`}>{column.label}</th>
            ))}
          </tr>
        </thead>
        <tbody className="max-desk:block">
          {page.items.map((row, index) => <Line key={index} row={row} columns={columns} rowKey={rowKey} />)}
        </tbody>
        {page.sums ? <Sums columns={columns} sums={page.sums} offset={rowKey ? 1 : 0} /> : null}
      </table>
    </div>
  );
}

function Line({ row, columns, rowKey }: { row: Row; columns: Column[]; rowKey?: string }) {
  const name = columns[0] ? cell(columns[0], row) : "";
  return (
    <tr className={PHONE_ROW}>
      {rowKey ? (
        <td className="w-10 print:hidden">
          <input type="checkbox" name="ids" value={String(row[rowKey])} aria-label={`${name}を選択`} className="h-4 w-4 accent-accent max-desk:h-6 max-desk:w-6" />
        </td>
      ) : null}
      {columns.map((column, index) => <Data key={column.name} column={column} row={row} first={index === 0} />)}
    </tr>
  );
}

/** On a phone: the first column, then the state at the right, then the two facts on the second line. */
function phone(column: Column, first: boolean): string {
  if (first) return "max-desk:flex-1 max-desk:font-bold";
  if (column.kind === "state") return "max-desk:order-1";
  if (column.fact === 1) return "max-desk:order-3 max-desk:flex-1";
  if (column.fact === 2) return "max-desk:order-4";
  return "max-desk:hidden";
}

function Data({ column, row, first }: { column: Column; row: Row; first: boolean }) {
  const text = cell(column, row);
  const unit = column.unit?.(row);
  const tone = column.tone?.(row);
  const link = column.link?.(row);
  const body = column.kind === "state" && text ? <Chip tone={tone}>{text}</Chip> : text;
  const colour = tone && column.kind !== "state" ? { good: "text-good", warn: "text-warn", bad: "text-bad font-bold", accent: "text-accent", muted: "text-muted" }[tone] : "";
  const kind = isNumeric(column.kind) ? "text-right tabular-nums" : column.kind === "text" || column.kind === "state" ? "" : "tabular-nums";
  const className = [kind, colour, first ? STICKY : "", phone(column, first)].filter(Boolean).join(" ");
  return (
    <td className={className}>
      {link ? <a href={link}>{body}</a> : body}
      {unit && text ? <span className="ml-1 text-note font-normal text-muted">{unit}</span> : null}
    </td>
  );
}

function Sums({ columns, sums, offset }: { columns: Column[]; sums: Record<string, number | string>; offset: number }) {
  return (
    <tfoot className="max-desk:block">
      <tr className="max-desk:flex max-desk:flex-wrap max-desk:gap-x-4 max-desk:px-4 [&_td]:bg-ground [&_td]:font-bold desk:[&_td]:sticky desk:[&_td]:bottom-0">
        {offset ? <td className="max-desk:hidden print:hidden" /> : null}
        {columns.map((column, index) => {
          const sum = sums[column.name];
          if (sum === undefined) return <td key={column.name} className={index === 0 ? "" : "max-desk:hidden"}>{index === 0 ? "合計" : null}</td>;
          return (
            <td key={column.name} className="text-right tabular-nums max-desk:leading-10">
              <span className="mr-1 text-note font-normal text-muted desk:hidden">{column.label}</span>
              {formatNumber(sum)}{column.kind === "yen" ? <span className="ml-1 text-note font-normal text-muted">円</span> : null}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
