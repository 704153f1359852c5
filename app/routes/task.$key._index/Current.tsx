import { OneTap } from "~/components/form/OneTap";
import { Chip } from "~/components/list/Chip";
import type { CardWork } from "~/lib/task/work.page.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { minutesText } from "~/lib/time/minutes";
import type { CardRow } from "~/lib/vocabulary/card.schema";

const ACT = "inline-flex items-center text-accent underline touch:h-11";

export function Current({ card: { key, version }, work: { works } }: { card: CardRow; work: CardWork }) {
  const open = works.filter((one) => one.work_end === null);
  if (open.length === 0) return null;
  const alone = (id: number | null) => (open.length > 1 && id ? id : null);
  return (
    <section className="grid gap-2 rounded border border-line bg-surface p-4">
      <h2>いまの作業</h2>
      <ul className="divided">
        {open.map(
          ({ key: work_key, worker_id, worker_name, is_unmanned, status, minutes, is_paused, ...one }) => (
            <li key={work_key} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <b>{worker_name ?? "作業者の記録なし"}</b>
              <Chip tone={is_paused ? "warn" : "accent"}>
                {is_paused ? "中断" : is_unmanned ? "無人運転中" : "作業中"}
              </Chip>
              <span className="text-muted">{status}</span>
              <span className="tabular-nums">
                {formatDateTime(one.work_start!).slice(5)} から・{is_unmanned ? "機械" : "実働"}{" "}
                {minutesText(minutes)}
              </span>
              {is_paused ? <span className="text-muted">{one.pauses.at(-1)?.reason}</span> : null}
              {alone(worker_id) === null ? null : (
                <span className="ml-auto flex flex-wrap items-center gap-4">
                  {is_paused ? (
                    <OneTap
                      look={ACT}
                      action={`/task/${key}/resume`}
                      label={`${worker_name}の作業を再開`}
                      fields={{ version, worker_ids: worker_id! }}
                    >
                      再開
                    </OneTap>
                  ) : (
                    <a className={ACT} href={`/task/${key}/pause?worker=${worker_id}`}>
                      中断
                    </a>
                  )}
                  <a className={ACT} href={`/task/${key}/finish?worker=${worker_id}`}>
                    完了
                  </a>
                </span>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
