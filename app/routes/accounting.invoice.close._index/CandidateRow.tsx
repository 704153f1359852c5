import { unseenClosing } from "~/lib/accounting/closing";
import { asksPayment } from "~/lib/accounting/invoice";
import type { Candidate } from "~/lib/accounting/invoice.schema";
import { formatNumber } from "~/lib/money/decimal";
import { bankClosedText } from "~/lib/time/bankday";
import { formatDate } from "~/lib/time/date";
import { formatPeriod } from "~/lib/time/period";
import { Closed, Notes } from "./Notes";

const CELL = "max-desk:col-span-full";
const LABEL = "mr-2 text-note text-muted desk:hidden";
const YEN = "lines-fact whitespace-nowrap text-right tabular-nums";
const FIGURES = [
  ["前回請求額", "prev_billed"],
  ["入金額", "received"],
  ["調整額", "adjustment"],
  ["繰越金額", "carried_over"],
  ["今回売上額", "subtotal"],
  ["消費税", "tax"],
  ["今回請求額", "billed_now"],
] as const;

type Props = {
  item: Candidate;
  /** null ticks whoever has sales in a period that is over. */
  ticked: string[] | null;
  closing_day: number;
  ym: number;
  /** What was printed of each partner before: on the page that was pressed, or on the 仮締め. */
  before: string[];
};

export function CandidateRow({ item, ticked, closing_day, ym, before }: Props) {
  const can = item.problem === null;
  const usual = !item.is_zero && !item.is_unended;
  const seen = before.find((one) => one.startsWith(`${item.buyer_id}:`));
  const change = can && seen ? unseenClosing(seen, item.seen) : null;
  return (
    <tr>
      <td className={`${CELL} text-center max-desk:text-left ${can ? "" : "max-desk:hidden"}`}>
        {can ? (
          <label className="inline-flex items-center gap-2 touch:h-11">
            <input
              type="checkbox"
              name="buyer_ids"
              value={item.buyer_id}
              defaultChecked={ticked ? ticked.includes(item.buyer_id) : usual}
              aria-label={`${item.buyer_name}を締める`}
              className="h-5 w-5 accent-accent"
            />
            <b className="desk:hidden">{item.buyer_name} を締める</b>
            <input type="hidden" name="seen" value={item.seen} />
          </label>
        ) : null}
      </td>
      <td className={`${CELL} min-w-40 font-bold`}>
        <span className={can ? "max-desk:hidden" : ""}>{item.buyer_name}</span>
        {can ? (
          <span className="block text-note font-normal">
            <a href={`/accounting/invoice/close/${item.buyer_id}?ym=${ym}`}>明細・行追加・備考</a>
          </span>
        ) : null}
        <Closed item={item} />
      </td>
      <td className={`${CELL} whitespace-nowrap tabular-nums`}>
        {formatPeriod({ start: item.start_date, end: item.end_date })}
        <span className="block text-note text-muted">
          入金期日{" "}
          {item.is_past || asksPayment(item)
            ? `${formatDate(item.due_date)}${bankClosedText(item.due_date)}`
            : "なし"}
        </span>
      </td>
      <td className={`${CELL} whitespace-nowrap text-right tabular-nums max-desk:text-left`}>
        <span className={LABEL}>納品書</span>
        {item.num_notes}
        <span className="ml-1 text-note text-muted">件</span>
        <span className="block text-note text-muted">{item.num_lines}行</span>
      </td>
      {FIGURES.map(([label, name]) => (
        <Yen
          key={name}
          label={label}
          amount={item.is_past ? null : item[name]}
          strong={name === "billed_now"}
        />
      ))}
      <td className={`${CELL} min-w-40`}>
        <div className="text-note">
          <Notes item={item} change={change} closing_day={closing_day} />
        </div>
      </td>
    </tr>
  );
}

/** null: there is none. */
function Yen({ label, amount, strong }: { label: string; amount: number | null; strong?: boolean }) {
  return (
    <td
      className={`${CELL} ${YEN} ${strong ? "font-bold" : ""} ${amount !== null && amount < 0 ? "text-bad" : ""}`}
    >
      <span className={LABEL}>{label}</span>
      {amount === null ? "―" : formatNumber(amount)}
    </td>
  );
}
