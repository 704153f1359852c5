import { addDecimal, formatNumber, milli } from "~/lib/money/decimal";
import {
  DRAWING_TREATMENTS,
  type DrawingBatch,
  type DrawingTreatment,
  type ReturnTreatment,
  type SurplusTreatment,
} from "~/lib/vocabulary/amendment";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { amendVerdict, type Progress } from "./amend";
import type { Leaving } from "./amend.plan";

export type Drawn = Omit<DrawingBatch, "drawing"> & { drawing: DrawingTreatment | null };

export type Treatments = {
  made: SurplusTreatment | null;
  wip: SurplusTreatment | null;
  returned: ReturnTreatment | null;
};
type Surplus = { made: string; wip: string; back: string };

/** Finished, unfinished and shipped pieces that the new quantity leaves without an order. */
function surplusOf(progress: Progress, wanted: string): Surplus {
  const verdict = amendVerdict(progress, wanted);
  if (verdict.kind !== "surplus" && verdict.kind !== "return") return { made: "0", wip: "0", back: "0" };
  const back = verdict.kind === "return" ? verdict.return : "0";
  return { made: verdict.surplus_made, wip: verdict.stop_wip, back };
}

/** What leaves the cards: what is kept on does not. */
export function leavingOf(progress: Progress, wanted: string, { made, wip, returned }: Treatments): Leaving {
  const surplus = surplusOf(progress, wanted);
  return {
    made: made === "keep" ? "0" : surplus.made,
    wip: wip === "keep" ? "0" : surplus.wip,
    shipped: returned === "buy" ? surplus.back : "0",
  };
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

const RETURN_TEXT: Record<ReturnTreatment, string> = {
  return: "返送します（依頼先が出荷を取り消すと、合意できます）",
  keep: "そのまま受け取ります（注文に残ります）",
  buy: "依頼元が買い取ります（注文から外れ、「これまでの費用」に入れて請求します）",
};
const DRAWING_TEXT: Record<DrawingTreatment, string> = {
  remake: "出荷できなくなり、同じ数を新しい図面で作り直します",
  keep: "旧い図面のまま納めます",
};

type Asked = { wanted: string; is_managed: boolean; unit: Unit };

/** Cards are named where not all of them are treated alike. */
function drawnTexts(drawn: Drawn[], count: (number: string) => string): string[] {
  const ways = DRAWING_TREATMENTS.map((way) => [way, drawn.filter((one) => one.drawing === way)] as const);
  const alike = ways.some(([, own]) => own.length === drawn.length);
  return ways.flatMap(([way, own]) => {
    if (own.length === 0) return [];
    const cards = alike ? "" : `（カード ${own.map(({ id }) => id).join("、")}）`;
    const num = count(addDecimal("0", ...own.map((one) => one.num)));
    return [`旧い図面で作った分 ${num}${cards}：${DRAWING_TEXT[way]}`];
  });
}

/** For both sides, before they agree: what becomes of the pieces on their way. */
export function treatedTexts(
  progress: Progress,
  treatments: Treatments,
  { wanted, is_managed, unit }: Asked,
  drawn: Drawn[],
): string[] {
  const count = (number: string) => `${formatNumber(number)}${UNIT_LABEL[unit]}`;
  const surplus = surplusOf(progress, wanted);
  const pieces = ([name, label]: readonly ["made" | "wip", string]) => {
    const treatment = treatments[name];
    if (treatment === null || milli(surplus[name]) <= 0n) return [];
    const text = treatment === "stock" && !is_managed ? UNMANAGED : SURPLUS_TEXT[name][treatment];
    return [`${label} ${count(surplus[name])}：${text}`];
  };
  const { returned } = treatments;
  const sent = returned !== null && milli(surplus.back) > 0n;
  return [
    ...(sent ? [`出荷済みの分 ${count(surplus.back)}：${RETURN_TEXT[returned]}`] : []),
    ...(
      [
        ["made", "できている分"],
        ["wip", "作業中の分"],
      ] as const
    ).flatMap(pieces),
    ...drawnTexts(drawn, count),
  ];
}
