import { sql, type SQL } from "drizzle-orm";
import { Refusal } from "~/lib/backend/refusal";
import { card } from "./card.table.server";
import type { Card } from "./card.write.server";

/** 納期, or the end of all days: written as the board's index has it. */
export const due_date = sql`(case when ${card.delivery_date} is null then 'infinity'::date else ${card.delivery_date} end)`;
/** The board's order: urgent first, then by date (none last), then who has waited longest in the process. */
const due = sql`not ${card.is_urgent}, ${due_date}, ${card.group_update_time}, ${card.key}`;
const came = sql`${card.group_update_time}, ${card.key}`;

/** In what order a column stands: by date, or (`entered`) as its cards came to the process. */
export const orderOf = (entered: boolean): SQL => (entered ? came : due);

/** Where さらに表示 goes on after these cards; null where there are none. */
export function cursorAt(last: Pick<Card, "is_urgent" | "delivery_date" | "group_update_time" | "key"> | undefined): string | null {
  if (!last) return null;
  return Buffer.from(JSON.stringify([last.is_urgent, last.delivery_date, last.group_update_time, last.key])).toString("base64url");
}

/** The cards behind a cursor. */
export function after(cursor: string, entered: boolean): SQL {
  try {
    const [urgent, date, time, key] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const sound = typeof urgent === "boolean" && (date === null || /^\d{4}-\d\d-\d\d$/.test(String(date))) && /^[0-9TZ:.-]{20,30}$/.test(String(time));
    if (sound && Number.isSafeInteger(key)) {
      if (entered) return sql`(${came}) > (${time}::timestamptz, ${key}::bigint)`;
      return sql`(${due}) > (${!urgent}::boolean, ${date ?? "infinity"}::date, ${time}::timestamptz, ${key}::bigint)`;
    }
  } catch {
    // Not one of ours.
  }
  throw new Refusal(422, "続きの場所が正しくありません。画面を読み込み直してください。");
}
