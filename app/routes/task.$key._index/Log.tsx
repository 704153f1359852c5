import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Timeline } from "~/components/list/Timeline";
import { allocationNotes } from "~/lib/stock/allocation.log";
import type { CardStock } from "~/lib/stock/allocation.schema";
import { changesOf, noteOf } from "~/lib/task/activity";
import { kindLabel, type logOf, whoOf } from "~/lib/task/activity.log";
import type { CardWork } from "~/lib/task/work.page.schema";
import type { CardRow } from "~/lib/vocabulary/card.schema";

type Entries = ReturnType<typeof logOf>["entries"];
type Props = ReturnType<typeof logOf> & { card: CardRow; work: CardWork | null; held: CardStock | null };

const KIND =
  "inline-flex min-h-9 items-center rounded px-2 no-underline touch:min-h-11 aria-[current]:bg-accent-soft aria-[current]:font-bold";

const logEntries = (entries: Entries, work: CardWork | null) =>
  entries.map((entry) => ({
    id: entry.key,
    who: whoOf(entry, work?.works ?? []),
    when: entry.at,
    what: kindLabel(entry.kind),
    changes: entry.kind === "created" ? undefined : changesOf(entry),
    note: noteOf(entry),
  }));

const LATEST = 4;

/** The newest under the card; the rest is a press away. */
export function Latest({ card, entries, work }: Pick<Props, "card" | "entries" | "work">) {
  return (
    <section className="grid gap-2">
      <h2>最近の動き</h2>
      <Timeline entries={logEntries(entries.slice(0, LATEST), work)} />
      {entries.length > LATEST ? (
        <p>
          <a
            href={`/task/${card.key}?tab=log`}
            className="inline-flex items-center text-accent underline touch:min-h-11"
          >
            すべての履歴（{entries.length}件）
          </a>
        </p>
      ) : null}
    </section>
  );
}

export function Log({ card: { key, version }, entries, kinds, kind, total, work, held }: Props) {
  const undo = work?.undo ?? null;
  const logged = logEntries(entries, work);
  const stocked = held && kind === null ? allocationNotes(held) : [];
  const all = [...stocked, ...logged].sort((a, b) => Date.parse(b.when) - Date.parse(a.when));
  const href = (one?: string) => `/task/${key}?tab=log${one ? `&kind=${one}` : ""}`;
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1 print:hidden">
        <nav aria-label="種類" className="flex min-w-0 flex-1 flex-wrap gap-x-1">
          <a className={KIND} href={href()} aria-current={kind === null ? "page" : undefined}>
            すべて
            <Count of={total} />
          </a>
          {kinds.map((one) => (
            <a
              key={one.kind}
              className={KIND}
              href={href(one.kind)}
              aria-current={kind === one.kind ? "page" : undefined}
            >
              {one.label}
              <Count of={one.count} />
            </a>
          ))}
        </nav>
        <LinkButton
          href={`/task/${key}/log.csv${kind ? `?kind=${kind}` : ""}`}
          download
          className="max-desk:hidden"
        >
          CSV
        </LinkButton>
      </div>
      {undo ? (
        <div className="flex flex-wrap items-center gap-3 rounded border border-line bg-surface px-4 py-2">
          <span>最後の操作「{undo}」は、元に戻せます。</span>
          <OneTap action={`/task/${key}/undo`} fields={{ version }}>
            元に戻す
          </OneTap>
        </div>
      ) : null}
      <Timeline entries={stocked.length > 0 ? all : logged} />
    </section>
  );
}

function Count({ of }: { of: number }) {
  return <span className="ml-1 text-note tabular-nums text-muted">{of}</span>;
}
