import { choiceText } from "~/lib/scan/scan";
import type { ScanData } from "./data";

export function Which({
  key: product_id,
  name,
  cards,
  act,
}: NonNullable<ScanData["which"]> & { act: string | null }) {
  return (
    <section className="scan-note grid gap-2" data-nojs>
      <p>
        {cards.length > 0
          ? `「${name}」のカードは${cards.length}枚あります。どのカードですか。`
          : `「${name}」の進行中のカードはありません。`}
      </p>
      {cards.map((card) => (
        <a
          key={card.key}
          href={`/s/?${new URLSearchParams({ code: card.id, ...(act && { act }) })}`}
          className="scan-button"
        >
          {choiceText(card)}
        </a>
      ))}
      <a
        href={`/setting/product/${product_id}`}
        className="inline-flex min-h-11 items-center text-note text-accent underline"
      >
        商品マスタを開く
      </a>
    </section>
  );
}
