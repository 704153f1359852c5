import { z } from "zod";
import { cell } from "./cell";
import type { Column, List } from "./list.schema";

type Sortable = Pick<List, "columns" | "order">;

const bothWays = (names: string[]) => names.flatMap((name) => [name, `-${name}`]);

export const sortsOf = ({ columns }: Pick<List, "columns">): string[] =>
  bothWays(columns.flatMap(({ name, sort }) => (sort ? name : [])));

export const sortBy = (names: string[], order: string) =>
  z.enum(bothWays(names), { error: "並び順の指定が正しくありません。" }).default(order);
export const sortQuery = (list: Sortable) =>
  sortBy(
    list.columns.flatMap(({ name, sort }) => (sort ? name : [])),
    list.order!,
  );

export const isDescending = (sort: string) => sort.startsWith("-");
export const sortedBy = (sort: string) => sort.replace("-", "");

/** Figures and moments begin with the largest, the rest with the smallest. */
export function nextSort({ name, kind }: Column, sort: string | undefined): string {
  const first = ["yen", "quantity", "count", "datetime"].includes(kind) ? `-${name}` : name;
  if (sort === undefined || sortedBy(sort) !== name) return first;
  return isDescending(sort) ? name : `-${name}`;
}

export function sortText(columns: Column[], sort: string | undefined): string {
  const column = sort === undefined ? undefined : columns.find(({ name }) => name === sortedBy(sort));
  return column ? `${column.label}（${isDescending(sort!) ? "降順" : "昇順"}）` : "";
}

const inJapanese = new Intl.Collator("ja", { numeric: true });

/** Rows without a value come last, equal ones stay as they were. */
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
