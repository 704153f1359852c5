import type { NumberStyle } from "~/lib/vocabulary/print";

/**
 * 外注依頼書, 見積依頼, 納品書, 請求書, 支払通知書; 見積書 that nobody asked for, to tell it from the requests of who
 * gets it.
 */
export type DocumentLetter = "H" | "M" | "N" | "S" | "P" | "Q";
type Counted = { kind: string; digits: number };

/** N2611-0001 begins anew each month, N26-00001 each year, N-000001 never. */
export function countedAs(style: NumberStyle, letter: DocumentLetter, date: string): Counted {
  const [year, month] = [date.slice(2, 4), date.slice(5, 7)];
  if (style === "year") return { kind: letter + year, digits: 5 };
  return style === "run" ? { kind: letter, digits: 6 } : { kind: letter + year + month, digits: 4 };
}

export const numberText = ({ kind, digits }: Counted, number: number): string =>
  `${kind}-${String(number).padStart(digits, "0")}`;
