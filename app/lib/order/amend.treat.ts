import { addDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import type { DrawingTreatment, ReturnTreatment, SurplusTreatment } from "~/lib/vocabulary/amendment";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { amendVerdict, type Progress } from "./amend";

type Treatments = {
  made: SurplusTreatment | null;
  wip: SurplusTreatment | null;
  returned: ReturnTreatment | null;
  drawing: DrawingTreatment | null;
};
type Surplus = { made: string; wip: string };

/** Finished and unfinished pieces that the new quantity leaves without an order. */
function surplusOf(progress: Progress, wanted: string): Surplus {
  const verdict = amendVerdict(progress, wanted);
  return verdict.kind === "surplus" || verdict.kind === "return"
    ? { made: verdict.surplus_made, wip: verdict.stop_wip }
    : { made: "0", wip: "0" };
}

/** What leaves the cards: what is kept on does not. */
export function leavingOf(
  progress: Progress,
  wanted: string,
  { made, wip }: Pick<Treatments, "made" | "wip">,
): Surplus {
  const surplus = surplusOf(progress, wanted);
  return { made: made === "keep" ? "0" : surplus.made, wip: wip === "keep" ? "0" : surplus.wip };
}

/** Made or begun by the old drawing, and still here once the quantity has changed. */
export function oldPieces(
  progress: Progress,
  wanted: string,
  treatments: Pick<Treatments, "made" | "wip">,
): string {
  const leaving = leavingOf(progress, wanted, treatments);
  const begun = milli(progress.made) + milli(progress.wip);
  return decimal(begun - milli(leaving.made) - milli(leaving.wip));
}

export const UNTREATED_DRAWING =
  "旧い図面で作った分の扱いが決まっていません。扱いを選んだ別案を出してください";
export const UNCOSTED_DRAWING =
  "作り直しの費用が決まっていません。「これまでの費用」を入れた別案を出してください";

/** Why a new drawing can't be agreed on: more would be made in vain than the cost was proposed for. */
export function redrawProblem(
  then: string,
  now: string,
  { drawing }: Pick<Treatments, "drawing">,
  cost: number | null,
): string | null {
  if (milli(now) <= 0n || drawing === "keep") return null;
  if (drawing === null) return UNTREATED_DRAWING;
  if (cost === null) return UNCOSTED_DRAWING;
  return milli(now) > milli(then)
    ? `作り直す分が${formatNumber(then)}から${formatNumber(now)}に増えました。この内容では合意できません。別案を出してください`
    : null;
}

const SURPLUS_TEXT: Record<"made" | "wip", Record<SurplusTreatment, string>> = {
  made: {
    buy: "買い取ります（「これまでの費用」に入れて請求します）",
    stock: "依頼先の在庫に入庫します",
    scrap: "廃棄します（依頼先の不良に「変更依頼による廃棄」として載ります）",
    keep: "納めます（注文に残ります）",
  },
  wip: {
    buy: "買い取ります（「これまでの費用」に入れて請求します）",
    stock: "依頼先の在庫用のカードになり、できあがると入庫します",
    scrap: "廃棄します（依頼先の不良に「変更依頼による廃棄」として載ります）",
    keep: "続けて作ります（注文に残ります）",
  },
};
const UNMANAGED = "依頼先が引き取ります（在庫管理をしていない商品のため、在庫の台帳には載りません）";

type Asked = { wanted: string; redraws: boolean; is_managed: boolean; unit: Unit };

/** For both sides, before they agree: what becomes of the pieces on their way. */
export function treatedTexts(progress: Progress, treatments: Treatments, asked: Asked): string[] {
  const count = (number: string) => `${formatNumber(number)}${UNIT_LABEL[asked.unit]}`;
  const surplus = surplusOf(progress, asked.wanted);
  const pieces = ([name, label]: readonly ["made" | "wip", string]) => {
    const treatment = treatments[name];
    if (treatment === null || milli(surplus[name]) <= 0n) return [];
    const text = treatment === "stock" && !asked.is_managed ? UNMANAGED : SURPLUS_TEXT[name][treatment];
    return [`${label} ${count(surplus[name])}：${text}`];
  };
  const old = oldPieces(progress, asked.wanted, treatments);
  const redrawn = asked.redraws && treatments.drawing !== null && milli(old) > 0n;
  const drawing =
    treatments.drawing === "remake"
      ? "出荷できなくなり、同じ数を新しい図面で作り直します"
      : "旧い図面のまま納めます";
  return [
    ...(
      [
        ["made", "できている分"],
        ["wip", "作業中の分"],
      ] as const
    ).flatMap(pieces),
    ...(redrawn ? [`旧い図面で作った分 ${count(addDecimal(old))}：${drawing}`] : []),
  ];
}
