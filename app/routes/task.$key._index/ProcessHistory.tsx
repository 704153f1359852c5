import type { CardDetail } from "~/lib/task/card.page.schema";
import { processHistory } from "~/lib/task/process.history";
import { formatDate, tokyoDate } from "~/lib/time/date";

const LOOK = { past: "", here: "font-bold", ahead: "text-muted" };

export function ProcessHistory({ detail: { card, processes, log } }: { detail: CardDetail }) {
  const steps = processHistory(processes, log, card.group_id);
  if (steps.length === 0) return null;
  return (
    <section className="grid gap-2 rounded border border-line bg-surface p-4">
      <h2>工程の進み</h2>
      <ol className="flex flex-wrap gap-x-6 gap-y-1">
        {steps.map(({ group_id, label, state, since }) => (
          <li key={group_id} aria-current={state === "here" ? "step" : undefined} className={LOOK[state]}>
            {label}{" "}
            <span className="tabular-nums">
              {since ? `${formatDate(tokyoDate(since)).slice(5)}から` : ""}
              {state === "here" ? "（いま）" : ""}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
