import type { ReactNode } from "react";
import { formatDateTime } from "~/lib/time/date";

type TimelineEntry = {
  id: string | number;
  who: string;
  when: string;
  what: string;
  changes?: { label: string; from?: ReactNode; to?: ReactNode }[];
  note?: string;
};

export function Timeline({
  entries,
  empty = "まだ記録がありません。",
}: {
  entries: TimelineEntry[];
  empty?: string;
}) {
  if (entries.length === 0) return <p className="py-4 text-muted">{empty}</p>;
  return (
    <ol className="ml-1 border-l-2 border-line">
      {entries.map((entry) => (
        <li key={entry.id} className="log">
          <p>
            <b>{entry.what}</b>
            <span className="ml-3 inline-block text-note text-muted">
              {entry.who}・
              <time dateTime={entry.when} className="whitespace-nowrap tabular-nums">
                {formatDateTime(entry.when)}
              </time>
            </span>
          </p>
          {entry.changes?.map((change) => (
            <p key={change.label} className="text-note">
              <span className="text-muted">{change.label}: </span>
              <del className="text-muted">{change.from ?? "なし"}</del>
              <span className="px-1 text-muted" aria-label="から">
                →
              </span>
              <ins className="no-underline font-bold">{change.to ?? "なし"}</ins>
            </p>
          ))}
          {entry.note ? <p className="max-w-[500px] whitespace-pre-wrap text-note">{entry.note}</p> : null}
        </li>
      ))}
    </ol>
  );
}
