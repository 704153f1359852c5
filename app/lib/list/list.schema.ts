import { z } from "zod";

/** One filter of a list. Those without `more` stand open; the rest under 条件を追加. */
export type FilterField = {
  name: string;
  label: string;
  kind: "text" | "date" | "select" | "check";
  options?: { value: string; label: string }[];
  more?: true;
  /**
   * In force even if nobody asks, as this month is: no chip, and an empty list with it alone is no search
   * without result.
   */
  always?: true;
};

export type Tone = "good" | "warn" | "bad" | "accent" | "muted";

/** One column. The method syntax lets a list of columns of one row stand where any row is expected. */
export type Column<Row = Record<string, unknown>> = {
  name: string;
  label: string;
  /** `yen` is whole yen, `quantity` a decimal string, `date` 2026-11-21, `datetime` a UTC instant. */
  kind: "text" | "code" | "date" | "datetime" | "quantity" | "yen" | "count" | "state" | "link";
  link?(row: Row): string | null | undefined;
  tone?(row: Row): Tone | undefined;
  unit?(row: Row): string | null | undefined;
  /** What is shown and written to CSV in place of the row's own value. */
  text?(row: Row): string | null | undefined;
  /** What is written to CSV where `text` is for eyes: a bare number, or 2026-11-21. */
  csv?(row: Row): string | number | null | undefined;
  /**
   * What stands under it below the rows, where the page's sums hold more of it than one number by its name.
   */
  sum?(sums: Record<string, number | string>): string | undefined;
  /** What can be done with the row: links beside each other, on no sheet and in no CSV. */
  acts?(row: Row): { label: string; href: string }[];
  /** A small picture beside the text, by its address. */
  image?(row: Row): string | null | undefined;
  /** Many words: on a sheet too it keeps the room they are read in. */
  wide?: true;
  /** Needs the accounting permission. */
  amount?: true;
  /** The two facts that a phone's card shows under its first line. */
  fact?: 1 | 2;
  /** Its head sorts the list. */
  sort?: true;
  /** On a screen without what stands in brackets behind it: an address goes to the sheet and the CSV. */
  brief?: true;
  /** In the CSV alone: on a screen another column already tells it. */
  sheet?: true;
};

export type List<F extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> = {
  /** The screen's own path. */
  path: string;
  /** The REST path that answers a page. */
  api: string;
  title: string;
  /** 件, 枚, 個 … */
  counter: string;
  filter: F;
  fields: FilterField[];
  row: R;
  columns: Column<z.output<R>>[];
  empty: { none: { text: string; action?: { label: string; href: string } }; unmatched?: string };
  /** The field of a row that names it, for its checkbox; `id` unless told. */
  key?: string;
  /** How it is sorted unless the address says otherwise: `kana`, or `-order_date` for the latest first. */
  order?: string;
  /** Its call answers all rows at once: they are sorted where they are drawn. */
  whole?: true;
  /** Its page tells sums of all rows, where they are no more than are counted. */
  summed?: true;
};

/** Infers the row for the columns. */
export function list<F extends z.ZodObject, R extends z.ZodObject>(value: List<F, R>): List<F, R> {
  return value;
}

/** A page of a list on the wire. `next` and `previous` are cursors: `?after=` and `?before=`. */
export function pageOf<R extends z.ZodType>(row: R) {
  return z.object({
    items: z.array(row),
    total: z.number(),
    /** There are more than `total`; counting stopped there. */
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

/** Rows that are all at hand, as a page. */
export const unpaged = <Row>(items: Row[]) => ({
  items,
  total: items.length,
  total_more: false,
  next: null,
  previous: null,
});

/** Without the accounting permission the columns of money are not there. */
export function visibleColumns<Row>(columns: Column<Row>[], amounts: boolean): Column<Row>[] {
  return amounts ? columns : columns.filter((column) => !column.amount);
}

/** Without those that a browser does not show; the first one always stands. */
export const shownOf = <Row>(columns: Column<Row>[], hide: string[] = []): Column<Row>[] =>
  columns.filter((column, index) => index === 0 || (!column.sheet && !hide.includes(column.name)));
