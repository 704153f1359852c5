// What a line is by itself: a copy of it is another.
const UNCOPIED = ["id", "line_no", "tooling_award"];

export const isOwnCell = (name: string) => UNCOPIED.some((own) => name.endsWith(`].${own}`));

export const copyOf = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !UNCOPIED.includes(name)));

/** What a line is called: its place; or the `line_no` that it has, and then what comes after the `last`. */
export function lineNumbers(rows: ({ line_no?: string } | null | undefined)[], last?: number): number[] {
  let next = last ?? 0;
  return rows.map((row, index) => {
    if (last === undefined) return index + 1;
    if (!row?.line_no) next += 1;
    return row?.line_no ? Number(row.line_no) : next;
  });
}
