import type { ReactNode } from "react";

export function FieldSet({
  legend,
  columns,
  titled = true,
  children,
}: {
  legend: string;
  /** The page's title says it, too. */
  titled?: boolean;
  columns?: 1 | 2 | 3;
  children: ReactNode;
}) {
  const grid = columns === 3 ? "desk:grid-cols-3" : columns === 2 ? "desk:grid-cols-2" : "";
  return (
    <fieldset className="min-w-0 rounded border border-line bg-surface p-4">
      <legend className={titled ? "float-left mb-3 w-full text-section font-bold" : "sr-only"}>
        {legend}
      </legend>
      <div className={`clear-both grid items-start gap-4 ${grid}`}>{children}</div>
    </fieldset>
  );
}
