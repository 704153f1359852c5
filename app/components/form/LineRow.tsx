import { formatNumber } from "~/lib/money/decimal";
import { emptyText, unchosenText } from "~/lib/text/text.schema";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { ComboControl, Options } from "./choices";
import { ERROR } from "./control";
import { DateCell } from "./DateCell";
import { commas } from "./fields";
import {
  amountOf,
  intent,
  isPending,
  type LineColumn,
  type LineValues,
  listedIn,
  markOf,
  PENDING,
} from "./lines.columns";
import { unreadableText } from "./sentences";

type Props = {
  list: string;
  formId: string;
  columns: LineColumn[];
  errors: Record<string, string[]>;
  rounding: Rounding;
  /** -1 is the blank line of the template: its names hold `#`. */
  index: number;
  values: LineValues;
  /** Where most may stay empty, those that may not are marked. */
  marked: boolean;
  last: boolean;
};

const CELL = "cell-input";

const SMALL =
  "rounded px-1 text-note text-accent hover:bg-accent-soft disabled:opacity-60 touch:h-11 touch:px-3";

export function LineRow({ list, formId, columns, errors, rounding, index, values, marked, last }: Props) {
  const place = index < 0 ? "#" : String(index);
  const number = index < 0 ? "#" : String(index + 1);
  const cell = (column: LineColumn) => ({
    column,
    values,
    rounding,
    index,
    number,
    name: `${list}[${place}].${column.name}`,
  });
  return (
    <tr>
      <th scope="row" className="lines-number">
        <span data-number-of-line>{number}</span>
        <b className="desk:hidden">行目</b>
        {columns
          .filter((column) => column.kind === "hidden")
          .map((column) => (
            <input
              key={column.name}
              type="hidden"
              name={cell(column).name}
              defaultValue={values[column.name]}
            />
          ))}
      </th>
      {columns
        .filter((column) => column.kind !== "hidden")
        .map((column) => {
          const own = cell(column);
          const id = `${formId}-${own.name}`;
          const wide = column.width === "wide" || column.kind === "date" ? "max-desk:col-span-2" : undefined;
          return (
            <td key={column.name} data-field className={wide}>
              <span className="mb-1 block text-note text-muted desk:hidden" aria-hidden="true">
                {column.label}
                {markOf(column, marked) && `(${markOf(column, marked)})`}
              </span>
              <Cell {...own} id={id} invalid={Boolean(errors[own.name])} />
              {column.tells ? (
                <output
                  name={`${list}[${place}].${column.tells}`}
                  className="block px-2 pb-1 text-note text-muted empty:hidden"
                >
                  {values[column.tells]}
                </output>
              ) : null}
              {column.kind === "amount" ? null : (
                <p id={`${id}-error`} data-error className={`${ERROR} px-1 pb-1`}>
                  {errors[own.name]?.[0]}
                </p>
              )}
            </td>
          );
        })}
      <td className="lines-deeds">
        <button
          name="__intent__"
          formNoValidate
          data-line="duplicate"
          aria-label={`${number}行目を複製`}
          className={SMALL}
          value={intent("insert", {
            name: list,
            index: index + 1,
            defaultValue: { ...values, id: undefined },
          })}
        >
          複製
        </button>
        <button
          name="__intent__"
          formNoValidate
          data-line="remove"
          aria-label={`${number}行目を削除`}
          className={SMALL}
          disabled={last}
          value={intent("remove", { name: list, index })}
        >
          削除
        </button>
      </td>
    </tr>
  );
}

type CellProps = {
  column: LineColumn;
  values: LineValues;
  rounding: Rounding;
  index: number;
  number: string;
  name: string;
  id: string;
  invalid: boolean;
};

function Cell({ column, values, rounding, index, number, name, id, invalid }: CellProps) {
  const typed = values[column.name] ?? "";
  const chosen = column.kind === "select";
  const attributes = {
    id,
    name,
    "aria-label": `${number}行目 ${column.label}`,
    "aria-invalid": invalid || undefined,
    "aria-describedby": `${id}-error`,
    "data-required": column.optional
      ? undefined
      : chosen
        ? unchosenText(column.label)
        : emptyText(column.label),
  };
  switch (column.kind) {
    case "amount": {
      const amount = amountOf(column, values, rounding);
      return (
        <output
          data-amount={column.of?.join(" ")}
          data-same={column.same?.join(" ")}
          data-waits={column.waits}
          data-column={column.name}
          aria-label={attributes["aria-label"]}
          className="block px-2 text-right leading-9 tabular-nums"
        >
          {amount !== null ? formatNumber(amount) : isPending(column, values, rounding) ? PENDING : ""}
        </output>
      );
    }
    case "number":
      return (
        <span className="flex items-center">
          <input
            {...attributes}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            data-number
            data-invalid={unreadableText("number", column.label)}
            placeholder={column.placeholder}
            defaultValue={commas(typed)}
            className={`${CELL} text-right tabular-nums`}
          />
          {column.unit ? <span className="pr-2 text-note text-muted">{column.unit}</span> : null}
        </span>
      );
    case "date":
      return <DateCell column={column} typed={typed} attributes={attributes} />;
    case "select":
      return (
        <select {...attributes} defaultValue={typed} className={CELL}>
          <Options options={column.options ?? []} blank={column.optional} />
        </select>
      );
    case "combo":
      return (
        <ComboControl
          attributes={attributes}
          typed={typed}
          shown={values[`${column.name}_label`]}
          options={listedIn(column, index, typed)}
          source={column.source}
          codes={column.codes}
          free={column.free}
          className={CELL}
        />
      );
    case "check":
      return (
        <input
          {...attributes}
          data-required={undefined}
          type="checkbox"
          value="on"
          defaultChecked={typed === "on"}
          className="ml-2 mt-2 h-5 w-5 accent-accent"
        />
      );
    default:
      return <input {...attributes} type="text" autoComplete="off" defaultValue={typed} className={CELL} />;
  }
}
