import type { Column, Page, Tone } from "~/lib/list/list.schema";
import { cell, isNumeric } from "~/lib/list/cell";
import { formatNumber } from "~/lib/money/decimal";
import { Chip } from "./Chip";

type Row = Record<string, unknown>;
type Props = { columns: Column[]; page: Page; title: string; rowKey?: string; ticked?: string[] };

// Looks hang on the table, so that a cell of 100 rows says only what differs.
const TABLE =
  "w-full border-separate border-spacing-0 text-table phone:block " +
  "print:text-[8pt] print:[&_td]:h-6 print:[&_td]:px-1 print:[&_td_span]:text-[8pt] print:[&_tr]:break-inside-avoid " +
  "[&_td]:h-9 [&_td]:whitespace-nowrap [&_td]:border-b [&_td]:border-line [&_td]:px-3 " +
  "[&_tbody_tr]:bg-surface [&_tbody_tr:hover]:bg-accent-soft [&_tbody_tr:has(:checked)]:bg-accent-soft";
const PANE =
  "min-w-0 rounded border border-line bg-surface desk:max-h-[max(20rem,calc(100vh-14rem))] desk:overflow-auto " +
  "print:!max-h-none print:!overflow-visible";
const HEAD =
  "sticky top-0 z-10 h-9 whitespace-nowrap border-b border-line bg-ground px-3 text-note print:static print:px-1 print:text-[8pt]";
const WRAP = "print:!whitespace-normal";
const FIRST = "desk:sticky desk:left-0 bg-inherit print:static";
/**
 * A phone's row: box | first column | state, and below them the facts one and two; the first link covers the card.
 * For the screen alone: a sheet of A4 is as narrow as a phone, but prints the table.
 */
const CARDS =
  "phone:block phone:[&>tr]:relative phone:[&>tr]:grid phone:[&>tr]:grid-cols-[auto_minmax(0,1fr)_auto] phone:[&>tr]:items-center " +
  "phone:[&>tr]:border-b phone:[&>tr]:border-line phone:[&>tr]:px-4 phone:[&>tr]:py-2 " +
  "phone:[&>tr]:[content-visibility:auto] phone:[&>tr]:[contain-intrinsic-size:auto_64px] " +
  "phone:[&_td]:h-auto phone:[&_td]:whitespace-normal phone:[&_td]:border-0 phone:[&_td]:p-0 phone:[&_td:not([data-at])]:hidden " +
  "phone:[&_[data-at=box]]:row-span-2 phone:[&_[data-at=box]]:pr-3 phone:[&_[data-at=first]]:col-start-2 phone:[&_[data-at=first]]:font-bold " +
  "phone:[&_[data-at=state]]:col-start-3 phone:[&_[data-at=state]]:row-start-1 phone:[&_[data-at=state]]:text-right " +
  "phone:[&_[data-at=one]]:col-start-2 phone:[&_[data-at=two]]:col-start-3 phone:[&_[data-at=two]]:row-start-2 " +
  "phone:[&_[data-at=two]]:text-right phone:[&_[data-at=first]>a]:after:absolute phone:[&_[data-at=first]>a]:after:inset-0";
const NOT_ON_PHONE = "phone:hidden";

const SUMS =
  "[&_td]:border-b-0 [&_td]:border-t [&_td]:bg-ground [&_td]:font-bold desk:[&_td]:sticky desk:[&_td]:bottom-0 print:[&_td]:static " +
  "phone:block phone:[&>tr]:flex phone:[&>tr]:flex-wrap phone:[&>tr]:bg-ground phone:[&_td]:border-0 phone:[&_td]:leading-9";

const COLOURS: Record<Tone, string> = {
  good: "text-good", warn: "text-warn", bad: "text-bad font-bold", accent: "text-accent", muted: "text-muted",
};

/** `ticked`: the rows whose boxes are ticked from the start. */
export function Table({ columns, page, title, rowKey, ticked }: Props) {
  return (
    <div className={PANE}>
      <table className={TABLE}>
        <caption className="sr-only">{title}</caption>
        <thead className={NOT_ON_PHONE}>
          <tr>
            {rowKey ? (
              <th scope="col" className={`${HEAD} w-10 print:hidden`}>
                <input type="checkbox" data-select-all hidden aria-label="このページ全て" className="block h-4 w-4 accent-accent" />
              </th>
            ) : null}
            {columns.map((column, index) => (
              <th key={column.name} scope="col"
                className={`${HEAD}${isNumeric(column.kind) ? " text-right" : ""}${index ? "" : " left-0 !z-20"}`}>{column.label}</th>
            ))}
          </tr>
        </thead>
        <tbody className={CARDS}>
          {page.items.map((row, index) => <Line key={index} row={row} columns={columns} rowKey={rowKey} ticked={ticked} />)}
        </tbody>
        {page.sums && columns.some((column) => page.sums?.[column.name] !== undefined)
          ? <Sums columns={columns} sums={page.sums} boxes={Boolean(rowKey)} /> : null}
      </table>
    </div>
  );
}

function Line({ row, columns, rowKey, ticked }: { row: Row; columns: Column[]; rowKey?: string; ticked?: string[] }) {
  const name = columns[0] ? cell(columns[0], row) : "";
  return (
    <tr>
      {rowKey ? (
        <td data-at="box" className="print:hidden">
          <input type="checkbox" name="ids" value={String(row[rowKey])} aria-label={`${name}を選択`} defaultChecked={ticked?.includes(String(row[rowKey]))}
            className="block h-4 w-4 accent-accent max-desk:relative max-desk:z-[1] max-desk:h-6 max-desk:w-6" />
        </td>
      ) : null}
      {columns.map((column, index) => <Data key={column.name} column={column} row={row} first={index === 0} />)}
    </tr>
  );
}

/** Where a cell stands on a phone's card; undefined is nowhere. */
function place(column: Column, first: boolean): string | undefined {
  return first ? "first" : column.kind === "state" ? "state" : column.fact && (column.fact === 1 ? "one" : "two");
}

function Data({ column, row, first }: { column: Column; row: Row; first: boolean }) {
  const text = cell(column, row);
  const unit = column.unit?.(row);
  const tone = column.tone?.(row);
  const link = column.link?.(row);
  const image = column.image?.(row);
  const body = column.kind === "state" && text ? <Chip tone={tone}>{text}</Chip> : text;
  const colour = tone && column.kind !== "state" ? COLOURS[tone] : "";
  const words = column.kind === "text" || column.kind === "state";
  const figures = isNumeric(column.kind) ? "text-right tabular-nums" : words ? WRAP : "tabular-nums";
  return (
    <td data-at={place(column, first)} className={[figures, colour, first ? FIRST : ""].filter(Boolean).join(" ") || undefined}>
      {image ? <img src={image} alt="" loading="lazy" className="h-8 w-12 object-contain" /> : null}
      {link ? <a href={link}>{body}</a> : body}
      {unit && text ? <span className="ml-1 text-note font-normal text-muted">{unit}</span> : null}
    </td>
  );
}

/** Totals stay in sight below the rows. */
function Sums({ columns, sums, boxes }: { columns: Column[]; sums: Record<string, number | string>; boxes: boolean }) {
  return (
    <tfoot className={SUMS}>
      <tr>
        {boxes ? <td className={`${NOT_ON_PHONE} print:hidden`} /> : null}
        {columns.map((column, index) => {
          const sum = sums[column.name];
          if (sum === undefined) {
            return <td key={column.name} className={index ? NOT_ON_PHONE : undefined}>{index ? null : "合計"}</td>;
          }
          return (
            <td key={column.name} className="text-right tabular-nums">
              <span className="mr-1 text-note font-normal text-muted desk:hidden print:hidden">{column.label}</span>
              {formatNumber(sum)}{column.kind === "yen" ? <span className="ml-1 text-note font-normal text-muted">円</span> : null}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
