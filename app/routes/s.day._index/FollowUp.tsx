import type { WorkerDay } from "~/lib/bi/day.schema";
import { type Asked, FIELD, Hidden, type Problem } from "./Hidden";

const SAID_ANEW = ["idempotency_key", "day", "worker_id", "why", "reason"];

export const wordWanted = (problem: Problem) =>
  ["why", "reason"].find((name) => problem?.errors[name]) ?? null;

/** An answer that needs a word more: what was waited for, or why an approved day changes. */
export function FollowUp({ day, asked, problem }: { day: WorkerDay; asked: Asked; problem: Problem }) {
  const wanted = wordWanted(problem);
  if (!problem || !wanted) return null;
  const { what = "", ...given } = problem.given;
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !SAID_ANEW.includes(name)));
  const said = wanted === "reason" && given.why ? { why: given.why } : {};
  const hidden = <Hidden asked={asked} id={`${wanted}.${what}`} what={what} {...kept} {...said} />;
  const label = wanted === "why" ? "待ちの理由" : "承認後の記入の理由";
  return (
    <section className="grid gap-2 rounded border-2 border-accent bg-surface p-3" aria-label={label}>
      <h2 role="alert">{problem.detail}</h2>
      {wanted === "why" && day.whys.length > 0 ? (
        <form method="post" action="/s/day" className="grid grid-cols-2 gap-2">
          {hidden}
          {day.whys.map((one) => (
            <button key={one} name="why" value={one} className="scan-button">
              {one}
            </button>
          ))}
        </form>
      ) : null}
      <form method="post" action="/s/day" className="grid grid-cols-end gap-2">
        {hidden}
        <label className="grid min-w-0 gap-1">
          <span>{label}</span>
          <input name={wanted} required autoComplete="off" maxLength={100} className={FIELD} />
        </label>
        <button className="scan-button scan-first self-end">記入する</button>
      </form>
      <a href={`/s/day?worker=${asked.worker_id}&day=${asked.day}`} className="scan-button">
        やめる
      </a>
    </section>
  );
}
