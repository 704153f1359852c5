import { z } from "zod";
import { emptyText } from "~/lib/text/text.schema";
import { type ISODate, isDate, today, tokyoDate } from "./date";
import { parseDateInput } from "./dateinput";
import { readInstant } from "./instant";

type Lean = "nearest" | "coming";

const wrongDate = (label: string) => `${label}は日付で入力してください（例：2026/11/21、11/21）`;
const wrongTime = (label: string) => `${label}は時刻で入力してください（例：9:30）`;

function readDate(lean: Lean) {
  return (value: unknown) => {
    if (value === null) return undefined;
    if (typeof value !== "string") return value;
    if (value.trim() === "") return undefined;
    if (value.length < 40 && /^\d{4}-\d\d-\d\d[T ]/.test(value)) {
      const instant = readInstant(value);
      return Number.isNaN(instant.getTime()) ? value : tokyoDate(instant);
    }
    return parseDateInput(value, today(), lean) ?? value;
  };
}

/** A day that somebody may mean: what lies far off is a year typed wrong. */
export const isMeant = (day: unknown): day is ISODate => isDate(day) && day >= "1900" && day < "2200";

function dateText(label: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? emptyText(label) : wrongDate(label)) })
    .refine(isMeant, { error: wrongDate(label) });
}

/** R7-4. An instant on the wire means its Tokyo day. */
export function date(label: string, lean: Lean = "nearest") {
  return z.preprocess(readDate(lean), dateText(label)).meta({ title: label, format: "date" });
}

export function optionalDate(label: string, lean: Lean = "nearest") {
  return z.preprocess(readDate(lean), dateText(label).optional()).meta({ title: label, format: "date" });
}

function parseTimeInput(text: string): string | null {
  if (text.length > 20) return null;
  const t = text.normalize("NFKC").trim();
  const parts =
    /^(\d{1,2})(?:[:.。]|時)(\d{2})分?(?::00)?$/.exec(t) ??
    /^(\d{1,2})()時$/.exec(t) ??
    /^(\d{1,2})(\d{2})$/.exec(t);
  if (!parts) return null;
  const [hour, minute] = [Number(parts[1]), Number(parts[2])];
  return hour < 24 && minute < 60
    ? `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`
    : null;
}

function readTime(value: unknown) {
  if (value === null) return undefined;
  if (typeof value !== "string") return value;
  return value.trim() === "" ? undefined : (parseTimeInput(value) ?? value);
}

export function time(label: string) {
  const clock = z
    .string({ error: wrongTime(label) })
    .refine((t) => /^([01]\d|2[0-3]):[0-5]\d$/.test(t), { error: wrongTime(label) });
  return z.preprocess(readTime, clock.optional()).meta({ title: label });
}
