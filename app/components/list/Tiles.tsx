type Tile = { label: string; text: string; href?: string | null; colour?: string };

/** On a phone two in a row below the first; the last of an odd number of them alone. */
const isWide = (at: number, of: number) => at === 0 || (at === of - 1 && at % 2 === 1);

/** Figures over a list, the first the largest; each leads to its rows. `lead`: one came for them. */
export function Tiles({ tiles, lead }: { tiles: Tile[]; lead?: true }) {
  const order = lead ? "max-desk:order-first" : "max-desk:order-last";
  return (
    <dl
      className={`${order} grid grid-cols-2 gap-px overflow-hidden rounded border border-line bg-line desk:flex`}
    >
      {tiles.map(({ label, text, href, colour = "" }, at) => (
        <div
          key={label}
          className={`min-w-0 flex-1 px-4 py-2 ${at ? "bg-surface" : "bg-accent-soft"} ${isWide(at, tiles.length) ? "max-desk:col-span-2" : ""}`}
        >
          <dt className="text-note text-muted">{label}</dt>
          <dd className={`whitespace-nowrap font-bold tabular-nums ${at ? "" : "text-section"} ${colour}`}>
            {href ? (
              <a href={href} className={`underline underline-offset-2 ${colour || "text-accent"}`}>
                {text}
              </a>
            ) : (
              text
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
