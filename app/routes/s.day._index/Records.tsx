import type { WorkerDay } from "~/lib/bi/day.schema";
import { formatTime } from "~/lib/time/datetime";

const MARK = { card: "作業", indirect: "間接", rest: "休憩" } as const;

export function Records({ day: { records, worker_id, day } }: { day: WorkerDay }) {
  if (records.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="records">
      <h2 id="records">この日の記録</h2>
      <ul className="divided rounded border border-line bg-surface">
        {records.map((one) => (
          <li key={`${one.kind} ${one.key} ${one.from}`} className="flex min-h-11 items-center gap-3 px-3">
            <span className="whitespace-nowrap tabular-nums">
              {`${formatTime(one.from)}〜${one.to ? formatTime(one.to) : "未終了"}`}
            </span>
            <span className="text-note text-muted">{MARK[one.kind]}</span>
            <span className="min-w-0 flex-1">
              {one.label}
              {one.is_late ? <span className="text-note text-muted">（後から記入）</span> : null}
            </span>
            {one.version === null ? null : (
              <a
                href={`/s/day/${one.key}?${new URLSearchParams({ worker: String(worker_id), day })}`}
                className="inline-flex min-h-11 items-center text-accent underline"
              >
                直す
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
