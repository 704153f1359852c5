import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { Chip } from "~/components/list/Chip";
import { COUNTING, INVENTORY, shelfLabels, stockHref } from "~/lib/stock/stock.list";
import type { StockRow } from "~/lib/stock/stock.schema";

const ACTS = [
  ["入庫", "/move?kind=in"],
  ["出庫", "/move?kind=out"],
  ["調整", "/move?kind=adjust"],
  ["設定", "/edit"],
] as const;

type Props = { row: StockRow; isOwner: boolean };

/** On a phone what is there comes first, then what can be done with it. */
export function StockHead({ row, isOwner }: Props) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 max-desk:contents">
      <div className="flex flex-wrap items-center gap-x-4 max-desk:order-first">
        <h1>
          <span className="tabular-nums">{row.code}</span> {row.name}
        </h1>
        {row.state === "正常" ? null : <Chip tone="bad">{row.state}</Chip>}
      </div>
      <span className="flex flex-wrap gap-2 desk:ml-auto print:hidden">
        {isOwner
          ? null
          : ACTS.map(([label, rest]) => (
              <LinkButton key={label} href={stockHref(row.product_id, rest)}>
                {label}
              </LinkButton>
            ))}
        {isOwner ? null : (
          <>
            {row.state === "マイナス" ? (
              <LinkButton href={`${COUNTING}?ids=${row.product_id}`}>数え直す</LinkButton>
            ) : null}
            <LinkButton href={`${INVENTORY}/replenish?ids=${row.product_id}`}>補充カード</LinkButton>
            <LinkButton href={shelfLabels(new URLSearchParams({ ids: String(row.product_id) }))}>
              棚札
            </LinkButton>
          </>
        )}
        <PrintButton className="max-desk:hidden" />
      </span>
    </header>
  );
}
