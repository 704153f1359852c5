import { formatDate } from "~/lib/time/date";
import type { About } from "./state";

const BOX =
  "mb-1 flex flex-wrap items-center gap-x-2 rounded border border-line bg-surface px-2 py-1 text-note no-underline";

export function Chip({ about: { card, product }, seller }: { about: About; seller: boolean }) {
  const named = product ? (
    <>
      <b>{product.code}</b>
      <span>{product.name}</span>
      <span className="text-muted">商品</span>
    </>
  ) : null;
  return (
    <>
      {card ? (
        <a href={`/task/${card.key}`} className={BOX}>
          <b className="text-accent">{card.id}</b>
          <span>{card.name}</span>
          <span className="text-muted">{card.status}</span>
          {card.delivery_date ? (
            <span className="tabular-nums text-muted">納期 {formatDate(card.delivery_date)}</span>
          ) : null}
        </a>
      ) : null}
      {product && seller ? (
        <a href={`/setting/product/${product.product_id}`} className={BOX}>
          {named}
        </a>
      ) : null}
      {product && !seller ? <span className={BOX}>{named}</span> : null}
    </>
  );
}
