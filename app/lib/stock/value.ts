import { cappedAmount, roundDiv, toYen } from "~/lib/money/amount";
import { compareDecimal, decimal, milli } from "~/lib/money/decimal";
import type { ISODate } from "~/lib/time/date";
import type { Valuation } from "~/lib/vocabulary/stock";

/** `taken_back`: the value with which the move that it reverses came in. */
type Valued = { num: string; unit_price: string | null; taken_back?: number | null };
type Step = {
  value: number;
  variance: number;
  qty: string;
  stock_value: number;
  avg: string | null;
  price: string | null;
};
/** `price`: the last average, for what goes out below nothing. */
export type Worth = { qty: bigint; value: number; price: string | null };

const NOTHING: Worth = { qty: 0n, value: 0, price: null };

const MAX_PRICE = 999_999_999_999_999n;

function averageOf(qty: bigint, value: number): string | null {
  if (qty <= 0n) return null;
  const price = roundDiv(BigInt(value) * 1_000_000n, qty, "half_up");
  return decimal(price > MAX_PRICE ? MAX_PRICE : price);
}

/** Of so many thousandths at the last average, or as their share of what is there. */
function outgoing({ qty, value, price }: Worth, out: bigint): number {
  if (qty === out) return value;
  if (qty <= 0n) return price === null ? 0 : cappedAmount(decimal(out), price);
  if (out > qty) return value + (price === null ? 0 : cappedAmount(decimal(out - qty), price));
  return toYen(roundDiv(BigInt(value) * out, qty, "half_up"));
}

function incoming({ qty, value, price }: Worth, num: bigint, given: string | null) {
  const at = given ?? averageOf(qty, value) ?? price ?? "0";
  const worth = cappedAmount(decimal(num), at);
  if (qty >= 0n) return { worth, after: value + worth, variance: 0 };
  const after = cappedAmount(decimal(qty + num), at);
  return { worth, after, variance: after - value - worth };
}

/** What an 入庫 brought goes with it, where enough is left; else the average, and the rest is 評価差額. */
function withdrawn(now: Worth, out: bigint, original: number) {
  const [rest, left] = [now.qty - out, now.value - original];
  const fits = left >= 0 && rest >= 0n && (rest !== 0n || left === 0);
  const worth = fits ? original : outgoing(now, out);
  return { worth, variance: worth - original };
}

function stepOf(now: Worth, { num, unit_price, taken_back }: Valued): Step & { worth: Worth } {
  const much = milli(num);
  let made: { value: number; after: number; variance: number };
  if (much > 0n && taken_back != null)
    made = { value: taken_back, after: now.value + taken_back, variance: 0 };
  else if (much > 0n) {
    const { worth, after, variance } = incoming(now, much, unit_price);
    made = { value: worth, after, variance };
  } else {
    const { worth, variance } =
      taken_back == null ? { worth: outgoing(now, -much), variance: 0 } : withdrawn(now, -much, taken_back);
    made = { value: -worth, after: now.value - worth, variance };
  }
  const qty = now.qty + much;
  const avg = averageOf(qty, made.after);
  const price =
    much > 0n && unit_price !== null
      ? (avg ?? unit_price)
      : (averageOf(now.qty, now.value) ?? avg ?? now.price);
  return {
    value: made.value,
    variance: made.variance,
    qty: decimal(qty),
    stock_value: made.after,
    avg,
    price,
    worth: { qty, value: made.after, price },
  };
}

/** What is there is worth after moves that come last in their order, none of which takes anything back. */
export function worthAfter(
  now: Worth,
  moves: Valued[],
  method: Valuation,
  standard_price: string | null,
): Worth {
  if (method === "average") return moves.reduce((worth, move) => stepOf(worth, move).worth, now);
  const qty = moves.reduce((sum, move) => sum + milli(move.num), now.qty);
  const price =
    method === "standard"
      ? standard_price
      : (moves.findLast(({ num, unit_price }) => unit_price !== null && compareDecimal(num, "0") > 0)
          ?.unit_price ?? now.price);
  return { qty, price, value: price === null ? 0 : cappedAmount(decimal(qty), price) };
}

export const worthOf = (steps: Step[]): Worth => {
  const last = steps.at(-1);
  return last ? { qty: milli(last.qty), value: last.stock_value, price: last.price } : NOTHING;
};

/** In the order of (effective_date, key): what each move was worth, by 移動平均. */
export function movingAverage(moves: Valued[]): Step[] {
  let now = NOTHING;
  return moves.map((move) => {
    const { worth, ...step } = stepOf(now, move);
    now = worth;
    return step;
  });
}

type Dated = Valued & {
  key: number;
  effective_date: ISODate;
  reverses: number | null;
  /** 返品: of which 出庫. */
  returns?: number | null;
};
type ValuedMove = Step & { key: number };

const inOrder = (a: Dated, b: Dated) =>
  a.effective_date < b.effective_date ? -1 : a.effective_date > b.effective_date ? 1 : a.key - b.key;

/** What went out, what it took with it, and how much of it has come back. */
type Issue = { num: bigint; value: number; back: bigint };

/** Its share of what it went with; with the last piece all of it is back. */
function returned(issue: Issue, num: bigint): number {
  const upTo = (much: bigint) => toYen(roundDiv(BigInt(issue.value) * much, issue.num, "half_up"));
  const before = upTo(issue.back);
  issue.back += num;
  return upTo(issue.back) - before;
}

/** A pure function of what was moved and at which price: replayed twice, the same. */
export function replay(moves: Dated[], method: Valuation, standard_price: string | null): ValuedMove[] {
  const priced = [...moves].sort(inOrder);
  if (method === "average") {
    let now = NOTHING;
    const values = new Map<number, number>();
    const issues = new Map<number, Issue>();
    return priced.map((move) => {
      const original = move.reverses === null ? null : (values.get(move.reverses) ?? null);
      const issue = move.returns == null ? undefined : issues.get(move.returns);
      const { worth, ...step } = stepOf(now, {
        ...move,
        taken_back: issue ? returned(issue, milli(move.num)) : original === null ? null : Math.abs(original),
      });
      now = worth;
      values.set(move.key, step.value);
      issues.set(move.key, { num: -milli(move.num), value: -step.value, back: 0n });
      return { ...step, key: move.key };
    });
  }
  return atPrice(priced, method === "standard" ? standard_price : null);
}

/** 標準単価 throughout, or the price of the last 入庫 so far; what a new price changes is 評価差額. */
function atPrice(moves: Dated[], fixed: string | null): ValuedMove[] {
  let [qty, stock_value, price] = [0n, 0, fixed];
  return moves.map((move) => {
    const much = milli(move.num);
    if (fixed === null && much > 0n && move.unit_price !== null && move.reverses === null)
      price = move.unit_price;
    const value = price === null ? 0 : cappedAmount(move.num, price);
    qty += much;
    const after = price === null ? 0 : cappedAmount(decimal(qty), price);
    const variance = after - stock_value - value;
    stock_value = after;
    const avg = qty > 0n ? price : null;
    return { key: move.key, value, variance, qty: decimal(qty), stock_value, avg, price };
  });
}

/** What a replay makes of a closed month is one row on the first open day. */
export const monthCorrection = (frozen: number, replayed: number): number => replayed - frozen;
