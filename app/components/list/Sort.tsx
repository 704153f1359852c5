import type { Column } from "~/lib/list/list.schema";
import { isDescending, sortedBy } from "~/lib/list/sort";
import { Picker } from "./Picker";

export type Sorting = { sort: string | undefined; href(column: Column): string };

const way = (column: Column, { sort }: Sorting) =>
  sort === undefined || sortedBy(sort) !== column.name
    ? undefined
    : isDescending(sort)
      ? "descending"
      : "ascending";

export const ariaSort = (column: Column, sorting: Sorting | undefined) =>
  column.sort && sorting ? way(column, sorting) : undefined;

export function Head({ column, sorting }: { column: Column; sorting: Sorting | undefined }) {
  if (!column.sort || !sorting) return column.head ?? column.label;
  const sorted = way(column, sorting);
  return (
    <a href={sorting.href(column)} className="inline-flex h-9 items-center no-underline" title="並べ替える">
      {column.label}
      <span aria-hidden="true" className="ml-1 text-muted print:hidden">
        {sorted ? (sorted === "ascending" ? "▲" : "▼") : "⇅"}
      </span>
    </a>
  );
}

/** A phone's rows have no heads. */
export function SortPicker({ columns, sorting }: { columns: Column[]; sorting: Sorting }) {
  const offered = columns.filter((column) => column.sort);
  if (offered.length === 0) return null;
  return (
    <Picker label="並べ替え" className="folded desk:hidden">
      {offered.map((column) => {
        const sorted = way(column, sorting);
        return (
          <a
            key={column.name}
            href={sorting.href(column)}
            className="flex items-center touch:h-11"
            aria-current={sorted ? "true" : undefined}
          >
            {column.label}
            {sorted ? (sorted === "ascending" ? " ▲" : " ▼") : ""}
          </a>
        );
      })}
    </Picker>
  );
}
