import { LinkButton } from "~/components/form/Button";
import type { OrderRow } from "~/lib/order/order.row.schema";
import { formatDate } from "~/lib/time/date";
import { START } from "./Drafts";

export function Recent({ orders }: { orders: OrderRow[] }) {
  const last = orders[0];
  if (!last) return null;
  return (
    <div className={`${START} relative`}>
      <details className="rounded border border-line bg-surface">
        <summary className="flex min-h-11 flex-wrap items-center gap-x-4 py-1 pl-4 pr-36">
          <b className="text-accent">前回の依頼から入れる</b>
          <span className="text-note text-muted">直近{orders.length}件</span>
        </summary>
        <ul className="border-t border-line">
          {orders.map((order) => (
            <li
              key={order.key}
              className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line px-4 py-1 last:border-0"
            >
              <span className="tabular-nums">{formatDate(order.order_date)}</span>
              <span className="tabular-nums">
                <a href={`/order/${order.key}`}>{order.order_id}</a>
              </span>
              <span className="min-w-0 flex-1 truncate">
                {order.name}
                {order.num_lines > 1 ? ` 他${order.num_lines - 1}件` : ""}
              </span>
              <LinkButton href={`/order/new?from=${order.key}`}>この内容を入れる</LinkButton>
            </li>
          ))}
        </ul>
      </details>
      <span className="absolute right-1 top-1">
        <LinkButton href={`/order/new?from=${last.key}`}>前回と同じ</LinkButton>
      </span>
    </div>
  );
}
