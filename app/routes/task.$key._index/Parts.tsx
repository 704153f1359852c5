import { Empty } from "~/components/list/Empty";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { TASK_TYPE_LABEL, UNIT_LABEL } from "~/lib/task/card.schema";
import { formatNumber } from "~/lib/money/decimal";
import type { Api } from "~/lib/web/api.server";

/** What this tab alone needs. */
export async function loadParts(_: Api, __: CardDetail, ___: boolean) {
  return {};
}

type Props = { detail: CardDetail; seller: boolean; found: Awaited<ReturnType<typeof loadParts>> };

export function Parts({ detail: { relatives, parent } }: Props) {
  if (relatives.length === 0 && !parent) {
    return <section className="rounded border border-line bg-surface"><Empty text="枝・部品・不良のカードはありません。" /></section>;
  }
  return (
    <section className="grid gap-2">
      <h2>枝・部品・不良</h2>
      {parent ? <p>親カード <a href={`/task/${parent.key}`}>{parent.id} {parent.name}</a></p> : null}
      <ul className="divide-y divide-line rounded border border-line bg-surface empty:hidden">
        {relatives.map((one) => (
          <li key={one.key} className="flex flex-wrap gap-x-4 px-4 py-2">
            <a href={`/task/${one.key}`} className="font-bold">{one.id}</a>
            <span className="min-w-0 flex-1">{one.name}</span>
            <span className="text-muted">{one.task_type ? TASK_TYPE_LABEL[one.task_type] : "通常"}・{one.status}</span>
            <span className="tabular-nums">{formatNumber(one.num_items)}{UNIT_LABEL[one.order_unit]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
