import { createContext, useContext } from "react";
import { GapSwatch, Swatch } from "./Pattern";

/** The query of the page; without one a legend only explains. */
export const LegendQuery = createContext<string | null>(null);

const NAME = "hide";

/** What is hidden stands in the address as `hide=figure.series`, so that it works without a script. */
export function useHidden(id: string): (at: number) => boolean {
  const hidden = new URLSearchParams(useContext(LegendQuery) ?? "").getAll(NAME);
  return (at) => hidden.includes(`${id}.${at}`);
}

function toggled(search: string, one: string): string {
  const query = new URLSearchParams(search);
  const off = query.getAll(NAME);
  query.delete(NAME);
  for (const name of off) if (name !== one) query.append(NAME, name);
  if (!off.includes(one)) query.append(NAME, one);
  return String(query);
}

/** `gap`: what the strokes between the series are called. */
type Props = { id: string; series: string[]; mark: "fill" | "line"; gap?: string };

export function Legend({ id, series, mark, gap }: Props) {
  const search = useContext(LegendQuery);
  const isHidden = useHidden(id);
  if (series.length < 2) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 text-note" aria-label="凡例">
      {series.map((name, at) => {
        const entry = (
          <>
            <Swatch id={id} at={at} mark={mark} off={isHidden(at)} />
            {name}
          </>
        );
        return (
          <li key={name} className={isHidden(at) ? "text-muted line-through print:hidden" : undefined}>
            {search === null ? (
              <span className="flex items-center gap-1">{entry}</span>
            ) : (
              <a
                role="button"
                aria-pressed={!isHidden(at)}
                href={`?${toggled(search, `${id}.${at}`)}#${id}`}
                className="flex min-h-6 items-center gap-1 touch:h-11"
              >
                {entry}
              </a>
            )}
          </li>
        );
      })}
      {gap ? (
        <li className="flex items-center gap-1">
          <GapSwatch id={id} />
          {gap}
        </li>
      ) : null}
    </ul>
  );
}
