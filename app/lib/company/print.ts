import type { NumberStyle } from "~/lib/vocabulary/print";

type Counted = { /** What is counted. */ kind: string; digits: number };

/**
 * Which numbers a document of this kind takes: N2611-0001 begins anew each month, N26-00001 each year,
 * N-000001 never.
 */
export function countedAs(style: NumberStyle, letter: "H" | "N" | "S", date: string): Counted {
  const [year, month] = [date.slice(2, 4), date.slice(5, 7)];
  if (style === "year") return { kind: letter + year, digits: 5 };
  return style === "run" ? { kind: letter, digits: 6 } : { kind: letter + year + month, digits: 4 };
}

export const numberText = ({ kind, digits }: Counted, number: number): string =>
  `${kind}-${String(number).padStart(digits, "0")}`;

type Line = { card_id: string | null; name: string };

/** 1234-2 before 1234-10. */
const collator = new Intl.Collator("ja", { numeric: true });

/** The lines of a new document in the order the company has chosen; lines of no card (伝票項目) stay last. */
export function sortLines<L extends Line>(lines: L[], order: "given" | "card" | "name"): L[] {
  if (order === "given") return lines;
  const by = (line: L) => (order === "card" ? (line.card_id ?? "") : line.name);
  return [...lines].sort(
    (a, b) =>
      Number(a.card_id === null) - Number(b.card_id === null) ||
      collator.compare(by(a), by(b)) ||
      collator.compare(a.card_id ?? "", b.card_id ?? ""),
  );
}

/** Where a picture that is frozen on a document is shown from. */
export const pictureAt = (file: string) => `/file/${file}`;
