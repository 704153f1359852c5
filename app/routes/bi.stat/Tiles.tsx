import type { StatTile } from "~/lib/bi/stat.schema";
import { formatNumber } from "~/lib/money/decimal";

const MEASURE: Partial<Record<StatTile["name"], string>> = { on_time: "ポイント", lead_time: "日" };

/** Each figure with how it is reckoned, of how many, and what it leaves out. */
export function Tiles({ tiles, compared }: { tiles: StatTile[]; compared: boolean }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded border border-line bg-line wide:grid-cols-4 print:grid-cols-8">
      {tiles.map(({ name, label, value, beside, note, previous, change, formula, denominator, excluded }) => (
        <div key={name} className="min-w-0 bg-surface px-4 py-2 print:px-2">
          <dt className="flex flex-wrap items-center gap-x-2 text-note">
            <span className="text-muted">{label}</span>
            <details className="open:basis-full print:hidden">
              <summary className="inline-flex items-center text-accent touch:h-11" title="数え方">
                <span aria-hidden="true">ⓘ</span>
                <span className="sr-only">数え方（{label}）</span>
              </summary>
              <p>{formula}</p>
              <p>母数: {denominator}</p>
              {excluded.map((one) => (
                <p key={one.label}>
                  除外: {one.label} {formatNumber(one.n)}件
                </p>
              ))}
            </details>
          </dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 text-section font-bold tabular-nums">
            {value ?? "―"}
            {beside ? <span className="text-note font-normal text-muted">{beside}</span> : null}
          </dd>
          {note ? <dd className="text-note text-muted tabular-nums">{note}</dd> : null}
          {compared ? (
            <dd className="text-note text-muted tabular-nums">
              前の期間 {previous ?? "―"}
              {change === null ? null : `（${change}${MEASURE[name] ?? "%"}）`}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}
