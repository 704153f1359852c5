import type { CreditUse } from "~/lib/accounting/credit.schema";
import type { InvoiceDetail } from "~/lib/accounting/invoice.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";

function otherOf({ key }: InvoiceDetail, one: CreditUse): [text: string, key: number] {
  if (one.credit_key === key) return [`請求書 ${one.invoice_number} に充当`, one.invoice_key];
  const word = one.credit_correction === "red" ? "赤伝" : "請求書";
  return [`${word} ${one.credit_number}`, one.credit_key];
}

export const isPaid = ({ payments, credits }: InvoiceDetail) =>
  payments.length > 0 || credits.some((one) => one.undone_date === null);

/** The money, and the 請求書 below zero, that pay it; of one below zero, what it pays. */
export function PaidBy({ doc }: { doc: InvoiceDetail }) {
  return (
    <>
      {doc.payments.map((one) => (
        <a
          key={one.key}
          href={`/accounting/receivable/payment/${one.key}`}
          className="mr-2 text-accent underline"
        >
          {formatDate(one.payment_date)} {formatYen(one.amount)}
        </a>
      ))}
      {doc.credits
        .filter((one) => one.undone_date === null)
        .map((one) => {
          const [text, key] = otherOf(doc, one);
          return (
            <span key={one.key} className="mr-2">
              <a href={`/accounting/invoice/${key}`}>
                {text} {formatYen(one.amount)}
              </a>
              {one.cannot_free === null ? (
                <a
                  href={`/accounting/invoice/${one.credit_key}/undo/${one.key}`}
                  className="ml-2 text-accent underline print:hidden"
                >
                  この充当だけ外す
                </a>
              ) : null}
            </span>
          );
        })}
    </>
  );
}
