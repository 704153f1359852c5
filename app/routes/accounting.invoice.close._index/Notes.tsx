import { Chip } from "~/components/list/Chip";
import { monthLabel } from "~/lib/accounting/invoice";
import type { Candidate } from "~/lib/accounting/invoice.schema";
import { today } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";

/** Whose period has been closed: by which 請求書, when and by whom. */
export function Closed({ item }: Pick<Props, "item">) {
  if (!item.invoice_key) return null;
  return (
    <div className="text-note font-normal">
      <Chip tone="good">締め済み</Chip>{" "}
      <a href={`/accounting/invoice/${item.invoice_key}`}>{item.invoice_number}</a>
      {item.issued_time ? (
        <span className="block text-muted">
          {formatDateTime(item.issued_time)} {item.person}
        </span>
      ) : null}
    </div>
  );
}

type Props = {
  item: Candidate;
  /** What became different since it was printed, in words. */
  change: string | null;
  closing_day: number;
};

export function Notes({ item, change, closing_day }: Props) {
  const can = item.problem === null;
  return (
    <>
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
      {can && item.num_awaiting > 0 ? (
        <span className="block">
          <a
            href={`/accounting/delivery?${new URLSearchParams({ awaiting_on: today(), partner: item.buyer_name })}`}
          >
            返品待ちの納品書を見る
          </a>
        </span>
      ) : null}
      {can && item.num_undelivered > 0 ? (
        <a
          href={`/accounting/delivery/new?${new URLSearchParams({ buyer_id: item.buyer_id, shipped_to: item.end_date })}`}
        >
          納品書を作る
        </a>
      ) : null}
    </>
  );
}
