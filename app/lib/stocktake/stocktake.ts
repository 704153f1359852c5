import { cappedAmount } from "~/lib/money/amount";
import { addDecimal, compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { formatTime } from "~/lib/time/datetime";

type Moved = { num: string; occurred_time: string };
type Window = { first_time: string; counted_time: string };
/** 含む: the goods of these moves were gone, or there, when the row was counted. */
type Minute = boolean | null;

const at = (instant: string) => Date.parse(instant);
const minuteOf = (instant: string) => Math.floor(at(instant) / 60_000);

/** R11-4: moves of the minutes in which the row was counted, of which nobody can tell which came first. */
export const minuteMoves = <M extends Moved>(moves: M[], { first_time, counted_time }: Window): M[] =>
  moves.filter(
    ({ occurred_time }) =>
      minuteOf(occurred_time) >= minuteOf(first_time) && minuteOf(occurred_time) <= minuteOf(counted_time),
  );

function counts(move: Moved, window: Window, minute: Minute): boolean {
  const isDoubtful = minute !== null && minuteMoves([move], window).length > 0;
  return isDoubtful ? minute : at(move.occurred_time) <= at(window.counted_time);
}

/** R11-3: `moves` are those that the start of the sheet does not hold, whenever they happened. */
export const bookAtCount = (
  start_num: string,
  moves: Moved[],
  window: Window,
  minute: Minute = null,
): string =>
  addDecimal(start_num, ...moves.filter((move) => counts(move, window, minute)).map(({ num }) => num));

export const adjustment = (counted: string, book_at_count: string): string =>
  decimal(milli(counted) - milli(book_at_count));

export const signed = (num: string | null): string | null =>
  num === null ? null : `${num.startsWith("-") || num === "0" ? "" : "+"}${formatNumber(num)}`;

type Counted = { counted: string | null; counted_ready: string | null };
/** R11-8: what was counted elsewhere than at 出荷待ち. */
export const onShelf = ({ counted, counted_ready }: Counted): string | null =>
  counted === null ? null : adjustment(counted, counted_ready ?? "0");

type Both = { num?: string | undefined; num_ready?: string | undefined };
/** R11-8: where both are asked, an empty one is no zero. */
export function bothProblem({ num, num_ready }: Both): { field: keyof Both; text: string } | null {
  if ((num === undefined) === (num_ready === undefined)) return null;
  return num === undefined
    ? { field: "num", text: "棚の数も入力してください（棚にないときは 0）" }
    : {
        field: "num_ready",
        text: "出荷待ちの数も入力してください（棚の数に含めて数えたとき、ないときは 0）",
      };
}

/** R11-6: such a move is in the count already. */
export const isLate = (occurred_time: string, last_inventory_time: string | null): boolean =>
  last_inventory_time !== null && at(occurred_time) <= at(last_inventory_time);

export const LATE_WORDS = "棚卸前の記録が後から届きました";

const LARGE_YEN = 10_000;
const size = (n: bigint) => (n < 0n ? -n : n);
export const yenOf = cappedAmount;

/** R11-5: more than 5 % and more than 3, or more than 10,000 yen. */
export function isLarge(adjust: string, book_at_count: string, unit_price: string): boolean {
  const [much, book] = [size(milli(adjust)), size(milli(book_at_count))];
  const isMany = much > 3_000n && much * 20n > book;
  return isMany || Math.abs(yenOf(adjust, unit_price)) > LARGE_YEN;
}

export const DEVICE_HOURS = 72;

type Standing = {
  counted: string;
  counted_time: string;
  person: string;
  last_count: number;
  /** Counted by one person alone, and far from the book. */
  asks_second: boolean;
};

type Replacing = { mode: "replace" | "add"; seen?: number | undefined; replace: boolean; person: string };

/** R11-2: what is asked before a number that somebody counted gives way to another. */
export function replaceQuestion(row: Standing | null, { mode, seen, replace, person }: Replacing) {
  if (row === null || mode === "add") return null;
  if (row.asks_second && row.person !== person) return null;
  const isSeen = seen === row.last_count;
  if (isSeen && (replace || row.person === person)) return null;
  const before = `${formatNumber(row.counted)}（${row.person} ${formatTime(row.counted_time)}）`;
  return `前の数 ${before}を置き換えますか。`;
}

export const negativeText = (num_after: string, unit: string): string | null =>
  compareDecimal(num_after, "0") < 0
    ? `在庫が ${formatNumber(num_after)}${unit} になります。理由を入力して出庫するか、数え直してください。`
    : null;

export const SHELF_TWICE = "棚が2回読まれました。商品の棚札を読み取ってください。";
