import { ERROR, INPUT } from "~/components/form/control";
import { commas } from "~/components/form/fields";
import { monthLabel } from "~/lib/accounting/invoice";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";

export type Row = {
  key: number | string;
  number: string;
  ym?: number;
  below?: string;
  href?: string;
  due_date: string;
  total: number;
  open: number;
};
export type Typed = { invoice_key?: string; debt?: string; on?: string; amount?: string };

const NUMBER = "whitespace-nowrap text-right tabular-nums max-desk:text-left";
const SMALL = "text-note text-muted";

type CellsProps = {
  row: Row;
  name: string;
  act: string;
  field: "invoice_key" | "debt";
  id: string;
  error?: string;
  typed?: Typed;
  ticked: boolean;
  late: boolean;
};

/** One of them. */
export function InvoiceCells({ row, name, act, field, id, error, typed, ticked, late }: CellsProps) {
  return (
    <tr>
      <td className="text-center max-desk:col-span-2 max-desk:text-left">
        <label className="inline-flex h-9 items-center gap-2 touch:h-11">
          <input
            type="checkbox"
            name={`${name}.on`}
            value="on"
            defaultChecked={typed ? Boolean(typed.on) : ticked}
            className="h-5 w-5 accent-accent"
            data-amount={row.open}
            aria-label={`請求書 ${row.number} を選ぶ`}
          />
          <b className="desk:hidden">{row.number}</b>
        </label>
        <input type="hidden" name={`${name}.${field}`} value={row.key} />
      </td>
      <td className="lines-text whitespace-nowrap max-desk:col-span-2">
        <a
          href={row.href ?? `/accounting/invoice/${row.key}`}
          className="tabular-nums max-desk:hidden text-accent underline"
        >
          {row.number}
        </a>
        <span className={`${SMALL} block`}>{row.ym ? monthLabel(row.ym) : row.below}</span>
      </td>
      <td className={`lines-text whitespace-nowrap tabular-nums ${late ? "font-bold text-bad" : ""}`}>
        <span className={`${SMALL} mr-2 desk:hidden`}>期日</span>
        {formatDate(row.due_date)}
      </td>
      <td className={`lines-text ${NUMBER}`}>
        <span className={`${SMALL} mr-2 desk:hidden`}>請求額</span>
        {formatNumber(row.total)}
      </td>
      <td className={`lines-text ${NUMBER} font-bold`}>
        <span className={`${SMALL} mr-2 font-normal desk:hidden`}>残額</span>
        {formatNumber(row.open)}
      </td>
      <td className="text-right max-desk:text-left">
        <input
          id={id}
          name={`${name}.amount`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          data-number={act}
          aria-label={`請求書 ${row.number} の${act}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          className={`${INPUT} w-36 text-right tabular-nums`}
          defaultValue={commas(typed?.amount)}
        />
        <p id={`${id}-error`} data-error className={`${ERROR} whitespace-normal text-left`}>
          {error}
        </p>
      </td>
    </tr>
  );
}
