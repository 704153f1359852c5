import type { CardDetail } from "~/lib/task/card.page.schema";

/** What is agreed upon changes by 変更依頼: to the one of the line that waits, or to a new one. */
export function ChangeLink({ agreed }: Pick<CardDetail, "agreed">) {
  if (!agreed || agreed.line_no === null) return null;
  const { order_key, line_no, amendment_key } = agreed;
  const at = `/task/order/${order_key}/change`;
  return (
    <a
      href={amendment_key === null ? `${at}?line=${line_no}` : `${at}/${amendment_key}`}
      className="inline-flex items-center text-note text-accent underline touch:h-11"
    >
      {amendment_key === null ? "変更依頼を出す" : "回答待ちの変更依頼を見る"}
    </a>
  );
}
