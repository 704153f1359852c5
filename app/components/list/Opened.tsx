import type { Opening, Tone } from "~/lib/list/list.schema";

const COLOURS: Partial<Record<Tone, string>> = { bad: "font-bold text-bad" };

/** Without a script, too; another one that is opened closes it where there is one. */
export function Opened({ label, text, rows }: { label: string; text: string; rows: Opening[] }) {
  return (
    <details data-menu className="relative">
      <summary className="inline-flex h-9 items-center text-accent touch:h-11">
        <span className="sr-only">{label}の内訳 </span>
        <span aria-hidden="true" className="mr-2 text-note text-muted desk:hidden print:hidden">
          {label}
        </span>
        {text}
        <span aria-hidden="true" className="ml-1 print:hidden">
          ▾
        </span>
      </summary>
      <ul className="grid w-64 gap-1 whitespace-normal pb-2 text-left print:hidden">
        {rows.map(({ label: name, href, text: words, tone, act }) => (
          <li key={href + words} className="flex gap-3">
            <span className="whitespace-nowrap">
              <a href={href}>{name}</a>
            </span>
            <span className={(tone && COLOURS[tone]) || undefined}>{words}</span>
            {act ? (
              <span className="whitespace-nowrap">
                <a href={act.href}>{act.label}</a>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
