import type { ReactNode } from "react";

type LargeFact = {
  label: string;
  value: ReactNode;
  tone?: "good" | "warn" | "bad";
  note?: ReactNode;
};

const COLOURS = { good: "text-good", warn: "text-warn", bad: "text-bad" };

/** What is read first; `false` drops one. On a phone two in a row, and the last of an odd number alone. */
export function LargeFacts({ facts }: { facts: (LargeFact | false)[] }) {
  const shown = facts.flatMap((fact) => fact || []);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded border border-line bg-line desk:flex">
      {shown.map(({ label, value, tone, note }, at) => (
        <div
          key={label}
          className={`min-w-0 flex-1 bg-surface px-4 py-2 ${at === shown.length - 1 && at % 2 === 0 ? "max-desk:col-span-2" : ""}`}
        >
          <dt className="text-note text-muted">{label}</dt>
          <dd className={`text-title font-bold tabular-nums ${tone ? COLOURS[tone] : ""}`}>{value}</dd>
          {note ? <dd className="text-note text-muted">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
