import { formatNumber, milli } from "~/lib/money/decimal";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import type { OnTimeDay } from "~/lib/vocabulary/ontime";
import type { distribution } from "./lead";
import { ratio } from "./share";
import {
  type Figures,
  LEAD_DAYS_LABEL,
  LEAD_START_LABEL,
  type LeadDays,
  type LeadStart,
  type Stat,
  type StatTile,
} from "./stat.schema";
import { earlyText, onTimeFormula } from "./stat.words";

type Lead = ReturnType<typeof distribution>;
type Side = { figures: Figures; lead: Lead };
type Left = Record<
  "other_units" | "open_work" | "long_work" | "open_cards" | "parts" | "without_start",
  number
> & { open_longest: number | null };
type Asked = {
  unit: Unit;
  left: Left;
  lead_from: LeadStart;
  lead_days: LeadDays;
  on_time_days: OnTimeDay[];
  early: Stat["early"];
};

/** None where there are fewer than five, or nothing before. */
function changeOf(now: string | null, before: string | null, n: number): string | null {
  if (now === null || before === null || n < 5 || milli(before) === 0n) return null;
  const text = ratio(milli(now) - milli(before), milli(before), 1)!;
  return text.startsWith("-") ? text : `+${text}`;
}

const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
const numberOr = (value: string | number | null) => (value === null ? null : formatNumber(value));
const percentOr = (value: string | null) => (value === null ? null : `${value}%`);

type Shape = Omit<StatTile, "previous" | "change" | "value" | "beside" | "note"> & {
  n: (side: Side) => number;
  raw: (side: Side) => string | null;
  show: (side: Side) => string | null;
  beside?: (side: Side) => string | null;
  note?: (side: Side) => string | null;
  /** Percentages and days are set against each other by their difference, not by a ratio. */
  is_rate?: true;
};

/** Where リードタイム begins. */
const START_DAY: Record<LeadStart, string> = {
  asked: "依頼（作成）",
  accepted: "承諾",
  started: "最初の着手",
};
const START_NOTE: Record<LeadStart, string> = {
  asked: "",
  accepted: "。承諾を要しないカードは作成日から",
  started: "。分割した枝は、その枝の着手から",
};

function openNote({ open_cards, open_longest }: Left): string {
  const longest = open_longest === null ? "" : `・最長 ${formatNumber(open_longest)}日`;
  return `仕掛中 ${formatNumber(open_cards)}枚${longest}`;
}

function byQuantity({ on_time_items, original_on_time_items }: Figures): string | null {
  if (on_time_items === null) return null;
  const original = original_on_time_items === null ? "" : `（基準納期 ${original_on_time_items}%）`;
  return `数量では ${on_time_items}%${original}`;
}

function shapes({ unit, left, lead_from, lead_days, on_time_days, early }: Asked): Shape[] {
  const word = UNIT_LABEL[unit];
  const days = LEAD_DAYS_LABEL[lead_days];
  const units = [{ label: `${word}でないカードの実績`, n: left.other_units }];
  const work = [
    { label: "作業中の実績", n: left.open_work },
    { label: "7日より長い実績", n: left.long_work },
  ];
  return [
    {
      name: "num_good",
      label: `加工数（${word}）`,
      formula: "加工・検査の工程で完了した良品の延べ数",
      denominator: "期間に終わった実績",
      excluded: units,
      n: ({ figures }) => Number(figures.num_good ?? 0),
      raw: ({ figures }) => figures.num_good,
      show: ({ figures }) => numberOr(figures.num_good),
    },
    {
      name: "num_defective",
      label: `不良数（${word}）`,
      formula: [
        "不良率 = 不良数 ÷（良品数 + 不良数）。合計どうしの比。特採は不良に数えない。",
        "下の総直行率は、工程ごとの直行率（手直しをせずに良品になった数 ÷ 工程に入った数）を掛け合わせたもの。手直しのカードの分は、入った数にも良品にも数えない",
      ].join(""),
      denominator: "良品数 + 不良数",
      excluded: units,
      n: ({ figures }) => Number(figures.num_defective ?? 0),
      raw: ({ figures }) => figures.num_defective,
      show: ({ figures }) => numberOr(figures.num_defective),
      beside: ({ figures }) => percentOr(figures.defect_rate),
      note: ({ figures }) => (figures.fpy === null ? null : `総直行率 ${figures.fpy}%`),
    },
    {
      name: "num_cards",
      label: "完了カード",
      formula: "期間に出荷したカード（分割した枝もそれぞれ数える）",
      denominator: "出荷したカード",
      excluded: [],
      n: ({ figures }) => figures.num_cards ?? 0,
      raw: ({ figures }) => (figures.num_cards === null ? null : String(figures.num_cards)),
      show: ({ figures }) => numberOr(figures.num_cards),
      beside: ({ figures }) =>
        figures.num_shipped === null ? null : `${formatNumber(figures.num_shipped)}${word}`,
    },
    {
      name: "minutes",
      label: "実働時間",
      formula: "着手から完了まで、中断と無人運転を除く。同時に進めたカードには等しく分ける",
      denominator: "終わった実績",
      excluded: work,
      n: ({ figures }) => figures.minutes ?? 0,
      raw: ({ figures }) => (figures.minutes === null ? null : String(figures.minutes)),
      show: ({ figures }) => (figures.minutes === null ? null : hours(figures.minutes)),
      beside: ({ figures }) => (figures.machine_minutes ? `機械 ${hours(figures.machine_minutes)}` : null),
    },
    {
      name: "per_hour",
      label: `1時間あたり（${word}）`,
      formula: "加工数（着手を記録しなかった分と無人運転の分も数える）÷ 同じ工程の実働時間",
      denominator: "実働時間",
      excluded: [...units, ...work],
      n: ({ figures }) => figures.minutes ?? 0,
      raw: ({ figures }) => figures.per_hour,
      show: ({ figures }) => numberOr(figures.per_hour),
    },
    {
      name: "on_time",
      label: "納期遵守率",
      formula: `${onTimeFormula(on_time_days)}。横は基準納期によるもの。下は数量で、納期までに届けた数 ÷ 数量`,
      denominator: "納期が期間にあり、昨日までに過ぎたカード",
      excluded: [],
      is_rate: true,
      n: ({ figures }) => figures.num_due ?? 0,
      raw: ({ figures }) => figures.on_time,
      show: ({ figures }) => percentOr(figures.on_time),
      beside: ({ figures }) =>
        figures.original_on_time === null ? null : `基準納期 ${figures.original_on_time}%`,
      note: ({ figures }) => [byQuantity(figures), earlyText(early)].filter(Boolean).join("・") || null,
    },
    {
      name: "lead_time",
      label: `リードタイム（中央値・${days}）`,
      formula: [
        `${START_DAY[lead_from]}の日から出荷日までの${days}（同じ日は0）`,
        lead_days === "business" ? "。土日と工場の休業日を数えない" : "",
        START_NOTE[lead_from],
        "。横は85%のカードが収まる日数と平均",
      ].join(""),
      denominator: "期間に出荷したカード",
      excluded: [
        { label: "まだ出荷していないカード", n: left.open_cards },
        { label: "部品のカード", n: left.parts },
        { label: `${LEAD_START_LABEL[lead_from]}の記録がないカード`, n: left.without_start },
      ],
      is_rate: true,
      n: ({ lead }) => lead.n,
      raw: ({ lead }) => lead.median,
      show: ({ lead }) => numberOr(lead.median),
      beside: ({ lead }) => (lead.p85 === null ? null : `85%: ${lead.p85}日・平均 ${lead.mean}日`),
      note: () => openNote(left),
    },
    {
      name: "price",
      label: "金額（税抜）",
      formula: "期間に出荷した、請求対象のカードの金額",
      denominator: "出荷したカード",
      excluded: [],
      n: ({ figures }) => figures.num_cards ?? 0,
      raw: ({ figures }) => (figures.price === null ? null : String(figures.price)),
      show: ({ figures }) => numberOr(figures.price),
    },
  ];
}

/** A tile that does not apply here is left out; one that has no figure shows 「―」. */
export function tilesOf(asked: Asked, now: Side, before: Side | null): StatTile[] {
  const { work, cards } = {
    work: now.figures.num_good !== null,
    cards: now.figures.num_cards !== null,
  };
  const ofWork = ["num_good", "num_defective", "minutes", "per_hour"];
  return shapes(asked)
    .filter(({ name }) => (ofWork.includes(name) ? work : cards))
    .filter(({ name }) => name !== "price" || now.figures.price !== null)
    .map(({ n, raw, show, beside, note, is_rate, excluded, ...words }) => ({
      ...words,
      note: note?.(now) ?? null,
      excluded: excluded.filter(({ n: left }) => left > 0),
      value: show(now),
      beside: beside?.(now) ?? null,
      previous: before && show(before),
      change:
        before &&
        (is_rate ? difference(raw(now), raw(before), n(now)) : changeOf(raw(now), raw(before), n(now))),
    }));
}

function difference(now: string | null, before: string | null, n: number): string | null {
  if (now === null || before === null || n < 5) return null;
  const text = ratio(milli(now) - milli(before), 1000n, 1, 1n)!;
  return text.startsWith("-") ? text : `+${text}`;
}
