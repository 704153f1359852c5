import { ERROR } from "~/components/form/control";
import { Chip } from "~/components/list/Chip";
import { unseenClosing } from "~/lib/accounting/closing";
import { monthLabel } from "~/lib/accounting/invoice";
import type { Candidate } from "~/lib/accounting/invoice.schema";
import { formatNumber } from "~/lib/money/decimal";
import { bankClosedText } from "~/lib/time/bankday";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { formatPeriod } from "~/lib/time/period";

const HEADS = [
  "取引先",
  "期間",
  "件数",
  "前回請求額",
  "入金額",
  "調整額",
  "繰越金額",
  "今回売上額",
  "消費税",
  "今回請求額",
  "注意",
];
const LEFT = ["取引先", "期間", "注意"];
const FIGURES = [
  ["前回請求額", "prev_billed"],
  ["入金額", "received"],
  ["調整額", "adjustment"],
  ["繰越金額", "carried_over"],
  ["今回売上額", "subtotal"],
  ["消費税", "tax"],
  ["今回請求額", "billed_now"],
] as const;
const CELL = "max-desk:col-span-full";
const YEN = "lines-fact items-baseline whitespace-nowrap text-right tabular-nums";
const LABEL = "mr-2 text-note text-muted desk:hidden";

type Props = {
  items: Candidate[];
  ticked: string[] | null;
  error?: string;
  closing_day: number;
  /** What was shown of each partner before: on the page that was pressed, or on the 仮締め that was printed. */
  before: string[];
};

/**
 * The partners of a 締日 with what closing would bill each; null ticks those that have sales in a period that
 * is over.
 */
export function Candidates({ items, ticked, error, closing_day, before }: Props) {
  return (
    <div>
      <div className="lines-pane">
        <table className="lines lines-picked">
          <caption className="sr-only">締める取引先</caption>
          <thead>
            <tr>
              <th scope="col" className="w-10">
                <span className="sr-only">選択</span>
              </th>
              {HEADS.map((head) => (
                <th key={head} scope="col" className={LEFT.includes(head) ? undefined : "text-right"}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Row
                key={item.buyer_id}
                item={item}
                ticked={ticked}
                before={before}
                closing_day={closing_day}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p id="closing-buyer_ids" data-error className={ERROR}>
        {error}
      </p>
    </div>
  );
}

function Row({ item, ticked, closing_day, before }: Omit<Props, "items"> & { item: Candidate }) {
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
      <td className={`${CELL} whitespace-nowrap font-bold ${can ? "max-desk:hidden" : ""}`}>
        {item.buyer_name}
      </td>
      <td className={`${CELL} whitespace-nowrap tabular-nums`}>
        {formatPeriod({ start: item.start_date, end: item.end_date })}
        <span className="block text-note text-muted">
          入金期日 {formatDate(item.due_date)}
          <b className="text-warn">{bankClosedText(item.due_date)}</b>
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
      <td className={`${CELL} min-w-40 text-note`}>
        {item.invoice_key ? (
          <>
            <Chip tone="good">締め済み</Chip>{" "}
            <a href={`/accounting/invoice/${item.invoice_key}`}>{item.invoice_number}</a>
          </>
        ) : null}
        {item.issued_time ? (
          <span className="block text-muted">
            {formatDateTime(item.issued_time)} {item.person}
          </span>
        ) : null}
        {change ? (
          <span role="status" className="block font-bold text-bad">
            更新あり: {change}
          </span>
        ) : null}
        {item.invoice_key === null && item.problem !== null ? (
          <span className="block text-muted">{item.problem}</span>
        ) : null}
        {item.invoice_key === null && item.open_ym !== null ? (
          <a href={`/accounting/invoice/close?closing_day=${closing_day}&ym=${item.open_ym}`}>
            {monthLabel(item.open_ym)}を締める
          </a>
        ) : null}
        {can && item.is_zero ? <span className="block text-muted">今回の売上なし</span> : null}
        {can
          ? item.warnings.map((warning) => (
              <span key={warning} className="block text-warn">
                <span aria-hidden="true">⚠ </span>
                {warning}
              </span>
            ))
          : null}
        {can && item.num_undelivered > 0 ? (
          <a
            href={`/accounting/delivery/new?${new URLSearchParams({ buyer_id: item.buyer_id, shipped_to: item.end_date })}`}
          >
            納品書を作る
          </a>
        ) : null}
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
