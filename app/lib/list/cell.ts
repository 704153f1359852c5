import { formatNumber } from "~/lib/money/decimal";
import { formatDate, formatDateTime } from "~/lib/time/date";
import type { Column } from "./list.schema";

export function cell<Row>(column: Column<Row>, row: Row): string {
  const value = column.text ? column.text(row) : raw(column, row);
  if (value === null || value === undefined || value === "") return "";
  if (column.text) return String(value);
  switch (column.kind) {
    case "date":
      return formatDate(String(value));
    case "datetime":
      return formatDateTime(String(value));
    case "quantity":
    case "yen":
    case "count":
      return formatNumber(value as string | number);
    default:
      return String(value);
  }
}

/** R6-4: bare numbers, 2026/11/21. */
export function csvValue<Row>(column: Column<Row>, row: Row): string | number {
  const value = column.csv ? column.csv(row) : column.text ? column.text(row) : raw(column, row);
  if (value === null || value === undefined) return "";
  switch (column.kind) {
    case "date":
      return String(value).replaceAll("-", "/");
    case "datetime":
      return formatDateTime(String(value));
    case "quantity":
    case "yen":
    case "count":
      return value as string | number;
    default:
      return cell(column, row);
  }
}

export function isNumeric(kind: Column["kind"]): boolean {
  return kind === "quantity" || kind === "yen" || kind === "count";
}

function raw<Row>(column: Column<Row>, row: Row): unknown {
  return (row as Record<string, unknown>)[column.name];
}
