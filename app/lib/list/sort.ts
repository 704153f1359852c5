import { z } from "zod";
import { cell } from "./cell";
import type { Column, List } from "./list.schema";

type Sortable = Pick<List, "columns" | "order">;

const bothWays = (names: string[]) => names.flatMap((name) => [name, `-${name}`]);

/** The orders that a list's heads offer: each both ways, `-` is descending. */
export const sortsOf = ({ columns }: Pick<List, "columns">): string[] =>
  bothWays(columns.flatMap(({ name, sort }) => (sort ? name : [])));

/** What a list's call takes as `sort`: any of these columns, both ways. */
export const sortBy = (names: string[], order: string) =>
  z.enum(bothWays(names), { error: "並び順の指定が正しくありません。" }).default(order);
export const sortQuery = (list: Sortable) =>
  sortBy(
    list.columns.flatMap(({ name, sort }) => (sort ? name : [])),
    list.order!,
  );

export const isDescending = (sort: string) => sort.startsWith("-");
export const sortedBy = (sort: string) => sort.replace("-", "");

/**
 * What a press on the column's head asks for: of figures and moments the largest first, of the rest the
 * smallest.
 */
export function nextSort({ name, kind }: Column, sort: string | undefined): string {
  const first = ["yen", "quantity", "count", "datetime"].includes(kind) ? `-${name}` : name;
  if (sort === undefined || sortedBy(sort) !== name) return first;
  return isDescending(sort) ? name : `-${name}`;
}

/** 納期（昇順）; nothing where no column is sorted by. */
export function sortText(columns: Column[], sort: string | undefined): string {
  const column = sort === undefined ? undefined : columns.find(({ name }) => name === sortedBy(sort));
  return column ? `${column.label}（${isDescending(sort!) ? "降順" : "昇順"}）` : "";
}

const inJapanese = new Intl.Collator("ja", { numeric: true });

/**
 * Rows that are all at hand, by one of their columns; those without a value last, equal ones as they were.
 */
export function sortRows<Row>(columns: Column<Row>[], rows: Row[], sort: string | undefined): Row[] {
  const column = columns.find((one) => one.sort && sort !== undefined && one.name === sortedBy(sort));
  if (!column) return rows;
  const sign = isDescending(sort!) ? -1 : 1;
  const valued = rows.map((row) => {
    const raw = (row as Record<string, unknown>)[column.name];
    return { row, value: typeof raw === "number" ? raw : typeof raw === "string" ? raw : cell(column, row) };
  });
  const compare = (a: string | number, b: string | number) =>
    typeof a === "number" && typeof b === "number" ? a - b : inJapanese.compare(String(a), String(b));
  return valued
    .sort((a, b) =>
      a.value === "" || b.value === ""
        ? Number(a.value === "") - Number(b.value === "")
        : sign * compare(a.value, b.value),
    )
    .map(({ row }) => row);
}
