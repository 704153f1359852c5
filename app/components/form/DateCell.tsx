import type { InputHTMLAttributes } from "react";
import { formatDate, isDate, today } from "~/lib/time/date";
import { CalendarButton } from "./CalendarButton";
import type { LineColumn } from "./lines.columns";
import { unreadableText } from "./sentences";

type Props = { column: LineColumn; typed: string; attributes: InputHTMLAttributes<HTMLInputElement> };

export function DateCell({ column, typed, attributes }: Props) {
  return (
    <span className="flex">
      <input
        {...attributes}
        type="text"
        autoComplete="off"
        data-date={column.lean ?? "nearest"}
        data-today={today()}
        data-invalid={unreadableText("date", column.label)}
        defaultValue={isDate(typed) ? formatDate(typed) : typed}
        className="cell-input tabular-nums"
      />
      <CalendarButton label={column.label} inCell />
    </span>
  );
}
