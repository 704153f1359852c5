import { optionalDecimal, yen } from "~/lib/money/number.schema";
import { date } from "~/lib/time/date.schema";

const SCHEMAS = { number: optionalDecimal, yen, date };

const sentences = new Map<string, string>();

/** The schema's own sentence, so that browser and server say the same. */
export function unreadableText(kind: keyof typeof SCHEMAS, label: string): string {
  const key = `${kind} ${label}`;
  const text = sentences.get(key) ?? SCHEMAS[kind](label).safeParse("?").error?.issues[0]?.message ?? "";
  sentences.set(key, text);
  return text;
}
