import { type SQL, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import { type Card, card } from "~/lib/tables/card.table.server";

/** Written as the board's index has it. */
export const due_date = sql`(case when ${card.delivery_date} is null then 'infinity'::date else ${card.delivery_date} end)`;
/** Urgent first, then by date (none last), then who has waited longest in the process. */
const due = sql`not ${card.is_urgent}, ${due_date}, ${card.group_update_time}, ${card.key}`;
const came = sql`${card.group_update_time}, ${card.key}`;
const placed = sql`(case when ${card.place} is null then '~' else ${card.place} end), ${due}`;

export type Order = "due" | "entered" | "manual";
const ORDERS: Record<Order, SQL> = { due, entered: came, manual: placed };
export const orderOf = (order: Order): SQL => ORDERS[order];

type Last = {
  card: Pick<Card, "is_urgent" | "delivery_date" | "group_update_time" | "key">;
  by_hand: Card["place"];
};

export function cursorAt(last: Last | undefined, order: Order): string | null {
  if (!last) return null;
  const {
    card: { is_urgent, delivery_date, group_update_time, key },
    by_hand,
  } = last;
  return Buffer.from(
    JSON.stringify([
      is_urgent,
      delivery_date,
      group_update_time,
      key,
      ...(order === "manual" ? [by_hand] : []),
    ]),
  ).toString("base64url");
}

export function after(cursor: string, order: Order): SQL {
  try {
    const [urgent, date, time, key, place = null] = JSON.parse(
      Buffer.from(cursor, "base64url").toString(),
    ) as unknown[];
    const sound =
      typeof urgent === "boolean" &&
      (date === null || /^\d{4}-\d\d-\d\d$/.test(String(date))) &&
      /^[0-9TZ:.-]{20,30}$/.test(String(time));
    if (sound && Number.isSafeInteger(key) && (place === null || /^[0-9A-Za-z]+$/.test(String(place)))) {
      if (order === "entered") return sql`(${came}) > (${time}::timestamptz, ${key}::bigint)`;
      const there = sql`${!urgent}::boolean, ${date ?? "infinity"}::date, ${time}::timestamptz, ${key}::bigint`;
      return order === "due"
        ? sql`(${due}) > (${there})`
        : sql`(${placed}) > (${place ?? "~"}::text, ${there})`;
    }
  } catch {
    // Not one of ours.
  }
  throw new Refusal(422, "続きの場所が正しくありません。画面を読み込み直してください。");
}
