import type { CardRow } from "~/lib/vocabulary/card.schema";

type Props = { text?: string; card: CardRow; deliveries: { key: number; number: string }[] };

/** What stands against taking back, one step away. */
export function Standing({ text = "", card, deliveries }: Props) {
  const papers = text.includes("納品書") ? deliveries : [];
  if (papers.length === 0 && !text.includes("棚卸")) return null;
  return (
    <p className="flex flex-wrap gap-4">
      {papers.map(({ key, number }) => (
        <a key={key} href={`/accounting/delivery/${key}`}>
          納品書 {number} を開く
        </a>
      ))}
      {text.includes("棚卸") ? (
        <a href={`/inventory/stored?${new URLSearchParams({ card: card.id })}`}>このカードの入出庫を開く</a>
      ) : null}
    </p>
  );
}
