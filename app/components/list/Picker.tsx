import type { ReactNode } from "react";

const SWITCH = "inline-flex h-9 items-center rounded border border-muted/75 bg-surface px-3 touch:h-11";
const POP = "absolute top-full z-20 grid gap-3 whitespace-nowrap rounded border border-line bg-surface p-4";

export function Picker({
  label,
  className = "",
  end = false,
  children,
}: {
  label: string;
  className?: string;
  /** On a phone it stands at the right edge and opens to the left. */
  end?: boolean;
  children: ReactNode;
}) {
  return (
    <details data-menu className={`relative print:hidden ${className}`}>
      <summary className={SWITCH}>{label} ▾</summary>
      <div className={`${POP} ${end ? "max-desk:right-0" : "left-0"}`}>{children}</div>
    </details>
  );
}

export function TickBox({
  name,
  value,
  label,
  on,
}: {
  name: string;
  value: string;
  label: string;
  on: boolean;
}) {
  return (
    <label className="flex min-h-7 items-center gap-2 touch:min-h-11">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={on}
        className="h-4 w-4 accent-accent"
      />
      {label}
    </label>
  );
}
