import { OneTap } from "~/components/form/OneTap";
import type { SuggestionRow } from "~/lib/stock/replenish.schema";
import { INVENTORY, stockHref } from "~/lib/stock/stock.list";
import { formatDateTime } from "~/lib/time/date";

export function Dismissed({ rows }: { rows: SuggestionRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="grid min-w-0 max-w-[720px] gap-2">
      <h2>見送った提案</h2>
      <ul className="grid rounded border border-line bg-surface">
        {rows.map((row) => (
          <li
            key={row.product_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0"
          >
            <a href={stockHref(row.product_id)}>
              {row.code} {row.name}
            </a>
            <span className="text-note text-muted">
              {formatDateTime(row.dismissed_time!)}　{row.dismissed_by}
            </span>
            <span className="ml-auto">
              <OneTap action={`${INVENTORY}/replenish`} fields={{ restore: row.product_id }}>
                提案に戻す
              </OneTap>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
