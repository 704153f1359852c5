import type { CardDetail } from "~/lib/task/card.page.schema";
import { processDues } from "~/lib/task/due";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";

export function Dues({
  detail: { card, processes },
  today,
  holidays,
}: {
  detail: CardDetail;
  today: string;
  holidays: string[];
}) {
  const dues = processDues(processes, card.delivery_date, tokyoDate(card.created_time), new Set(holidays));
  if (dues.size === 0 || card.group_id === NON_KANBAN_GROUP) return null;
  const steps = processes.filter((one) => dues.has(one.group_id));
  const here = steps.findIndex((one) => one.group_id === card.group_id);
  return (
    <section className="grid gap-2 rounded border border-line bg-surface p-4">
      <h2>工程期限</h2>
      <p className="text-note text-muted">納期から、各工程の標準滞留日をさかのぼった日です。</p>
      <ol className="flex flex-wrap gap-x-6 gap-y-1">
        {steps.map(({ group_id, label }, at) => {
          const day = dues.get(group_id)!;
          const late = at >= here && day < today;
          return (
            <li
              key={group_id}
              aria-current={at === here ? "step" : undefined}
              className={at < here ? "text-muted" : at === here ? "font-bold" : ""}
            >
              {label}{" "}
              <span className={`tabular-nums ${late ? "font-bold text-bad" : ""}`}>
                {formatDate(day).slice(5)}
                {late ? "（過ぎています）" : ""}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
