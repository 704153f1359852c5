import { useFormMetadata } from "@conform-to/react";
import { ERROR } from "~/components/form/control";
import { formatYen } from "~/lib/money/decimal";
import { InvoiceCells, type Row, type Typed } from "./open.invoice.row";

/** `typed`: as it was posted, whatever that was. */
type Props = {
  invoices: Row[];
  typed?: unknown;
  chosen?: Row["key"][];
  today: string;
  name?: string;
  act?: string;
  /** What a row is posted by, and what its day is called. */
  field?: "invoice_key" | "debt";
  due?: string;
};

/** What is open, each with a tick and a cell for what it is paid now. */
export function OpenInvoices(props: Props) {
  const { invoices, typed, chosen = [], today, name = "allocations", act = "今回充当" } = props;
  const { field = "invoice_key", due = "入金期日" } = props;
  const { allErrors, id } = useFormMetadata();
  const rows: (Typed | undefined)[] = Array.isArray(typed) ? typed : [];
  const HEADS = ["請求書", due, "請求額", "残額", act];
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
                field={field}
                id={`${id}-${name}[${at}].amount`}
                error={allErrors[`${name}[${at}].amount`]?.[0]}
                typed={rows.find((one) => one?.[field] === String(row.key))}
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
              <td>
                <output data-rare data-picked hidden />
              </td>
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
