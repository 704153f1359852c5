import type { ReactNode } from "react";

const SWITCH = "inline-flex h-9 items-center rounded border border-muted/75 bg-surface px-3 max-desk:h-11";
const POP = "absolute top-full z-20 grid w-max max-w-[calc(100vw-32px)] gap-3 rounded border border-line bg-surface p-4";

/** What is shown, folded under a word; `left`: it opens to the right. */
export function Picker({ label, left, className = "", children }: { label: string; left?: true; className?: string; children: ReactNode }) {
  return (
    <details data-menu className={`relative print:hidden ${className}`}>
      <summary className={SWITCH}>{label} ▾</summary>
      <div className={`${POP} ${left ? "left-0" : "right-0"}`}>{children}</div>
    </details>
  );
}

export function TickBox({ name, value, label, on }: { name: string; value: string; label: string; on: boolean }) {
  return (
    <label className="flex min-h-7 items-center gap-2 max-desk:min-h-11">
      <input type="checkbox" name={name} value={value} defaultChecked={on} className="h-4 w-4 accent-accent" />{label}
    </label>
  );
}
