import { shownValue } from "./import";
import type { Checked } from "./import.intake.server";
import type { Import } from "./import.schema";

type Texts = Record<string, string>;

export function mergeLine<L extends object, K extends keyof L & string>(
  line: L,
  record: { [N in K]?: unknown } | undefined,
  names: readonly K[],
  fields: Set<string>,
): L {
  const standing = names.filter((name) => record && !fields.has(name));
  return { ...line, ...Object.fromEntries(standing.map((name) => [name, record![name] ?? undefined])) };
}

export const textsOf = <K extends string>(
  { columns }: Pick<Import, "columns">,
  names: readonly K[],
  values: { [N in K]?: unknown },
): Texts =>
  Object.fromEntries(
    names.map((name) => [name, shownValue(columns.find(({ field }) => field === name)!, values[name])]),
  );

export const lineTexts = ({ columns }: Pick<Import, "columns">, line: object): Texts =>
  Object.fromEntries(
    columns.flatMap((column) =>
      column.field in line
        ? [[column.field, shownValue(column, (line as Record<string, unknown>)[column.field])]]
        : [],
    ),
  );

/** A line over the record it names, told as a line too: what the file has no column for stays. */
export const overRecord = <L extends object>(line: L, record: Partial<L> = {}, fields: Set<string>): L => ({
  ...line,
  ...Object.fromEntries(Object.entries(record).filter(([name]) => !fields.has(name))),
});

/** `standing` is how the record reads now; `changed` is what texts don't tell, such as a PIN. */
export function compare(
  { value, mark, shown }: { value: unknown; mark: string; shown: Texts },
  standing: Texts | undefined,
  changed: Texts = {},
): Extract<Checked, { state: string }> {
  if (!standing) return { state: "new", value, shown, mark };
  const differing = Object.entries(standing).filter(([field, text]) => shown[field] !== text);
  const before = { ...Object.fromEntries(differing), ...changed };
  return { state: Object.keys(before).length > 0 ? "changed" : "same", value, shown, before, mark };
}

/** Of several records with one name, a line may still say what one of them is; else it is refused. */
export const amongNamesakes = (
  [first, ...more]: [Checked, ...Checked[]],
  refused: Extract<Checked, { errors: unknown }>,
): Checked =>
  more.length === 0
    ? first
    : ([first, ...more].find((answer) => "state" in answer && answer.state === "same") ?? refused);
