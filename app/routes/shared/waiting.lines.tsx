import type { WaitingLine } from "~/lib/accounting/inspection.order.schema";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { LINE_UNIT_LABEL } from "~/lib/vocabulary/document";

const RIGHT = "text-right tabular-nums whitespace-nowrap";

/** Lines of 納品書 that wait for 検収, each with its tick. */
export function WaitingLines({ items, ticked }: { items: WaitingLine[]; ticked: string[] }) {
  return (
    <div className="lines-pane">
      <table className="lines lines-picked">
        <caption className="sr-only">検収待ちの明細</caption>
        <thead>
          <tr>
            <th scope="col" className="w-10">
              <span className="sr-only">選択</span>
            </th>
            <th scope="col">納品日・納品書</th>
            <th scope="col">{CARD_LABEL.name}</th>
            <th scope="col">依頼先</th>
            <th scope="col" className="text-right">
              納品数
            </th>
            <th scope="col" className="text-right">
              検収待ち
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((line) => {
            const value = `${line.delivery_key}.${line.delivery_line_no}`;
            const unit = LINE_UNIT_LABEL[line.order_unit];
            return (
              <tr key={value}>
                <td className="text-center max-desk:col-span-full max-desk:text-left">
                  <label className="inline-flex items-center gap-2 touch:h-11">
                    <input
                      type="checkbox"
                      name="lines"
                      value={value}
                      defaultChecked={ticked.includes(value)}
                      aria-label={`${line.delivery_number} ${line.name}`}
                      className="h-5 w-5 accent-accent"
                    />
                    <b className="desk:hidden">{line.name}</b>
                  </label>
                </td>
                <td className="whitespace-nowrap tabular-nums">
                  {formatDate(line.delivery_date)}
                  <a
                    className="block text-note text-accent underline"
                    href={`/accounting/delivery/${line.delivery_key}/inspect`}
                  >
                    {line.delivery_number}
                  </a>
                </td>
                <td>
                  <span className="max-desk:hidden">{line.name}</span>
                  <a className="block text-note text-accent underline" href={`/order/${line.order_key}`}>
                    {line.order_id}
                  </a>
                </td>
                <td>{line.seller_name}</td>
                <td className={RIGHT}>
                  <span className="mr-1 text-note text-muted desk:hidden">納品</span>
                  {formatNumber(line.num_items)}
                  <span className="ml-1 text-note text-muted">{unit}</span>
                </td>
                <td className={`${RIGHT} max-desk:col-span-full`}>
                  <span className="mr-1 text-note text-muted desk:hidden">検収待ち</span>
                  <b>{formatNumber(line.num_pending)}</b>
                  <span className="ml-1 text-note text-muted">{unit}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
