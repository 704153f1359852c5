import { useField, useFormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { formatNumber } from "~/lib/money/decimal";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { Button } from "./Button";
import { ERROR, textOf } from "./control";
import { LineRow } from "./LineRow";
import { lineNumbers } from "./lines.cloned";
import {
  intent,
  isUntold,
  type LineColumn,
  type LineValues,
  markOf,
  PENDING,
  totalOf,
} from "./lines.columns";

type Props = {
  name: string;
  columns: LineColumn[];
  min?: number;
  max?: number;
  rounding?: Rounding;
  /** Of lines that have a number already (`line_no`), the last that was given to one. */
  last?: number;
  children?: ReactNode;
};

/** Its buttons are conform intents, which work as plain posts; the enhancement saves the round trip. */
export function Lines({ name, columns, min = 1, max = 200, rounding = "floor", last, children }: Props) {
  const [list] = useField<LineValues[]>(name);
  const form = useFormMetadata();
  const values = valuesOf(list.initialValue, min);
  const numbers = lineNumbers(values, last);
  const shown = columns.filter((column) => column.kind !== "hidden");
  // Where most columns may stay empty, those that may not are the ones to mark.
  const marked = shown.filter((column) => column.optional).length > shown.length / 2;
  const entries = shown.filter((column) => column.entry).map((column) => column.label);
  const row = { marked, list: name, formId: form.id, columns, errors: form.allErrors, rounding };
  return (
    <div
      data-lines={name}
      data-min={min}
      data-max={max}
      data-rounding={rounding}
      data-last={last}
      className="min-w-0"
    >
      <div className="lines-pane">
        <table className="lines lines-sheet">
          <thead>
            <tr>
              <th scope="col" className="w-10 text-center font-normal text-muted">
                行
              </th>
              {shown.map((column) => (
                <Head key={column.name} column={column} marked={marked} />
              ))}
              <th scope="col" className="w-24 text-center font-normal text-muted">
                操作
              </th>
            </tr>
          </thead>
          <tbody>
            {values.map((line, index) => (
              <LineRow
                key={index}
                {...row}
                index={index}
                number={numbers[index]}
                values={line}
                last={values.length <= min}
              />
            ))}
          </tbody>
          {shown.some((column) => column.total) ? (
            <tfoot>
              <tr className="bg-ground">
                <th scope="row" className="h-9 text-center text-note">
                  計
                </th>
                {shown.map((column) => (
                  <td
                    key={column.name}
                    className={`px-2 text-right font-bold tabular-nums ${column.total ? "" : "max-desk:hidden"}`}
                  >
                    {column.total ? <Total column={column} lines={values} rounding={rounding} /> : null}
                  </td>
                ))}
                <td className="text-center text-note text-muted max-desk:ml-auto">
                  <span data-count>{values.length}</span>行
                </td>
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
      <p id={`${list.id}-error`} data-error className={ERROR}>
        {list.errors?.[0]}
      </p>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-4">
        <Button name="__intent__" value={intent("insert", { name })} formNoValidate data-line="add">
          行を追加
        </Button>
        <p data-lines-hint hidden className="flex-1 pt-2 text-note text-muted touch:hidden">
          {entries.length > 0
            ? `Enter ${entries.join("→")}→次の行　Tab 次の欄　`
            : "Enter 次の欄・最後の欄で行を追加　"}
          Ctrl+D 複製　Ctrl+Delete 削除　Excelの表を貼り付けできます
        </p>
        {children}
      </div>
      <template>
        <LineRow {...row} errors={{}} index={-1} values={{}} last={false} />
      </template>
    </div>
  );
}

/** Letters: a longer name of a tick stands in two lines. */
const SHORT = 5;

function Head({ column, marked }: { column: LineColumn; marked: boolean }) {
  const width = {
    slim: column.kind === "select" ? "w-24 min-w-24" : "w-20 min-w-11",
    narrow: "w-28 min-w-28",
    normal: "w-40 min-w-32",
    wide: "min-w-40",
  }[column.width ?? "normal"];
  const date = column.kind === "date" ? "min-w-40" : "";
  const number = column.kind === "number" || column.kind === "amount";
  return (
    <th
      scope="col"
      data-names={column.names?.join(" ")}
      className={`${date || width} ${number ? "text-right" : ""}`}
    >
      {column.kind === "check" && column.label.length > SHORT ? (
        <span className="whitespace-normal">{column.label}</span>
      ) : (
        column.label
      )}
      <span className="ml-1 font-normal text-muted">{markOf(column, marked)}</span>
    </th>
  );
}

function Total({ column, lines, rounding }: { column: LineColumn; lines: LineValues[]; rounding: Rounding }) {
  const total = totalOf(column, lines, rounding);
  const untold = isUntold(column, lines, rounding);
  return (
    <>
      <span className="mr-2 text-note font-normal text-muted desk:hidden">{column.label}</span>
      <output data-total={column.name}>
        {untold ? <noscript>{PENDING}</noscript> : total === null ? PENDING : formatNumber(total)}
      </output>
      <span hidden={untold || total === null} className="ml-1 text-note font-normal text-muted">
        {column.kind === "amount" ? "円" : column.unit}
      </span>
    </>
  );
}

function valuesOf(initial: unknown, min: number): LineValues[] {
  const rows: unknown[] = Array.isArray(initial) ? initial : [];
  return Array.from({ length: Math.max(rows.length, min) }, (_, index) => {
    const row = rows[index];
    return row && typeof row === "object"
      ? Object.fromEntries(Object.entries(row).map(([key, value]) => [key, textOf(value)]))
      : {};
  });
}
