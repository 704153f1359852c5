import { isPositive } from "~/lib/money/decimal";
import { cutProblem, isCut } from "~/lib/partner/price.cut";
import type { AmendedContent } from "~/lib/vocabulary/amendment";
import type { Toriteki } from "~/lib/vocabulary/toriteki";
import type { Progress } from "./amend";

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
  before: { unit_price?: string | null };
  after: { unit_price?: string | null };
  progress: Pick<Progress, "delivered" | "shipped"> | null;
};

/** 減額の禁止 (R2-10) of a line, as far as it has come. */
export const cutOfLine = ({ progress, ...item }: Item, toriteki: Toriteki): string | null =>
  cutProblem(
    { ...item, has_begun: progress !== null && [progress.delivered, progress.shipped].some(isPositive) },
    toriteki,
  );

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
    const problem = cutOfLine(item, toriteki);
    return problem ? [[item.list_price == null ? `${item.at}.unit_price` : "reprice", [problem]]] : [];
  });
  if (refused.length > 0) return Object.fromEntries(refused);
  const asked = is_confirmed ? null : cutQuestion(cut, toriteki);
  return asked ? { price_cut: [asked] } : {};
}
