import { addDecimal, decimal, formatNumber, isPositive, milli } from "~/lib/money/decimal";
import type {
  AmendedContent,
  AmendedProgress,
  ReturnTreatment,
  SurplusTreatment,
} from "~/lib/vocabulary/amendment";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";

/** How far a line is. `made`: good and not shipped; `wip`: started and not finished. */
export type Progress = AmendedProgress;

type Verdict =
  | { kind: "same" }
  | { kind: "more"; add: string }
  | { kind: "cut"; cut_unstarted: string }
  | { kind: "surplus"; surplus_made: string; stop_wip: string }
  | { kind: "return"; return: string; surplus_made: string; stop_wip: string }
  | { kind: "refused"; floor: string };

export const VERDICT_TEXT: Record<Verdict["kind"], string> = {
  same: "数量は変わらない",
  more: "増やす",
  cut: "そのまま減らす",
  surplus: "余りの扱いを決める",
  return: "返送が要る",
  refused: "拒否(納品済みを下回る)",
};

/** What a new quantity means for the pieces on their way (docs/spec/order-versions.md). */
export function amendVerdict(progress: Progress, wanted: string): Verdict {
  const [ordered, delivered, shipped, made, wip, n] = [
    progress.ordered,
    progress.delivered,
    progress.shipped,
    progress.made,
    progress.wip,
    wanted,
  ].map(milli) as [bigint, bigint, bigint, bigint, bigint, bigint];
  if (n < delivered) return { kind: "refused", floor: decimal(delivered) };
  if (n < shipped)
    return {
      kind: "return",
      return: decimal(shipped - n),
      surplus_made: decimal(made),
      stop_wip: decimal(wip),
    };
  if (n < shipped + made)
    return { kind: "surplus", surplus_made: decimal(shipped + made - n), stop_wip: decimal(wip) };
  if (n < shipped + made + wip && n < ordered)
    return { kind: "surplus", surplus_made: "0", stop_wip: decimal(shipped + made + wip - n) };
  if (n < ordered) return { kind: "cut", cut_unstarted: decimal(ordered - n) };
  return n > ordered ? { kind: "more", add: decimal(n - ordered) } : { kind: "same" };
}

const FIELDS = ["ordered", "delivered", "shipped", "made", "wip"] as const;

export const isSameProgress = (a: Progress, b: Progress): boolean =>
  FIELDS.every((name) => milli(a[name]) === milli(b[name]));

/** What a proposal makes of a line's quantity; a cancelled line stays as far as it is delivered. */
export const wantedOf = (
  { is_cancel, after }: { is_cancel: boolean; after: AmendedContent },
  { delivered, ordered }: Pick<Progress, "delivered" | "ordered">,
): string => (is_cancel ? delivered : (after.num_items ?? ordered));

/** How many pieces moved on between the two: started, finished, shipped or delivered. */
export function movedOn(then: Progress, now: Progress): string {
  const step = (names: (keyof Progress)[]) => {
    const sum = (of: Progress) => names.reduce((total, name) => total + milli(of[name]), 0n);
    const by = sum(now) - sum(then);
    return by < 0n ? -by : by;
  };
  const steps = [
    step(["delivered"]),
    step(["shipped"]),
    step(["shipped", "made"]),
    step(["shipped", "made", "wip"]),
  ];
  return decimal(steps.reduce((most, one) => (one > most ? one : most), 0n));
}

export function verdictText(verdict: Verdict, unit: Unit): string {
  const count = (number: string) => `${formatNumber(number)}${UNIT_LABEL[unit]}`;
  const several = (parts: [string, string][]) =>
    parts.flatMap(([label, number]) => (isPositive(number) ? `${label}${count(number)}` : [])).join("、");
  switch (verdict.kind) {
    case "same":
      return "";
    case "more":
      return `${count(verdict.add)}増やします`;
    case "cut":
      return `着手していない分から${count(verdict.cut_unstarted)}減らします`;
    case "surplus":
      return `余りが出ます（${several([
        ["できている分 ", verdict.surplus_made],
        ["作業中の分 ", verdict.stop_wip],
      ])}）`;
    case "return":
      return `出荷済みの${count(verdict.return)}の返送が要ります`;
    case "refused":
      return `納品済みの${count(verdict.floor)}を下回るため、できません。残りを打ち切るときは${count(verdict.floor)}にするか、先に返品・赤伝をしてください`;
  }
}

/** With what becomes of shipped pieces that need not come back. */
export function verdictOf(
  verdict: Verdict,
  unit: Unit,
  returned: ReturnTreatment | null | undefined,
): string {
  if (verdict.kind === "return" && (returned === "buy" || returned === "keep"))
    return `出荷済みを${formatNumber(verdict.return)}${UNIT_LABEL[unit]}下回る`;
  return [VERDICT_TEXT[verdict.kind], verdictText(verdict, unit)].filter(Boolean).join("：");
}

type Treatments = {
  made?: SurplusTreatment | null;
  wip?: SurplusTreatment | null;
  returned?: ReturnTreatment | null;
};

/** What the line's quantity becomes once the pieces on their way are treated as agreed. */
export function standsAt(progress: Progress, wanted: string, { made, wip, returned }: Treatments): string {
  const verdict = amendVerdict(progress, wanted);
  if (verdict.kind !== "surplus" && verdict.kind !== "return") return wanted;
  const back = verdict.kind === "return" && returned === "keep" ? verdict.return : "0";
  const further = [made === "keep" ? verdict.surplus_made : "0", wip === "keep" ? verdict.stop_wip : "0"];
  return addDecimal(wanted, back, ...further);
}

/** By the field that answers it. */
export function untreated(verdict: Verdict, { made, wip, returned }: Treatments): Record<string, string[]> {
  if (verdict.kind !== "surplus" && verdict.kind !== "return") return {};
  return {
    ...(isPositive(verdict.surplus_made) &&
      !made && { made: ["できている分の余りをどうするかを選択してください"] }),
    ...(isPositive(verdict.stop_wip) && !wip && { wip: ["作業中の分の余りをどうするかを選択してください"] }),
    ...(verdict.kind === "return" &&
      !returned && { returned: ["出荷済みの分をどうするかを選択してください"] }),
  };
}

/** 買取 is charged: for nothing it would be no 買取. By the field that says so. */
export function uncosted(
  verdict: Verdict,
  { made, wip, returned }: Treatments,
  cost: number | null,
): ("made" | "wip" | "returned")[] {
  if (cost !== null || (verdict.kind !== "surplus" && verdict.kind !== "return")) return [];
  return [
    ...(made === "buy" && isPositive(verdict.surplus_made) ? (["made"] as const) : []),
    ...(wip === "buy" && isPositive(verdict.stop_wip) ? (["wip"] as const) : []),
    ...(returned === "buy" && verdict.kind === "return" ? (["returned"] as const) : []),
  ];
}
export const UNCOSTED = "買取の費用が決まっていません。「これまでの費用」を入れた別案を出してください";

/** Why what was proposed can't be agreed on as things stand; null: it can, once it was seen. */
export function outdatedVerdict(
  then: Verdict,
  now: Verdict,
  treatments: Treatments,
  unit: Unit,
): string | null {
  if (now.kind === "refused") return verdictText(now, unit);
  if (now.kind === "return" && treatments.returned === "return")
    return `${verdictText(now, unit)}。依頼先が出荷を取り消すと、合意できます`;
  const figures = (one: Verdict) => {
    const back = one.kind === "return" && treatments.returned === "buy" ? one.return : "0";
    return one.kind === "surplus" || one.kind === "return"
      ? [one.surplus_made, one.stop_wip, back]
      : ["0", "0", "0"];
  };
  const [before, after] = [figures(then), figures(now)];
  const grown = after.some((number, at) => milli(number) > milli(before[at]!));
  const further = now.kind === "return" && then.kind !== "return";
  return grown || further
    ? `いまは${verdictText(now, unit)}。この内容では合意できません。別案を出してください`
    : null;
}
