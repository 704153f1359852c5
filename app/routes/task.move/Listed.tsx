import type { Page } from "~/lib/list/list.schema";

type Props = { page: Page; more: boolean; back: string; stocked: boolean };

export function Listed({ page, more, back, stocked }: Props) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-note text-muted" data-listed>
      <span className="tabular-nums">
        {more
          ? `条件に合うカードは全${page.total}枚です。一度に移動できる${page.items.length}枚を表示しています。`
          : `全${page.total}枚`}
      </span>
      <a href={`${back}&all=on`} className="inline-flex items-center text-accent underline touch:h-11">
        {more ? `表示している${page.items.length}枚を選ぶ` : `条件に合う全${page.total}枚を選ぶ`}
      </a>
      <a href={back} className="inline-flex items-center text-accent underline touch:h-11">
        選択を外す
      </a>
      {stocked && (
        <button name="go" value="allocate" className="text-accent underline touch:h-11">
          選んだカードに在庫から引き当てる
        </button>
      )}
    </p>
  );
}
