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
