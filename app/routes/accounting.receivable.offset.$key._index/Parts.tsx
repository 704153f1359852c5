import { formatNumber, formatYen } from "~/lib/money/decimal";
import type { OffsetDetail } from "~/lib/receivable/offset.proposal.schema";
import { formatDate } from "~/lib/time/date";

type Props = { title: string; parts: OffsetDetail["ours"]; stands: boolean };
const NUMBER = "whitespace-nowrap text-right tabular-nums";

/** 請求書 of one side, with what is set off of each. */
export function Parts({ title, parts, stands }: Props) {
  return (
    <section className="grid min-w-0 gap-2">
      <h2>{title}</h2>
      <div className="overflow-x-auto rounded border border-line bg-surface">
        <table className="rows">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">請求書</th>
              <th scope="col">支払期日</th>
              <th scope="col" className="text-right">
                請求額
              </th>
              <th scope="col" className="text-right">
                {stands ? "相殺後の今の残" : "今の残"}
              </th>
              <th scope="col" className="text-right">
                相殺する額
              </th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part.invoice_key}>
                <th scope="row" className="whitespace-nowrap">
                  <a href={`/accounting/invoice/${part.invoice_key}`}>{part.number}</a>
                </th>
                <td className="whitespace-nowrap">{formatDate(part.due_date)}</td>
                <td className={NUMBER}>{formatNumber(part.total)}</td>
                <td className={NUMBER}>{formatNumber(part.open)}</td>
                <td className={`${NUMBER} font-bold`}>{formatNumber(part.amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4} className="text-right">
                計
              </th>
              <td className={`${NUMBER} font-bold`}>
                {formatYen(parts.reduce((sum, { amount }) => sum + amount, 0))}
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
