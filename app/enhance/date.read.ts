import { parseDateInput } from "~/lib/time/dateinput";

/** The date that stands in the field, null where none can be read. */
export function dateIn(field: HTMLInputElement) {
  return parseDateInput(field.value, field.dataset.today!, field.dataset.date as "nearest" | "coming");
}
