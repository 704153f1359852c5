// What a line is by itself: a copy of it is another.
const UNCOPIED = ["id", "line_no", "tooling_award"];

export const isOwnCell = (name: string) => UNCOPIED.some((own) => name.endsWith(`].${own}`));

export const copyOf = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !UNCOPIED.includes(name)));
