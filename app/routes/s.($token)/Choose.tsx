import { stayOf, stayText } from "~/lib/scan/station";
import { STAYS } from "~/lib/vocabulary/scan";
import type { ScanData } from "./data";

const PICK =
  "flex h-14 w-full items-center justify-center rounded border border-muted/75 bg-surface px-2 text-input font-bold no-underline";

export function Choose({
  shown: { data, memory, code },
  worker,
  process: processLabel,
}: {
  shown: ScanData;
  worker: string | undefined;
  process: string | undefined;
}) {
  const card: Record<string, string> = code ? { card: code } : {};
  const href = (more: Record<string, string>) => `/s/?${new URLSearchParams({ ...card, ...more })}`;
  return (
    <div className="grid grid-cols-2 gap-2">
      <details className="grid content-start gap-2 open:col-span-full" name="choose" data-choose="worker">
        <Summary label="作業者" name={worker} none="選んでいません" />
        <ul className="mt-2 grid grid-cols-2 gap-2 desk:grid-cols-3">
          {data.workers.map((one) => (
            <li key={one.worker_id}>
              <a
                href={href({ worker: String(one.worker_id) })}
                data-worker={one.worker_id}
                aria-current={one.worker_id === memory.worker_id || undefined}
                className={PICK}
              >
                {one.name}
              </a>
            </li>
          ))}
          <li>
            <a href={href({ worker: "" })} data-worker="" className={PICK}>
              選ばない
            </a>
          </li>
          <li className="col-span-full flex flex-wrap items-center gap-x-4 text-note">
            <span className="text-muted">作業者を覚える時間</span>
            {STAYS.map((one) => (
              <a
                key={one}
                href={href({ stay: String(one) })}
                data-stay={one}
                aria-current={one === stayOf(memory) || undefined}
                className="inline-flex min-h-11 items-center aria-[current]:font-bold text-accent underline"
              >
                {stayText(one)}
              </a>
            ))}
          </li>
        </ul>
      </details>
      <details className="grid content-start gap-2 open:col-span-full" name="choose" data-choose="process">
        <Summary label="工程" name={processLabel} none="カードの工程" />
        <ul className="mt-2 grid grid-cols-2 gap-2 desk:grid-cols-3">
          {data.processes.map((one) => (
            <li key={one.group_id}>
              <a
                href={href({ process: String(one.group_id) })}
                data-process={one.group_id}
                aria-current={one.group_id === memory.group_id || undefined}
                className={PICK}
              >
                {one.label}
              </a>
            </li>
          ))}
          <li>
            <a href={href({ process: "" })} data-process="" className={PICK}>
              選ばない
            </a>
          </li>
        </ul>
      </details>
    </div>
  );
}

function Summary({ label, name, none }: { label: string; name: string | undefined; none: string }) {
  return (
    <summary className="grid min-h-14 cursor-pointer grid-cols-end items-center rounded border border-line bg-surface px-3">
      <span className="min-w-0">
        <span className="block text-note text-muted">{label}</span>
        <b className="block truncate text-input" data-none={none}>
          {name ?? none}
        </b>
      </span>
      <span className="text-note text-accent">変更</span>
    </summary>
  );
}
