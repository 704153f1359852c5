import { asc, inArray, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordAll } from "~/lib/log/activity.server";
import { card } from "~/lib/tables/card.table.server";
import { delivery } from "~/lib/tables/delivery.table.server";
import { changeCards } from "~/lib/task/card.write.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { isStanding } from "./basis.server";

type NoteLine = { delivery_key: number | null; delivery_line_no: number | null };

/** Each pair once, as `(delivery_key, line_no)` of one statement however many there are. */
export const noteLines = (lines: NoteLine[]) => {
  const known = lines.filter((line) => line.delivery_key !== null);
  const keys = JSON.stringify(known.map((line) => [line.delivery_key, line.delivery_line_no]));
  return sql`(delivery_key, line_no) in (select (one ->> 0)::bigint, (one ->> 1)::integer from jsonb_array_elements(${keys}::jsonb) one)`;
};

/** How much of these lines stands on which 請求書, once those are written or cancelled. */
export async function setBilled(db: Tx, lines: NoteLine[]): Promise<void> {
  if (lines.every((line) => line.delivery_key === null)) return;
  await db.execute(sql`update delivery_line set (num_billed, invoice_key) = (
      select coalesce(sum(x.num_items), 0), max(v.key) from invoice_line x join invoice v on v.key = x.invoice_key
      where x.delivery_key = delivery_line.delivery_key and x.delivery_line_no = delivery_line.line_no and ${isStanding})
    where ${noteLines(lines)}`);
}

type Logged = { reason?: string; after?: Changed };

/** In the history of the 納品書 themselves. */
export async function logNotes(
  db: Tx,
  who: Who,
  keys: (number | null)[],
  kind: string,
  told: Logged | ((key: number) => Logged),
): Promise<void> {
  const known = [...new Set(keys.flatMap((key) => key ?? []))];
  if (known.length === 0) return;
  const notes = await db
    .select()
    .from(delivery)
    .where(inArray(delivery.key, known))
    .orderBy(asc(delivery.key))
    .for("update");
  await db
    .update(delivery)
    .set({ version: sql`${delivery.version} + 1` })
    .where(inArray(delivery.key, known));
  await recordAll(
    db,
    who,
    notes.map(({ key: subject_key, version, seller_id, buyer_id }) => {
      const { reason, after = {} } = typeof told === "function" ? told(subject_key) : told;
      const before = Object.fromEntries(Object.keys(after).map((name) => [name, null]));
      const seq = version + 1;
      return { subject: "delivery", subject_key, seq, seller_id, buyer_id, kind, reason, before, after };
    }),
  );
}

type Billed = { delivery_key: number | null; card_key?: number | null };

export const logBilled = (
  db: Tx,
  who: Who,
  lines: Billed[],
  kind: "billed" | "unbilled",
  reason: string,
): Promise<void> => logAllBilled(db, who, [{ lines, reason }], kind);

/** Of several 請求書: each note and card stands on one of them. */
export async function logAllBilled(
  db: Tx,
  who: Who,
  all: { lines: Billed[]; reason: string }[],
  kind: "billed" | "unbilled",
): Promise<void> {
  const [notes, cards] = [new Map<number, string>(), new Map<number, string>()];
  for (const { lines, reason } of all)
    for (const { delivery_key, card_key } of lines) {
      if (delivery_key) notes.set(delivery_key, reason);
      if (card_key) cards.set(card_key, reason);
    }
  await logNotes(db, who, [...notes.keys()], kind, (key) => ({ reason: notes.get(key) }));
  if (cards.size === 0) return;
  const found = await db
    .select()
    .from(card)
    .where(inArray(card.key, [...cards.keys()]))
    .orderBy(asc(card.key))
    .for("update");
  await changeCards(
    db,
    who,
    kind,
    found.map((one) => ({ card: one, changes: {}, reason: cards.get(one.key) })),
  );
}
