import { useFormMetadata } from "@conform-to/react";
import { ERROR, INPUT } from "~/components/form/control";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { PAYABLE } from "~/lib/payable/debt.list";
import type { PayoutRow } from "~/lib/payable/payout.list";
import { formatDate } from "~/lib/time/date";

type Typed = { payout?: string; on?: string; edi?: string };
type Props = { payouts: PayoutRow[]; chosen: number[]; typed?: unknown };

const NUMBER = "whitespace-nowrap text-right tabular-nums max-desk:text-left";
const SMALL = "mr-2 text-note text-muted desk:hidden";

/** The transfers that stand in no file yet, each with a tick. */
export function PayoutTicks({ payouts, chosen, typed }: Props) {
  const { allErrors, id } = useFormMetadata();
  const rows: (Typed | undefined)[] = Array.isArray(typed) ? typed : [];
  return (
    <div>
      <div className="lines-pane">
        <table className="lines lines-picked">
          <caption className="sr-only">振込データ未作成の支払</caption>
          <thead>
            <tr>
              <th scope="col" className="w-10">
                <span className="sr-only">選択</span>
              </th>
              <th scope="col">支払先</th>
              <th scope="col">支払日</th>
              <th scope="col" className="text-right">
                振込額
              </th>
              <th scope="col">EDI情報</th>
            </tr>
          </thead>
          <tbody>
            {payouts.map((row, at) => {
              const was = rows.find((one) => one?.payout === String(row.key));
              const ticked = typed === undefined ? chosen.includes(row.key) : Boolean(was?.on);
              const ediId = `${id}-rows[${at}].edi`;
              return (
                <tr key={row.key}>
                  <td className="text-center max-desk:col-span-2 max-desk:text-left">
                    <label className="inline-flex h-9 items-center gap-2 touch:h-11">
                      <input
                        type="checkbox"
                        name={`rows[${at}].on`}
                        value="on"
                        defaultChecked={ticked}
                        className="h-5 w-5 accent-accent"
                        aria-label={`${row.partner_name}への支払を選ぶ`}
                      />
                      <b className="desk:hidden">{row.partner_name}</b>
                    </label>
                    <input type="hidden" name={`rows[${at}].payout`} value={row.key} />
                  </td>
                  <td className="lines-text max-desk:hidden">{row.partner_name}</td>
                  <td className="lines-text whitespace-nowrap tabular-nums">
                    <span className={SMALL}>支払日</span>
                    <a href={`${PAYABLE}/payment/${row.key}`}>{formatDate(row.payment_date)}</a>
                  </td>
                  <td className={`lines-text ${NUMBER} font-bold`}>
                    <span className={`${SMALL} font-normal`}>振込額</span>
                    {formatNumber(row.sent)}
                  </td>
                  <td>
                    <span className={SMALL}>EDI情報</span>
                    <input
                      name={`rows[${at}].edi`}
                      type="text"
                      autoComplete="off"
                      aria-label={`${row.partner_name}のEDI情報`}
                      aria-invalid={allErrors[`rows[${at}].edi`] ? true : undefined}
                      aria-describedby={ediId}
                      className={`${INPUT} w-full`}
                      defaultValue={was?.edi}
                    />
                    <p id={ediId} data-error className={`${ERROR} whitespace-normal`}>
                      {allErrors[`rows[${at}].edi`]?.[0]}
                    </p>
                  </td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr className="border-t border-line bg-ground">
              <th scope="row" colSpan={3} className="h-9 text-right text-note">
                {payouts.length}件の振込額 計
              </th>
              <td className="whitespace-nowrap text-right font-bold tabular-nums">
                {formatYen(payouts.reduce((sum, { sent }) => sum + sent, 0))}
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <p id={`${id}-rows`} data-error className={ERROR}>
        {allErrors.rows?.[0]}
      </p>
    </div>
  );
}
