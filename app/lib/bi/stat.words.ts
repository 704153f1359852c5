import { formatNumber } from "~/lib/money/decimal";
import { dateParts, formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { OnTimeDay } from "~/lib/vocabulary/ontime";
import { SPAN_DAYS } from "./ontime";
import { LEAD_DAYS_LABEL, LEAD_START_LABEL, type Stat } from "./stat.schema";

const days = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatDate(from) : `${formatDate(from)}〜${formatDate(to)}`;
export const periodText = ({ period }: Pick<Stat, "period">) => days(period);

/** 11/2; of a week its first day; 2026/11 where a year begins, else 11月. */
export function bucketLabel({ from, to }: Stat["period"], step: Stat["step"], at: number): string {
  const { year, month, day } = dateParts(from);
  if (step === "day") return `${month}/${day}`;
  if (step === "week") return `${month}/${day}〜`;
  const last = dateParts(to).month;
  const months = last === month ? `${month}月` : `${month}〜${last}月`;
  return at === 0 || month === 1 ? `${year}年${months}` : months;
}

/** A wait is read in the unit in which one would say it. */
export function lengthText(minutes: number): string {
  if (minutes < 60) return `${Math.round(minutes)}分`;
  if (minutes < 1440) return `${Math.round(minutes / 6) / 10}時間`;
  return `${Math.round(minutes / 144) / 10}日`;
}

const share = (part: number, all: number) => `${Math.round((part / all) * 100)}%`;
const largest = <T>(items: T[], size: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>(
    (best, one) => (size(one) > (best === undefined ? 0 : size(best)) ? one : best),
    undefined,
  );

type Trend = Pick<Stat, "period" | "trend" | "total" | "total_before" | "unit">;
export function trendSentence(stat: Trend): string {
  const unit = UNIT_LABEL[stat.unit];
  // A buyer is told what was shipped.
  const [name, sum] =
    stat.total.num_good === null ? (["出荷", "num_shipped"] as const) : (["良品", "num_good"] as const);
  const all = Number(stat.total[sum] ?? 0);
  if (all === 0) return `${days(stat.period)}の${name}はありません。`;
  const sums = stat.trend.map(({ label, values }) => ({
    label,
    part: values.reduce((total, value) => total + Number(value), 0),
  }));
  const first = largest(
    sums.filter(({ label }) => label !== "その他"),
    ({ part }) => part,
  );
  const before = stat.total_before ? all - Number(stat.total_before[sum] ?? 0) : 0;
  const more = before > 0 ? "多い" : "少ない";
  return [
    `${name}は${formatNumber(all)}${unit}`,
    before === 0 ? "" : `（前の期間より${formatNumber(Math.abs(before))}${unit}${more}）`,
    first && sums.length > 1 ? `で、最も多いのは${first.label}（${share(first.part, all)}）です。` : "です。",
  ].join("");
}

export function processSentence({ processes }: Pick<Stat, "processes">): string {
  const worst = largest(processes, ({ defect_rate }) => Number(defect_rate ?? 0));
  if (processes.length === 0) return "この期間の実績はありません。";
  if (!worst) return "この期間に不良はありません。";
  return `不良率が最も高いのは${worst.label}（${worst.defect_rate}%）です。`;
}

const UNBILLED = "請求しないカードは出荷日";
/** Both sides read the same day, of each pair its own (decision 140). */
const ON_TIME_FORMULA = {
  shipped: [
    "納期までに全数を出荷したカード ÷ 納期を過ぎたカード（未出荷も含む）",
    "日は出荷日で数える（取引先ごとに納品日にもできる）",
  ].join("。"),
  delivered: [
    "納期までに全数を納品したカード ÷ 納期を過ぎたカード（未納品も含む）",
    `日は納品書の納品日で数える（取引先ごとの設定。${UNBILLED}）`,
  ].join("。"),
  both: [
    "納期までに全数を出荷または納品したカード ÷ 納期を過ぎたカード（まだのものも含む）",
    `日は取引先ごとの設定により、出荷日または納品書の納品日で数える（${UNBILLED}）`,
  ].join("。"),
};
export const onTimeFormula = (chosen: OnTimeDay[]): string =>
  ON_TIME_FORMULA[chosen.length > 1 ? "both" : (chosen[0] ?? "shipped")];

export const earlyText = (early: Stat["early"]): string =>
  early && early.n > 0 ? `${early.days}日より早い ${formatNumber(early.n)}枚` : "";

/** `isDaily`: of each day; so few cards make its mark small. */
export const onTimeLine = (isDaily: boolean): string =>
  isDaily
    ? `線はその日までの${SPAN_DAYS}日間をまとめた率、印は1日分で、納期の来た枚数が多いほど大きい。`
    : "";

export function onTimeSentence({ total }: Pick<Stat, "total">): string {
  const { num_due, num_kept } = total;
  if (num_due === null || num_kept === null)
    return "工程・作業者・協力会社で絞り込むと、納期遵守は出ません。";
  if (num_due === 0) return "この期間に納期を迎えたカードはありません。";
  return `納期を迎えた${formatNumber(num_due)}枚のうち${formatNumber(num_kept)}枚（${total.on_time}%）が約束納期に間に合いました。`;
}

const passing = ({ processes }: Pick<Stat, "processes">) =>
  processes.filter(({ num_passed }) => Number(num_passed) > 0);

/**
 * Of each process, how long a card waits there and is worked on, each time it passes; `shift`: how much of
 * the waiting is within 勤務時間, where that was known of all.
 */
export const stays = (stat: Pick<Stat, "processes">) =>
  passing(stat).map(({ group_id, label, num_passed, wait_minutes, work_minutes, ...known }) => ({
    group_id,
    label,
    wait: Number(wait_minutes) / Number(num_passed),
    work: Number(work_minutes) / Number(num_passed),
    shift:
      known.num_shift_stays === num_passed ? Number(known.shift_wait_minutes) / Number(num_passed) : null,
    num_passed: Number(num_passed),
  }));

type Stay = ReturnType<typeof stays>[number];

/** ④: 待ち falls into that of 勤務時間 and that of nights and closed days, where both are known of all. */
export function stayParts(all: Stay[]): { series: string[]; values: (of: Stay) => number[] } {
  if (all.length === 0 || all.some(({ shift }) => shift === null))
    return { series: ["待ち", "加工"], values: ({ wait, work }) => [wait, work] };
  return {
    series: ["待ち（勤務時間）", "加工", "待ち（夜間・休日）"],
    values: ({ wait, work, shift }) => [shift!, work, Math.max(0, wait - shift!)],
  };
}

export function staySentence(stat: Pick<Stat, "processes">): string {
  const all = stays(stat);
  const longest = largest(all, ({ wait }) => wait);
  if (all.length === 0) return "この期間に工程を終えたカードはありません。";
  if (!longest) return "待ちはありません。";
  const within = longest.shift === null ? "" : `（勤務時間では${lengthText(longest.shift)}）`;
  return `待ちが最も長いのは${longest.label}で、1枚あたり${lengthText(longest.wait)}${within}です。`;
}

/** How long cards took that have gone, and beside it how many have not. */
export function leadSentence({ lead }: Pick<Stat, "lead">): string {
  const { n, median, p85, open_cards, open_longest } = lead;
  const longest = open_longest === null ? "" : `（最長${formatNumber(open_longest)}日）`;
  const open = open_cards > 0 ? `仕掛中は${formatNumber(open_cards)}枚${longest}です。` : "";
  if (n === 0) return `この期間に出荷したカードはありません。${open}`;
  return `${leadName(lead)}は、半数が${formatNumber(median ?? "0")}日まで、85%が${p85}日までです。${open}`;
}
export const leadName = (lead: Pick<Stat["lead"], "from" | "days">): string =>
  `${LEAD_START_LABEL[lead.from]}から出荷まで（${LEAD_DAYS_LABEL[lead.days]}）`;
