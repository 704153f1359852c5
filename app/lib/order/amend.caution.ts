import { isPositive } from "~/lib/money/decimal";
import { isCut } from "~/lib/partner/price.cut";
import type { Toriteki } from "~/lib/vocabulary/toriteki";
import { amendVerdict, type Progress, wantedOf } from "./amend";
import type { Item as Proposed } from "./amend.line";
import { withListPrice } from "./amend.price";
import type { AmendInput } from "./amend.schema";
import type { Treatments } from "./amend.treat";

type Item = Omit<Proposed, "seen"> & { list_price?: string | null };
type Standings = Map<number, { progress: Progress; unit_price: string | null }>;

const goes = (treatment: string | null) => treatment === "stock" || treatment === "scrap";

/** Pieces that are made or begun, and that the buyer neither takes nor pays for. */
function isUnpaid(item: Item, { made, wip, returned }: Treatments, now: Standings): boolean {
  const standing = item.line_no === null ? undefined : now.get(item.line_no);
  if (!standing || item.cost !== null) return false;
  const verdict = amendVerdict(standing.progress, wantedOf(item, standing.progress));
  if (verdict.kind !== "surplus" && verdict.kind !== "return") return false;
  return (
    (goes(made) && isPositive(verdict.surplus_made)) ||
    (goes(wip) && isPositive(verdict.stop_wip)) ||
    (verdict.kind === "return" && returned === "return")
  );
}

const UNPAID =
  "作った分や作業中の分の代金を払わずにやめると、取適法の「不当な給付内容の変更」や「受領拒否」に当たることがあります。これまでの費用を入れてください。";
const LOWER =
  "依頼したあとで単価を下げると、合意があっても取適法の「減額」に当たることがあります。理由を確認してください。";

/** What both sides read of the law beside a 変更依頼 (R2-10, docs/spec/order-versions.md). */
export function amendCautions(
  items: Item[],
  treatments: Treatments,
  toriteki: Toriteki,
  now: Standings,
): string[] {
  if (toriteki === "exempt") return [];
  const priced = (item: Item) => withListPrice(item, now.get(item.line_no ?? 0)?.unit_price ?? null);
  return [
    ...(items.some((item) => isUnpaid(item, treatments, now)) ? [UNPAID] : []),
    ...(items.some((item) => isCut(priced(item))) ? [LOWER] : []),
  ];
}

/** Who may not see amounts reads of no lower price (decision 006). */
export const seenCautions = (cautions: string[], amounts: boolean): string[] =>
  cautions.filter((one) => amounts || one !== LOWER);

/** What the buyer has not said to have read, by its field: a tick for one text is none for the other. */
export const unreadCautions = (
  cautions: string[],
  { cautioned, price_cut }: AmendInput,
): Record<string, string[]> => ({
  ...(cautions.includes(UNPAID) && !cautioned && { cautioned: [UNPAID] }),
  ...(cautions.includes(LOWER) && !price_cut && { price_cut: [LOWER] }),
});
