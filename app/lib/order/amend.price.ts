import { compareDecimal } from "~/lib/money/decimal";
import type { AmendedContent } from "~/lib/vocabulary/amendment";
import type { Toriteki } from "~/lib/vocabulary/toriteki";
import type { Progress } from "./amend";

type Price = { unit_price?: string | null };

/** A price that was open is no lower one. */
const isCut = ({ before, after }: { before: Price; after: Price }): boolean =>
  before.unit_price != null &&
  after.unit_price != null &&
  compareDecimal(after.unit_price, before.unit_price) < 0;

type Listed = { before: AmendedContent; after: AmendedContent; list_price?: string | null };

/** As if the price of the list had been typed over what stands. */
export const withListPrice = <I extends Listed>(item: I, unit_price: string | null): I =>
  item.list_price == null
    ? item
    : {
        ...item,
        before: { ...item.before, unit_price },
        after: { ...item.after, unit_price: item.list_price },
      };

type Item = {
  before: Price;
  after: Price;
  progress: Pick<Progress, "delivered" | "shipped"> | null;
};

const some = (number: string) => compareDecimal(number, "0") > 0;

/** 減額の禁止 (R2-10): what has begun to come keeps its price, whatever both sides agree to. */
export function cutProblem({ progress, ...item }: Item, toriteki: Toriteki): string | null {
  if (toriteki !== "covered" || !isCut(item)) return null;
  const begun = progress !== null && [progress.delivered, progress.shipped].some(some);
  return begun
    ? "納品が始まった明細の単価は、合意があっても下げられません（取適法の減額の禁止）。新しい単価は、次の依頼から使ってください"
    : null;
}

/** Before that, who proposes it says that it is none. */
function cutQuestion(items: Item[], toriteki: Toriteki): string | null {
  return toriteki === "covered" && items.some(isCut)
    ? "依頼したあとで単価を下げると、合意があっても取適法の「減額」に当たります。仕様や数量の変更に見合う単価で、減額に当たらないことを確認したときだけ、チェックを入れてください"
    : null;
}

type Proposed = Pick<Item, "before" | "after"> & {
  at: string;
  line_no: number | null;
  list_price?: string | null;
};

/** By the field that it is mended in. */
export function cutErrors(
  items: Proposed[],
  now: Map<number, { progress: Progress }>,
  is_confirmed: boolean,
  toriteki: Toriteki,
): Record<string, string[]> {
  const cut = items.map(({ line_no, ...item }) => ({
    ...item,
    progress: line_no === null ? null : (now.get(line_no)?.progress ?? null),
  }));
  const refused = cut.flatMap((item) => {
    const problem = cutProblem(item, toriteki);
    return problem ? [[item.list_price == null ? `${item.at}.unit_price` : "reprice", [problem]]] : [];
  });
  if (refused.length > 0) return Object.fromEntries(refused);
  const asked = is_confirmed ? null : cutQuestion(cut, toriteki);
  return asked ? { price_cut: [asked] } : {};
}
