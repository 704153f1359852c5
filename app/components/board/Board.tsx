import type { ReactNode } from "react";
import { LinkButton } from "../form/Button";
import { Icon } from "../frame/Icon";

/** Columns side by side; only the board itself scrolls sideways. On phones a list of columns to jump to stands above. */
export function Board({ label, columns, children }: {
  label: string; columns: { id: string | number; label: string; count: number }[]; children: ReactNode;
}) {
  return (
    <>
      <nav aria-label="列へ移動" className="mb-2 flex gap-2 overflow-x-auto desk:hidden">
        {columns.map((column) => (
          <LinkButton key={column.id} href={`#column-${column.id}`} className="shrink-0">{column.label} {column.count}</LinkButton>
        ))}
      </nav>
      <div className="board" role="region" aria-label={label} tabIndex={0}>{children}</div>
    </>
  );
}

export function Column({ id, label, count, sums, late, href_more, href_next, menu, empty = "カードはありません", children }: {
  id: string | number;
  label: string;
  /** The true count, however many cards are shown. */
  count: number;
  /** 1,200個 … as text. */
  sums?: string;
  /** How many are late. */
  late?: number;
  /** Where さらに表示 leads; left out when everything is shown. */
  href_more?: string;
  /** Answers the further cards alone, for the browser to add. */
  href_next?: string;
  menu?: ReactNode;
  empty?: string;
  children?: ReactNode;
}) {
  return (
    <section id={`column-${id}`} data-column={id} className="board-column" aria-label={label}>
      <header className="board-head">
        <h2 className="min-w-0 flex-1 truncate text-base font-bold">{label}</h2>
        <span className="whitespace-nowrap text-note tabular-nums">{count}枚</span>
        {menu && <MoreMenu label={`${label}の操作`}>{menu}</MoreMenu>}
        <p className="w-full text-note text-muted tabular-nums">
          {sums}{!!late && <span className="ml-2 font-bold text-bad">遅れ{late}</span>}
        </p>
      </header>
      <div className="flex flex-col gap-2" data-cards>{children}</div>
      {count === 0 && <p className="py-2 text-center text-note text-muted">{empty}</p>}
      {href_more && <More href={href_more} next={href_next} />}
    </section>
  );
}

/** The way to a column's further cards; with JavaScript they come into the column. */
export function More({ href, next }: { href: string; next?: string }) {
  return <LinkButton tone="plain" href={href} data-more={next} className="mt-2 w-full">さらに表示</LinkButton>;
}

/** ⋯: small forms, buttons and links (class menu-item) behind one button. */
export function MoreMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details data-menu className="relative">
      <summary aria-label={label}
        className="grid h-7 w-7 place-items-center rounded hover:bg-ground max-desk:-my-2 max-desk:h-11 max-desk:w-11">
        <Icon name="dots" />
      </summary>
      <div className="absolute right-0 top-full z-20 min-w-[160px] rounded border border-line bg-surface py-1 text-base">{children}</div>
    </details>
  );
}
