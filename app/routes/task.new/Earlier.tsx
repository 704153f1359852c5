import type { z } from "zod";
import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { formatNumber } from "~/lib/money/decimal";
import type { cardChoices } from "~/lib/task/card.page.schema";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

export function Earlier({ q, found }: { q?: string; found: z.output<typeof cardChoices>["earlier"] }) {
  return (
    <section aria-label="以前のカード" className="grid max-w-[720px] gap-2">
      <form method="get" action="/task/new" role="search" className="flex flex-wrap items-center gap-2">
        <label htmlFor="earlier" className="font-bold">
          以前のカードから作る
        </label>
        <input
          id="earlier"
          name="q"
          type="search"
          defaultValue={q}
          placeholder="カード番号・品名・注文番号"
          className={`${INPUT} min-w-0 flex-1`}
        />
        <Button>探す</Button>
      </form>
      {q && found.length === 0 ? <p className="text-muted">「{q}」に合うカードはありません。</p> : null}
      {found.length > 0 ? (
        <ul className="divided rounded border border-line bg-surface">
          {found.map((one) => (
            <li key={one.key} className="flex flex-wrap items-center gap-x-4 px-4 py-2">
              <a
                href={`/task/new?from=${one.key}`}
                className="inline-flex items-center font-bold text-accent underline touch:min-h-11"
              >
                {one.id} {one.name}
              </a>
              <span className="tabular-nums">
                {formatNumber(one.num_items)}
                {UNIT_LABEL[one.order_unit]}
              </span>
              <span className="text-muted">
                {one.buyer_name}
                {one.order_id ? `・${one.order_id}` : ""}・{formatDate(tokyoDate(one.created_time))}作成
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
