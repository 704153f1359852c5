import { roundDiv, toYen } from "~/lib/money/amount";
import { milli } from "~/lib/money/decimal";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { billableItems, type Inspected } from "./inspection";

/** A line of a 納品書, by what of it was billed and rejected. */
export type DeliveredLine = Inspected & {
  line_no: number;
  name: string;
  price: number;
  tax_rate: number;
  num_billed: string;
  is_goods: boolean;
};
/** A line of a 返品 of that 納品書: its price is below zero. */
export type ReturnLine = { name: string; price: number; tax_rate: number };
type Note = { lines: DeliveredLine[]; returns: ReturnLine[] };

const size = (n: bigint) => (n > 0n ? n : 0n);
const notRejected = (line: DeliveredLine) => milli(billableItems(line, "delivered"));

/** Rejected once billed: it comes off by 返品. */
const toReturn = (line: DeliveredLine): bigint => size(milli(line.num_billed) - notRejected(line));

/** Rejected before it was billed: it is not billed, and so comes off by itself. */
export function offBilling(line: DeliveredLine): bigint {
  const [billed, left] = [milli(line.num_billed), notRejected(line)];
  return size(milli(line.num_items) - (billed > left ? billed : left));
}

function worth(line: DeliveredLine, items: bigint, mode: Rounding): number {
  const whole = milli(line.num_items);
  return whole === 0n ? 0 : toYen(roundDiv(BigInt(line.price) * items, whole, mode));
}

const plain = (name: string) => name.normalize("NFKC").replace(/^返品/, "").trim();

/** Which lines a 返品 is of: those of its name, else all goods at its rate. */
export function returnedLines(
  lines: DeliveredLine[],
  of: Pick<ReturnLine, "name" | "tax_rate">,
): DeliveredLine[] {
  const named = lines.filter((line) => plain(line.name) === plain(of.name));
  if (named.length > 0) return named;
  const same = lines.filter((line) => line.tax_rate === of.tax_rate);
  const goods = same.filter((line) => line.is_goods);
  return goods.length > 0 ? goods : same;
}

/** By line: what 返品 still have to take off; and 返品 that are of no such piece, with the lines they are of. */
function coverage({ lines, returns }: Note) {
  const owed = new Map(lines.map((line) => [line.line_no, worth(line, toReturn(line), "ceil")]));
  const byName = (one: ReturnLine) => returnedLines(lines, one).length;
  const free = [...returns]
    .sort((a, b) => byName(a) - byName(b))
    .map((one) => {
      const of = returnedLines(lines, one).map((line) => line.line_no);
      let left = -one.price;
      for (const line_no of of) {
        const used = Math.min(left, owed.get(line_no)!);
        owed.set(line_no, owed.get(line_no)! - used);
        left -= used;
      }
      return { of, left };
    });
  return { owed, freeOf: (line_no: number) => sumOf(free.filter(({ of }) => of.includes(line_no))) };
}
const sumOf = (some: { left: number }[]) => some.reduce((all, { left }) => all + left, 0);

/** 返品待ち: rejected once billed, and not yet taken off. */
export function awaitingReturn({ lines, returns }: Note): { line: DeliveredLine; amount: number }[] {
  const { owed } = coverage({ lines, returns });
  return lines.flatMap((line) => {
    const most = worth(line, toReturn(line), "floor");
    const amount = Math.min(most, owed.get(line.line_no)!);
    const covered = worth(line, toReturn(line), "ceil") - owed.get(line.line_no)!;
    return amount > 0 && most > covered ? [{ line, amount }] : [];
  });
}

/** What a 返品 of that name may still take off of a 納品書, in yen without tax. */
export function returnable({ lines, returns }: Note, of: Pick<ReturnLine, "name" | "tax_rate">): number {
  const left = (some: DeliveredLine[], taken: ReturnLine[]) =>
    some.reduce((all, line) => all + line.price - worth(line, offBilling(line), "half_up"), 0) +
    taken.reduce((all, one) => all + one.price, 0);
  const lines_of = returnedLines(lines, of);
  const isSame = (one: ReturnLine) => returnedLines(lines, one).every((line) => lines_of.includes(line));
  return Math.max(0, Math.min(left(lines, returns), left(lines_of, returns.filter(isSame))));
}

/** Null where what changed on the lines leaves nothing that comes off twice. */
export function twiceOff(before: DeliveredLine[], after: DeliveredLine[], returns: ReturnLine[]) {
  if (returns.length === 0) return null;
  const [was, is] = [coverage({ lines: before, returns }), coverage({ lines: after, returns })];
  for (const line of after) {
    const free = is.freeOf(line.line_no);
    const old = before.find((one) => one.line_no === line.line_no)!;
    if (free > 0 && offBilling(line) > offBilling(old)) return "billing" as const;
    if (free > was.freeOf(line.line_no)) return "return" as const;
  }
  return null;
}

const listed = (numbers: string[]) => `納品書 ${numbers.join("、")}`;

/** `numbers`: the 納品書 that the 返品 stand on. */
export const twiceOffText = (why: "billing" | "return", number: string, numbers: string[]): string =>
  why === "billing"
    ? `納品書 ${number} の返品を、${listed(numbers)} で引いています。請求前の分を不合格にすると二重に引かれるため、先に発行元で${listed(numbers)} を取り消してください。`
    : `納品書 ${number} のこの不合格は、返品の${listed(numbers)} で引いています。先に発行元で${listed(numbers)} を取り消してください。`;

export const freedText = (number: string, numbers: string[]): string =>
  `納品書 ${number} の請求後に不合格になった分は、返品の${listed(numbers)} で引いています。未請求に戻すと二重に引かれるため、先に${listed(numbers)} を取り消してください。`;
