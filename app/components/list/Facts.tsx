import type { ReactNode } from "react";
import { Whole } from "./Whole";

/** A fact without a value shows ―, so that nothing seems to be forgotten; `false` drops it. */
export type Fact = { label: string; value?: ReactNode } | false | undefined | null;

type Props = { facts: Fact[]; columns?: 1 | 2 };

/** In a frame of their own. */
export function FactPanel(of: Props) {
  return (
    <div className="rounded border border-line bg-surface p-4">
      <Facts {...of} />
    </div>
  );
}

export function Facts({ facts, columns }: Props) {
  return (
    <dl className={`grid content-start gap-x-6 ${columns === 2 ? "wide:grid-cols-2" : ""}`}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label} className="flex items-baseline gap-4 border-b border-line py-1">
              <dt className="w-28 shrink-0 text-note text-muted">{fact.label}</dt>
              <dd className="min-w-0 flex-1 tabular-nums">
                {typeof fact.value === "string" && fact.value ? (
                  <Whole text={fact.value} />
                ) : fact.value || fact.value === 0 ? (
                  fact.value
                ) : (
                  "―"
                )}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
