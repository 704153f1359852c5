const CELL = /^lines\[(\d{1,3})\]\.(\w+)$/;

/** Rows of the sheet in which nothing was typed are left out wherever they stand, as those at its end are. */
export function dropBlankLines(form: FormData): void {
  const cells = [...form].flatMap(([name, value]) => {
    const [, index, field] = CELL.exec(name) ?? [];
    return index && field ? [{ name, index: Number(index), field, value }] : [];
  });
  const typed = cells.filter(
    ({ field, value }) => field !== "tooling_award" && (typeof value !== "string" || value.trim() !== ""),
  );
  const kept = [...new Set(typed.map(({ index }) => index))].sort((a, b) => a - b);
  if (kept.length === 0) return;
  for (const { name } of cells) form.delete(name);
  for (const { index, field, value } of cells)
    if (kept.includes(index)) form.append(`lines[${kept.indexOf(index)}].${field}`, value);
}
