import type { Page } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { type Filter, listHref } from "./FilterBar";

const STEP = "inline-flex h-9 items-center px-4 touch:h-11";

/** A cursor makes a deep page cost what the first one does. */
export function Paging({
  path,
  filter,
  page,
  counter,
}: {
  path: string;
  filter: Filter;
  page: Page;
  counter: string;
}) {
  if (page.items.length === 0) return null;
  const isWhole = page.previous === null && page.next === null;
  return (
    <nav aria-label="ページ" className="flex items-center gap-2 print:hidden">
      <span className="flex-1 text-note text-muted tabular-nums">
        {countText(page, counter)}中 {page.items.length}
        {counter}を表示
      </span>
      {isWhole ? null : (
        <>
          <Step
            text="前へ"
            href={page.previous === null ? null : listHref(path, filter, { before: page.previous })}
          />
          <Step text="次へ" href={page.next === null ? null : listHref(path, filter, { after: page.next })} />
        </>
      )}
    </nav>
  );
}

function Step({ text, href }: { text: string; href: string | null }) {
  if (href === null)
    return (
      <span className={`${STEP} rounded border border-line text-muted`} aria-disabled="true">
        {text}
      </span>
    );
  return (
    <a href={href} className={`${STEP} rounded border border-muted/75 bg-surface no-underline`}>
      {text}
    </a>
  );
}

export function countText(page: Page, counter: string): string {
  const total = formatNumber(page.total);
  return page.total_more ? `${total}${counter}以上` : `全${total}${counter}`;
}
