import { Fragment, type ReactNode } from "react";
import { cell, isNumeric } from "~/lib/list/cell";
import type { Column, Page, Tone } from "~/lib/list/list.schema";
import { Brief } from "./Brief";
import { Chip } from "./Chip";
import { Opened } from "./Opened";
import { Part } from "./Part";
import { RowActs } from "./RowActs";
import { ariaSort, Head, type Sorting } from "./Sort";
import { Sums } from "./Sums";
import { TypedCell } from "./TypedCell";

type Row = Record<string, unknown>;
type Props = {
  columns: Column[];
  page: Page;
  title: string;
  rowKey?: string;
  ticked?: string[];
  sorting?: Sorting;
  /** Rows of its own beneath a row. */
  below?: (row: any) => ReactNode;
};

/** Looks hang on the table (.rows, .list), so that a cell of 100 rows says only what differs. */
const COLOURS: Record<Tone, string> = {
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad font-bold",
  accent: "text-accent",
  muted: "text-muted",
};

export function Table({ columns, page, title, rowKey, ticked, sorting, below }: Props) {
  return (
    <div className="pane-list min-w-0 rounded border border-line bg-surface">
      <table className="rows fold list">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {rowKey ? (
              <th scope="col" className="w-10 print:hidden">
                <label>
                  <span className="sr-only">選択</span>
                  <input
                    type="checkbox"
                    data-select-all
                    hidden
                    aria-label="このページ全て"
                    className="block h-4 w-4 accent-accent"
                  />
                </label>
              </th>
            ) : null}
            {columns.map((column, index) => (
              <th
                key={column.name}
                scope="col"
                data-at={index ? undefined : "first"}
                aria-sort={ariaSort(column, sorting)}
                className={column.acts ? "print:hidden" : isNumeric(column.kind) ? "text-right" : undefined}
              >
                <Head column={column} sorting={sorting} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.items.map((row, index) => (
            <Fragment key={index}>
              <Line row={row} columns={columns} rowKey={rowKey} ticked={ticked} />
              {below?.(row)}
            </Fragment>
          ))}
        </tbody>
        {page.sums && columns.some((column) => column.sum ?? page.sums?.[column.name] !== undefined) ? (
          <Sums columns={columns} sums={page.sums} boxes={Boolean(rowKey)} />
        ) : null}
      </table>
    </div>
  );
}

type LineProps = Pick<Props, "columns" | "rowKey" | "ticked"> & { row: Row };

function Line({ row, columns, rowKey, ticked }: LineProps) {
  const name = columns[0] ? cell(columns[0], row) : "";
  // A card has one place for a state: two would lie upon each other.
  const state = columns.find((column) => column.kind === "state" && cell(column, row));
  return (
    <tr>
      {rowKey ? (
        <td data-at="box" className="print:hidden">
          <label>
            <input
              type="checkbox"
              name="ids"
              value={String(row[rowKey])}
              aria-label={`${name}を選択`}
              defaultChecked={ticked?.includes(String(row[rowKey]))}
              className="block h-4 w-4 accent-accent"
            />
          </label>
        </td>
      ) : null}
      {columns.map((column, index) => (
        <Data
          key={column.name}
          column={column}
          row={row}
          name={name}
          at={cellPosition(column, row, index === 0, column === state)}
          first={index === 0}
        />
      ))}
    </tr>
  );
}

/** What opens into its rows does so on a card, too, side by side below its facts. */
function cellPosition(column: Column, row: Row, first: boolean, state: boolean): string | undefined {
  if (first) return "first";
  if (column.kind === "state") return state ? "state" : undefined;
  if (column.opens?.(row).length) return "opens";
  return column.fact && (column.fact === 1 ? "one" : "two");
}

const isWords = (kind: Column["kind"]) => kind === "text" || kind === "link";

/** In one line such a name would push every other column out of sight. Two letters are as wide as one 字. */
const long = (text: string, most: number) => text.replace(/[ -~]{2}/g, "x").length > most;

type DataProps = { column: Column; row: Row; name: string; at: string | undefined; first: boolean };

function Data({ column, row, name, at, first }: DataProps) {
  if (column.acts) {
    return (
      <td data-at={at} className="print:hidden">
        <RowActs acts={column.acts(row)} name={name} />
      </td>
    );
  }
  const typed = column.input?.(row);
  if (typed) return <TypedCell {...typed} label={column.label} at={at} />;
  const text = cell(column, row);
  const unit = column.unit?.(row);
  const below = column.below?.(row);
  const before = column.before?.(row);
  const tone = column.tone?.(row);
  const link = column.link?.(row);
  const image = column.image?.(row);
  const rows = column.opens?.(row) ?? [];
  const part = column.part?.(row);
  const body =
    column.kind === "state" && text ? (
      <Chip tone={tone}>{text}</Chip>
    ) : column.brief && text ? (
      <Brief text={text} />
    ) : column.wide && text ? (
      <span className="block min-w-32">{text}</span>
    ) : isWords(column.kind) && long(text, column.narrow ? 14 : 22) ? (
      <span className={`block whitespace-normal py-1 ${column.narrow ? "min-w-32" : "min-w-60"}`}>
        {text}
      </span>
    ) : (
      text
    );
  const colour = tone && column.kind !== "state" ? COLOURS[tone] : "";
  const words = isWords(column.kind) || column.kind === "state";
  const side = rows.length > 0 ? "text-right tabular-nums max-desk:text-left" : "text-right tabular-nums";
  const figures = isNumeric(column.kind) ? side : words ? "" : "tabular-nums";
  return (
    <td data-at={at} className={[colour, figures].filter(Boolean).join(" ") || undefined}>
      {before ? <span className="mr-2 text-note text-muted desk:hidden print:hidden">{before}</span> : null}
      {image ? <img src={image} alt="" loading="lazy" className="h-8 w-12 object-contain" /> : null}
      {part ? <Part {...part} /> : null}
      {rows.length > 0 ? (
        <Opened label={column.label} text={text} rows={rows} />
      ) : link ? (
        <a {...{ href: link, className: first ? undefined : "py-1 text-accent" }}>{body}</a>
      ) : (
        body
      )}
      {unit && text ? (
        <span className="ml-1 whitespace-nowrap text-note font-normal text-muted">{unit}</span>
      ) : null}
      {below && text ? (
        <span className="block text-note font-normal text-muted desk:hidden print:hidden">{below}</span>
      ) : null}
    </td>
  );
}
