import { formatNumber } from "~/lib/money/decimal";
import { emptyText, unchosenText } from "~/lib/text/text.schema";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { ComboControl, Options } from "./choices";
import { DateCell } from "./DateCell";
import { commas } from "./fields";
import { amountOf, isPending, type LineColumn, type LineValues, listedIn, PENDING } from "./lines.columns";
import { unreadableText } from "./sentences";

const CELL = "cell-input";

type Props = {
  column: LineColumn;
  values: LineValues;
  rounding: Rounding;
  index: number;
  number: string;
  name: string;
  id: string;
  invalid: boolean;
};

export function LineCell({ column, values, rounding, index, number, name, id, invalid }: Props) {
  const typed = values[column.name] ?? "";
  const chosen = column.kind === "select";
  const attributes = {
    id,
    name,
    autoFocus: Boolean(column.focus) && column.focus === values.line_no,
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
          {amount === null ? <Untold pending={isPending(column, values, rounding)} /> : formatNumber(amount)}
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
          {column.unit ? (
            <span className="whitespace-nowrap mr-2 text-note text-muted">{column.unit}</span>
          ) : null}
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

/** Where no script follows what is typed, an empty amount says who tells it. */
const Untold = ({ pending }: { pending: boolean }) => (pending ? PENDING : <noscript>{PENDING}</noscript>);
