import { formatNumber } from "~/lib/money/decimal";
import { CAUSE_LABEL, TREATMENT_LABEL } from "~/lib/setting/worker.schema";
import type { CardWork } from "~/lib/task/work.schema";
import { formatDateTime } from "~/lib/time/datetime";

/** What was found defective at a card, and what becomes of it. */
export function Defects({ defects, unit }: { defects: CardWork["defects"]; unit: string }) {
  return (
    <section className="grid gap-2">
      <h2>不良</h2>
      <ul className="divide-y divide-line rounded border border-line bg-surface">
        {defects.map((one) => (
          <li key={one.key} className={`flex flex-wrap gap-x-4 px-4 py-2 ${one.is_void ? "text-muted line-through" : ""}`}>
            <span className="tabular-nums">{formatDateTime(one.recorded_time).slice(5)}</span>
            <span>{one.status}</span>
            <b className="tabular-nums">{formatNumber(one.num)}{unit}</b>
            <span>{one.reason}{one.cause ? `（原因：${CAUSE_LABEL[one.cause]}）` : ""}</span>
            <span className="text-muted">{one.treatment ? `処置：${TREATMENT_LABEL[one.treatment]}` : "処置は未定です"}</span>
            {one.child_key ? <a href={`/task/${one.child_key}`}>作り直しのカード</a> : null}
            {one.worker_name ? <span className="text-muted">{one.worker_name}</span> : null}
            {one.note ? <span className="w-full whitespace-pre-wrap text-note">{one.note}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
