import { parseDateInput } from "~/lib/time/dateinput";

export function dateIn(field: HTMLInputElement) {
  return parseDateInput(field.value, field.dataset.today!, field.dataset.date as "nearest" | "coming");
}
