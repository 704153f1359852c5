import { useFormMetadata } from "@conform-to/react";
import { ERROR, INPUT } from "~/components/form/control";
import { commas } from "~/components/form/fields";
import { monthLabel } from "~/lib/accounting/invoice";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import type { OpenBooksAnswer } from "~/lib/receivable/payment.schema";
import { formatDate } from "~/lib/time/date";

type Row = OpenBooksAnswer["invoices"][number];
type Typed = { invoice_key?: string; on?: string; amount?: string };
/** `typed`: as it was posted, whatever that was. */
type Props = {
  invoices: Row[];
  typed?: unknown;
  chosen?: number[];
  today: string;
  name?: string;
  act?: string;
};

const NUMBER = "whitespace-nowrap text-right tabular-nums max-desk:text-left";
const SMALL = "text-note text-muted";

/** What is open, each with a tick and a cell for what it is paid now. */
export function OpenInvoices(props: Props) {
  const { invoices, typed, chosen = [], today, name = "allocations", act = "今回充当" } = props;
  const { allErrors, id } = useFormMetadata();
  const rows: (Typed | undefined)[] = Array.isArray(typed) ? typed : [];
  const HEADS = ["請求書", "入金期日", "請求額", "残額", act];
  return (
    <div>
      <div className="lines-pane">
        <table className="lines lines-picked">
          <caption className="sr-only">残額のある請求書</caption>
          <thead>
            <tr>
              <th scope="col" className="w-10">
                <span className="sr-only">選択</span>
              </th>
              {HEADS.map((head, at) => (
                <th key={head} scope="col" className={at > 1 ? "text-right" : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {invoices.map((row, at) => (
              <InvoiceCells
                key={row.key}
                row={row}
                name={`${name}[${at}]`}
                act={act}
                id={`${id}-${name}[${at}].amount`}
                error={allErrors[`${name}[${at}].amount`]?.[0]}
                typed={rows.find((one) => one?.invoice_key === String(row.key))}
                ticked={chosen.includes(row.key)}
                late={row.due_date < today}
              />
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t border-line bg-ground">
              <th scope="row" colSpan={4} className="h-9 text-right text-note">
                {invoices.length}件の残額 計
              </th>
              <td className="whitespace-nowrap text-right font-bold tabular-nums">
                {formatYen(invoices.reduce((sum, { open }) => sum + open, 0))}
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <p id={`${id}-${name}`} data-error className={ERROR}>
        {allErrors[name]?.[0]}
      </p>
    </div>
  );
}

type CellsProps = {
  row: Row;
  name: string;
  act: string;
  id: string;
  error?: string;
  typed?: Typed;
  ticked: boolean;
  late: boolean;
};

function InvoiceCells({ row, name, act, id, error, typed, ticked, late }: CellsProps) {
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
            aria-label={`請求書 ${row.number} を選ぶ`}
          />
          <b className="desk:hidden">{row.number}</b>
        </label>
        <input type="hidden" name={`${name}.invoice_key`} value={row.key} />
      </td>
      <td className="lines-text whitespace-nowrap max-desk:col-span-2">
        <a href={`/accounting/invoice/${row.key}`} className="tabular-nums max-desk:hidden">
          {row.number}
        </a>
        <span className={`${SMALL} block`}>{monthLabel(row.ym)}</span>
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
