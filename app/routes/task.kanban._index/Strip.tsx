import type { Board } from "~/lib/task/board.schema";
import { addDays } from "~/lib/time/date";

type Props = Pick<Board, "summary" | "columns" | "today"> & { base: string };

const STRIP = "flex flex-wrap gap-x-5 gap-y-1 text-base max-desk:-mx-4 max-desk:flex-nowrap max-desk:overflow-x-auto max-desk:whitespace-nowrap max-desk:px-4";

/** One line of counts; each narrows the board to what it counts. */
export function Strip({ summary, columns, today, base }: Props) {
  const narrowed = (query: string) => `${base}${base.includes("?") ? "&" : "?"}${query}`;
  const ready = columns.filter((column) => column.role === "ready");
  const waiting = columns.filter((column) => column.role === "inbox");
  const count = (of: Board["columns"]) => of.reduce((n, column) => n + column.count, 0);
  return (
    <ul aria-label="まとめ" className={STRIP}>
      <Item label="全" count={summary.total} href="/task/kanban" />
      <Item label="遅れ" count={summary.late} href={narrowed("late=on")} tone="font-bold text-bad" />
      <Item label="今日・明日" count={summary.soon} tone="font-bold text-warn"
        href={narrowed(`delivery_date_from=${today}&delivery_date_to=${addDays(today, 1)}`)} />
      <Item label="至急" count={summary.urgent} href={narrowed("urgent=on")} tone="font-bold text-bad" />
      <Item label="停滞" count={summary.stalled} href={narrowed("stalled=on")} />
      {waiting[0] ? <Item label="回答待ち" count={count(waiting)} href={`#column-${waiting[0].id}`} /> : null}
      {ready[0] ? <Item label="出荷待ち" count={count(ready)} href={`#column-${ready[0].id}`} /> : null}
    </ul>
  );
}

function Item({ label, count, href, tone = "" }: { label: string; count: number; href: string; tone?: string }) {
  return (
    <li>
      <a href={href}
        className="inline-flex min-h-[24px] items-center underline underline-offset-4 decoration-line hover:decoration-accent max-desk:min-h-[44px]">
        {label}<span className={`ml-1 tabular-nums ${count > 0 ? tone : "text-muted"}`}>{count.toLocaleString("ja-JP")}</span>
      </a>
    </li>
  );
}
