import type { Rounding } from "~/lib/vocabulary/rounding";
import { ERROR } from "./control";
import { LineCell } from "./LineCell";
import { copyOf } from "./lines.cloned";
import { intent, type LineColumn, type LineValues, markOf } from "./lines.columns";

type Props = {
  list: string;
  formId: string;
  columns: LineColumn[];
  errors: Record<string, string[]>;
  rounding: Rounding;
  /** -1 is the blank line of the template: its names hold `#`. */
  index: number;
  number?: number;
  values: LineValues;
  /** Where most may stay empty, those that may not are marked. */
  marked: boolean;
  last: boolean;
};

const SMALL =
  "rounded px-1 text-note text-accent hover:bg-accent-soft disabled:opacity-60 touch:h-11 touch:px-3";

export function LineRow({
  list,
  formId,
  columns,
  errors,
  rounding,
  index,
  values,
  marked,
  last,
  ...of
}: Props) {
  const place = index < 0 ? "#" : String(index);
  const number = index < 0 ? "#" : String(of.number);
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
            <td key={column.name} data-field data-entry={column.entry} className={wide}>
              <span className="mb-1 block text-note text-muted desk:hidden" aria-hidden="true">
                {column.label}
                {markOf(column, marked) && `(${markOf(column, marked)})`}
              </span>
              <LineCell {...own} id={id} invalid={Boolean(errors[own.name])} />
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
            defaultValue: copyOf(values),
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
