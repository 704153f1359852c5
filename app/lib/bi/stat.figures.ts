import { decimal, milli } from "~/lib/money/decimal";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { yields } from "./rate";
import { ratio } from "./share";
import type { Figures } from "./stat.schema";

/** What the database adds up. Quantities as text, in one unit; `making_minutes` of that unit alone. */
export type Sums = {
  num_good: string;
  num_defective: string;
  num_recounted: string;
  /** Of 手直し: no second input of its process. */
  again_good: string;
  again_defective: string;
  minutes: number;
  /** 機械時間 of 無人運転. */
  machine_minutes: number;
  making_minutes: number;
  /** 標準時間 in thousandths of a minute, and the minutes of the work that has one. */
  standard_milli: number;
  measured_minutes: number;
  num_stays: number;
  wait_minutes: number;
  work_minutes: number;
  /** Of the stays that 勤務時間 was known of, the waiting within it. */
  num_shift_stays: number;
  shift_wait_minutes: number;
  num_cards: number;
  num_shipped: string;
  price: number;
  num_due: number;
  num_kept: number;
  due_items: string;
  kept_items: string;
  original_due: number;
  original_kept: number;
  original_due_items: string;
  original_kept_items: string;
};

export const NOTHING: Sums = {
  num_good: "0",
  num_defective: "0",
  num_recounted: "0",
  again_good: "0",
  again_defective: "0",
  minutes: 0,
  machine_minutes: 0,
  making_minutes: 0,
  standard_milli: 0,
  measured_minutes: 0,
  num_stays: 0,
  wait_minutes: 0,
  work_minutes: 0,
  num_shift_stays: 0,
  shift_wait_minutes: 0,
  num_cards: 0,
  num_shipped: "0",
  price: 0,
  num_due: 0,
  num_kept: 0,
  due_items: "0",
  kept_items: "0",
  original_due: 0,
  original_kept: 0,
  original_due_items: "0",
  original_kept_items: "0",
};

export function addSums(a: Sums, b: Sums): Sums {
  const sum = { ...NOTHING };
  for (const name of Object.keys(NOTHING) as (keyof Sums)[]) {
    const [x, y] = [a[name], b[name]];
    Object.assign(sum, {
      [name]: typeof x === "number" ? x + Number(y) : decimal(milli(x) + milli(String(y))),
    });
  }
  return sum;
}

type Sight = {
  /** 実績, time and defects: the factory's alone. */
  work: boolean;
  /** Cards as such: not of one process, person or partner. */
  cards: boolean;
  amounts: boolean;
  /** Of one process each: 直行率 is of what went into it. */
  steps?: boolean;
};
export const sightOf = (
  who: { company_type: string | null; permissions: Parameters<typeof seesAmounts>[0]["permissions"] },
  cards: boolean,
): Sight => ({ work: who.company_type === "seller", cards, amounts: seesAmounts(who) });

/** What went into a process, and came out good at once; 手直し is no second input (docs/spec/bi.md). */
export function stepOf(sums: Sums) {
  const [again, bad] = [milli(sums.again_good), milli(sums.num_defective) - milli(sums.again_defective)];
  const first_good = milli(sums.num_good) - milli(sums.num_recounted) - again;
  return { input: first_good + bad, first_good, rework_good: again };
}

const MINUTES_A_DAY = 1440n;
const whole = (n: number) => BigInt(n);

export function figuresOf(sums: Sums, { work, cards, amounts, steps }: Sight): Figures {
  const [good, bad] = [milli(sums.num_good), milli(sums.num_defective)];
  const looked = good + bad - milli(sums.num_recounted);
  const spent = whole(sums.wait_minutes) + whole(sums.work_minutes);
  const [first] = yields(steps ? [stepOf(sums)] : []).steps;
  const ofWork = {
    num_good: sums.num_good,
    num_defective: sums.num_defective,
    defect_rate: ratio(bad, looked, 3),
    fpy: first?.fpy ?? null,
    final_rate: first?.final ?? null,
    minutes: sums.minutes,
    machine_minutes: sums.machine_minutes || null,
    per_hour: ratio(good * 60n, whole(sums.making_minutes) * 1000n, 1, 1n),
    standard_minutes: sums.standard_milli > 0 ? decimal(BigInt(sums.standard_milli)) : null,
    achieved: ratio(whole(sums.standard_milli), whole(sums.measured_minutes) * 1000n, 1),
    num_passed: sums.num_stays,
    wait_minutes: sums.wait_minutes,
    work_minutes: sums.work_minutes,
    num_shift_stays: sums.num_shift_stays,
    shift_wait_minutes: sums.shift_wait_minutes,
    stay_days: ratio(spent, whole(sums.num_stays) * MINUTES_A_DAY, 1, 1n),
  };
  const ofCards = {
    num_cards: sums.num_cards,
    num_shipped: sums.num_shipped,
    num_due: sums.num_due,
    num_kept: sums.num_kept,
    on_time: ratio(whole(sums.num_kept), whole(sums.num_due), 1),
    on_time_items: ratio(milli(sums.kept_items), milli(sums.due_items), 1),
    original_due: sums.original_due,
    original_kept: sums.original_kept,
    original_on_time: ratio(whole(sums.original_kept), whole(sums.original_due), 1),
    original_on_time_items: ratio(milli(sums.original_kept_items), milli(sums.original_due_items), 1),
    price: amounts ? sums.price : null,
  };
  return { ...blank(ofWork, work), ...blank(ofCards, cards) };
}

const blank = <T extends object>(of: T, seen: boolean): { [K in keyof T]: T[K] | null } =>
  seen ? of : (Object.fromEntries(Object.keys(of).map((name) => [name, null])) as { [K in keyof T]: null });

const TREND_SERIES = 5;

type Ranked = { id: string; label: string };

/** ①: the largest five by their size, and その他, in the six colours of the charts. */
export function trendOf<R extends Ranked>(
  rows: R[],
  size: (row: R) => bigint,
): { shown: R[]; has_others: boolean } {
  const ranked = [...rows].filter((row) => size(row) !== 0n).sort((a, b) => (size(a) < size(b) ? 1 : -1));
  const most = ranked.length === TREND_SERIES + 1 ? TREND_SERIES + 1 : TREND_SERIES;
  const shown = ranked.slice(0, most);
  return { shown: rows.filter((row) => shown.includes(row)), has_others: ranked.length > most };
}
