import { compareDecimal } from "~/lib/money/decimal";
import type { Toriteki } from "~/lib/vocabulary/toriteki";

type Price = { unit_price?: string | null };

/** A price that was open is no lower one. */
export const isCut = ({ before, after }: { before: Price; after: Price }): boolean =>
  before.unit_price != null &&
  after.unit_price != null &&
  compareDecimal(after.unit_price, before.unit_price) < 0;

const BEGUN =
  "納品が始まった明細の単価は、合意があっても下げられません（取適法の減額の禁止）。新しい単価は、次の依頼から使ってください";

/** 減額の禁止 (R2-10): what has begun to come keeps its price, whatever both sides agree to. */
export const cutProblem = (
  item: { before: Price; after: Price; has_begun: boolean },
  toriteki: Toriteki,
): string | null => (toriteki === "covered" && item.has_begun && isCut(item) ? BEGUN : null);

/** Of a line of an order 変更依頼 alone asks whether a lower price is one, and keeps the answer. */
export const cutElsewhere = (
  item: { before: Price; after: Price; is_ordered: boolean },
  toriteki: Toriteki,
): string | null =>
  toriteki === "covered" && item.is_ordered && isCut(item)
    ? "注文した単価を下げるときは、外注依頼書の「変更を依頼」から提案してください（取適法の減額に当たらないことを、そこで確認します）"
    : null;
