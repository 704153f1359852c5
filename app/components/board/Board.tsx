import type { ReactNode } from "react";
import { LinkButton } from "../form/Button";
import { HUES, type Hue } from "./hues";

type Named = { id: string; label: string; count: number };

const Swatch = ({ colour }: { colour?: Hue }) =>
  colour ? (
    <svg width="10" height="16" fill={HUES[colour][0]} aria-hidden>
      <rect width="10" height="16" rx="2" />
    </svg>
  ) : null;

const Rule = ({ colour }: { colour?: Hue }) =>
  colour ? (
    <svg
      width="100%"
      height="3"
      fill={HUES[colour][0]}
      className="absolute inset-x-0 top-0 rounded-t-lg"
      aria-hidden
    >
      <rect width="100%" height="3" />
    </svg>
  ) : null;

/** `live` is what the enhancement that keeps the board fresh goes by. */
export function Board({
  label,
  columns,
  live,
  children,
}: {
  label: string;
  columns: Named[];
  live: { at: number; day: string; drop?: string };
  children: ReactNode;
}) {
  return (
    <>
      <nav aria-label="列へ移動" className="mb-1 flex gap-2 overflow-x-auto desk:hidden print:hidden">
        {columns.map((column) => (
          <LinkButton key={column.id} href={`#column-${column.id}`} className="shrink-0">
            {column.label} {column.count}
          </LinkButton>
        ))}
      </nav>
      <div
        className="board"
        role="region"
        aria-label={label}
        tabIndex={0}
        data-rare
        data-board={live.at}
        data-day={live.day}
        data-drop={live.drop}
      >
        {children}
      </div>
    </>
  );
}

export function Column({
  id,
  sort,
  label,
  colour,
  count,
  sums,
  late,
  menu,
  bare,
  children,
}: {
  id: string;
  sort: number;
  label: string;
  colour?: Hue;
  count: number;
  sums?: string;
  late?: number;
  menu?: ReactNode;
  /** A phone, which shows one column at a time, leaves out a column without hits. */
  bare?: boolean;
  children?: ReactNode;
}) {
  return (
    <section
      id={`column-${id}`}
      data-column={id}
      data-sort={sort}
      className={`board-column ${bare ? "max-desk:hidden" : ""}`}
      aria-label={label}
    >
      <header className="board-head">
        <Rule colour={colour} />
        <h2 className="min-w-0 flex-1 truncate text-base font-bold">{label}</h2>
        <span className="whitespace-nowrap text-note tabular-nums">
          <b data-count>{count}</b>枚
        </span>
        {menu && (
          <details data-menu className="relative">
            <summary aria-label={`${label}の操作`} className="dots">
              ▾
            </summary>
            <div className="menu">{menu}</div>
          </details>
        )}
        <p className="w-full text-note text-muted tabular-nums max-desk:hidden">
          {sums}
          {!!late && <span className="ml-2 font-bold text-bad">遅れ{late}</span>}
        </p>
      </header>
      {children}
    </section>
  );
}

export function Folded({
  id,
  sort,
  label,
  colour,
  count,
  late,
  children,
}: Named & {
  sort: number;
  colour?: Hue;
  late: number;
  children: ReactNode;
}) {
  return (
    <section id={`column-${id}`} data-column={id} data-sort={sort} className="board-fold" aria-label={label}>
      {children}
      <Swatch colour={colour} />
      <h2 className="text-base font-bold">{label}</h2>
      <span className="text-note tabular-nums">
        <b data-count>{count}</b>枚
      </span>
      {late > 0 && <span className="text-note font-bold text-bad">遅れ{late}</span>}
    </section>
  );
}

export function Cell({
  column,
  lane,
  label,
  count,
  manual,
  empty = "カードはありません",
  further,
  children,
}: {
  column: string;
  lane?: number;
  label?: string;
  count?: number;
  empty?: string;
  manual?: boolean;
  /** Where さらに表示 leads, and what answers the further cards alone. */
  further?: { href: string; next: string };
  children: ReactNode[];
}) {
  return (
    <div data-cell={lane ?? ""} className="cell">
      {label && (
        <h3 className="lane">
          {label}
          {count !== undefined && <span className="ml-2 font-normal text-muted">{count}枚</span>}
        </h3>
      )}
      <div
        data-cards
        data-group={column}
        data-lane={lane}
        data-manual={manual ? "" : undefined}
        className="cards"
      >
        {children}
      </div>
      {children.length === 0 && <p className="cell-empty">{empty}</p>}
      {further && <More {...further} />}
    </div>
  );
}

function More({ href, next }: { href: string; next: string }) {
  return (
    <a href={href} data-more={next} className="cell-more">
      さらに表示
    </a>
  );
}
