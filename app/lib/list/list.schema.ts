import { z } from "zod";

export type FilterField = {
  name: string;
  label: string;
  kind: "text" | "date" | "select" | "check";
  options?: { value: string; label: string }[];
  more?: true;
  /** One of its options is always in force. */
  fixed?: true;
  /** In force unless asked otherwise, as this month is: no chip, and an empty list is no failed search. */
  always?: true;
};

export type Tone = "good" | "warn" | "bad" | "accent" | "muted";

type Link = { label: string; href: string };
/** A row of what a figure is made of, and what may be done with it. */
export type Opening = Link & { text: string; tone?: Tone; act?: Link };

/** The method syntax lets a list of columns of one row stand where any row is expected. */
export type Column<Row = Record<string, unknown>> = {
  name: string;
  label: string;
  /** Shorter, over a table of many columns: beside its neighbours it says the same. */
  head?: string;
  /** `yen` is whole yen, `quantity` a decimal string, `date` 2026-11-21, `datetime` a UTC instant. */
  kind: "text" | "code" | "date" | "datetime" | "quantity" | "yen" | "count" | "state" | "link";
  link?(row: Row): string | null | undefined;
  tone?(row: Row): Tone | undefined;
  unit?(row: Row): string | null | undefined;
  text?(row: Row): string | null | undefined;
  csv?(row: Row): string | number | null | undefined;
  sum?(sums: Record<string, number | string>): string | undefined;
  acts?(row: Row): { label: string; href: string }[];
  /** What a figure is made of, opened where it stands; no rows: it is only a figure. */
  opens?(row: Row): Opening[];
  /** A bar before the text: how much of all. */
  part?(row: Row): { of: number; done: number } | null;
  image?(row: Row): string | null | undefined;
  /** Typed where it stands, and sent by a form elsewhere on the page. */
  input?(row: Row): { form: string; name: string; value: string; wrong?: string } | null;
  wide?: true;
  /** Long words wrap early: several such stand in a row. */
  narrow?: true;
  amount?: true;
  fact?: 1 | 2;
  /** On a phone, before or below the fact: what has a column of its own on a desk. */
  before?(row: Row): string | null | undefined;
  below?(row: Row): string | null | undefined;
  sort?: true;
  /** A screen drops what stands in brackets behind it: an address goes to the sheet and the CSV. */
  brief?: true;
  sheet?: true;
};

export type List<F extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> = {
  path: string;
  api: string;
  title: string;
  counter: string;
  filter: F;
  fields: FilterField[];
  row: R;
  columns: Column<z.output<R>>[];
  /** Not shown until asked for under 「列」: a list is as wide as a small desk. In the CSV they always stand. */
  off?: string[];
  empty: { none: { text: string; action?: { label: string; href: string } }; unmatched?: string };
  key?: string;
  order?: string;
  /** Its call answers all rows at once, so they are sorted where they are drawn. */
  whole?: true;
  /** What `q` looks through in a row, where its call answers all rows and doesn't search. */
  searched?(row: z.output<R>): (string | null)[];
  summed?: true;
};

export function list<F extends z.ZodObject, R extends z.ZodObject>(value: List<F, R>): List<F, R> {
  return value;
}

/** What is wrong with what was typed as a condition; such a one is not applied. */
export function conditionProblem(
  { filter, fields }: Pick<List, "filter" | "fields">,
  name: string,
  value: unknown,
): string | undefined {
  const field = fields.find((one) => one.name === name);
  const isTyped = field?.kind === "text" || field?.kind === "date";
  const schema = Object.hasOwn(filter.shape, name) ? (filter.shape[name] as z.ZodType) : undefined;
  if (!isTyped || !schema || typeof value !== "string" || value.trim() === "") return undefined;
  return schema.safeParse(value).error?.issues[0]?.message;
}

export function pageOf<R extends z.ZodType>(row: R) {
  return z.object({
    items: z.array(row),
    total: z.number(),
    /** Counting stopped at `total`. */
    total_more: z.boolean(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    sums: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  });
}

export type Page<Row = Record<string, unknown>> = {
  items: Row[];
  total: number;
  total_more: boolean;
  next: string | null;
  previous: string | null;
  sums?: Record<string, number | string>;
};

export const unpaged = <Row>(items: Row[]) => ({
  items,
  total: items.length,
  total_more: false,
  next: null,
  previous: null,
});

export function visibleColumns<Row>(columns: Column<Row>[], amounts: boolean): Column<Row>[] {
  return amounts ? columns : columns.filter((column) => !column.amount);
}

/** `turned`: what somebody has shown or hidden, against what the list does by itself. */
export const isShown = (name: string, turned: string[], off: string[] = []): boolean =>
  turned.includes(name) === off.includes(name);

export const shownOf = <Row>(columns: Column<Row>[], turned: string[] = [], off?: string[]): Column<Row>[] =>
  columns.filter(({ name, sheet }, index) => index === 0 || (!sheet && isShown(name, turned, off)));
