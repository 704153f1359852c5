import type { CardDetail } from "~/lib/task/card.page.schema";
import { processDues } from "~/lib/task/due";
import { type ProcessStep, processHistory } from "~/lib/task/process.history";
import { daysBetween, formatDate, tokyoDate } from "~/lib/time/date";

const LINE = { past: "bg-accent", here: "bg-accent", ahead: "bg-line" };

const day = (date: string) => formatDate(date).slice(5, -3);

function spent({ state, since, until }: ProcessStep): string | null {
  if (!since) return null;
  if (state === "here") return `${day(since)}から`;
  return until === null || until === since ? day(since) : `${day(since)}〜${day(until)}`;
}

/** The buyer is told no planned days. */
export function Stepper({
  detail: { card, processes, log },
  today,
  holidays,
}: {
  detail: CardDetail;
  today: string;
  holidays?: string[];
}) {
  const dues = processDues(processes, card.delivery_date, tokyoDate(card.created_time), new Set(holidays));
  const steps = processHistory(processes, log, card.group_id, dues, today);
  if (steps.length === 0) return null;
  return (
    <ol aria-label="工程の進み" className="grid grid-cols-3 gap-2 desk:grid-cols-4 wide:flex">
      {steps.map((step) => (
        <li
          key={step.group_id}
          aria-current={step.state === "here" ? "step" : undefined}
          className={`min-w-0 flex-1 ${step.state === "here" ? "font-bold" : ""}`}
        >
          <span className={`mb-1 block h-1 rounded-full ${LINE[step.state]}`} />
          {step.state === "past" ? "✓ " : ""}
          {step.label}
          {step.state === "here" ? <span className="sr-only">（いま）</span> : null}
          <span className="block text-note font-normal tabular-nums text-muted">{spent(step)}</span>
          {step.due ? (
            <span
              className={`block text-note tabular-nums ${step.is_late ? "text-bad" : "font-normal text-muted"}`}
            >
              予定 {day(step.due)}
              {step.is_late ? ` ${daysBetween(step.due, today)}日遅れ` : ""}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
