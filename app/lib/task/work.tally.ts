import { decimal, formatNumber, milli, normalizeNumber } from "~/lib/money/decimal";

export type WorkTally = { num_items: string; before: string };

const thousandths = (typed: string) => milli(normalizeNumber(typed) ?? "0");

/** What 良品数 offers until somebody types in it. */
export function goodBeside(
  { num_items, before }: WorkTally,
  num_defective: string,
  num_partial = "",
): string {
  const left =
    thousandths(num_items) - thousandths(before) - thousandths(num_defective) - thousandths(num_partial);
  return formatNumber(decimal(left > 0n ? left : 0n));
}

/** 合計 197 / 200 残3. Runs in the browser too: it imports little. */
export function tallyText(
  { num_items, before }: WorkTally,
  typed: Record<"num_good" | "num_defective" | "num_partial", string>,
): string {
  const items = thousandths(num_items);
  const others = thousandths(before) + thousandths(typed.num_defective) + thousandths(typed.num_partial);
  const offered = items > others ? items - others : 0n;
  const total = others + (typed.num_good.trim() === "" ? offered : thousandths(typed.num_good));
  const state =
    total > items
      ? `予定数を${formatNumber(decimal(total - items))}超えます`
      : `残${formatNumber(decimal(items - total))}`;
  return `合計 ${formatNumber(decimal(total))} / ${formatNumber(decimal(items))}　${state}`;
}
