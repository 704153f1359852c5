import type { ReactNode } from "react";
import { formatNumber } from "~/lib/money/decimal";

type Row = { key: number | string; href?: string; text: string; note: string; mark: ReactNode };
type ListProps = {
  title: string;
  n: number;
  counter: string;
  none: string;
  all?: { label: string; href: string };
  rows: Row[];
};

/** A list to act on: how many there are, and the first of them. */
export function List({ title, n, counter, none, all, rows }: ListProps) {
  return (
    <section className="grid content-start gap-2 rounded border border-line bg-surface p-4 print:px-2">
      <h2>
        {title}{" "}
        <span className="text-base font-normal text-muted tabular-nums">{`${formatNumber(n)}${counter}`}</span>
      </h2>
      {rows.length === 0 ? <p className="text-good">{none}</p> : null}
      <ul className="divided">
        {rows.map(({ key, href, text, note, mark }) => (
          <li key={key} className="flex items-center gap-3 py-2 print:py-0">
            <span className="min-w-0 flex-1">
              {href ? <a href={href}>{text}</a> : text}
              <span className="block text-note text-muted">{note}</span>
            </span>
            <span className="whitespace-nowrap tabular-nums">{mark}</span>
          </li>
        ))}
      </ul>
      {all && n > 0 ? (
        <p className="print:hidden">
          <a href={all.href}>{all.label}</a>
        </p>
      ) : null}
    </section>
  );
}
