import { z } from "zod";

const SHAPE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?$/;

/** Without a zone it is Tokyo's clock, as a form's date and time is. */
function readInstantText(value: unknown) {
  if (value === null) return undefined;
  if (typeof value !== "string") return value;
  if (value.trim() === "") return undefined;
  const [, day, clock, seconds = "00", zone = "+09:00"] = SHAPE.exec(value.trim()) ?? [];
  const instant = new Date(`${day}T${clock}:${seconds}${zone}`);
  return day &&
    !Number.isNaN(instant.getTime()) &&
    instant.getUTCFullYear() < 2200 &&
    instant.getUTCFullYear() >= 1900
    ? instant.toISOString()
    : value;
}

export function optionalInstant(label: string) {
  const wrong = `${label}は日時で入力してください（例：2026-11-21T09:30）`;
  const text = z
    .string({ error: wrong })
    .refine((t) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(t) && !Number.isNaN(Date.parse(t)), {
      error: wrong,
    });
  return z.preprocess(readInstantText, text.optional()).meta({ title: label });
}
