import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
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

/** In the history of the 納品書 themselves. */
export async function logNotes(
  db: Tx,
  who: Who,
  keys: (number | null)[],
  kind: string,
  { reason, after = {} }: { reason?: string; after?: Changed },
): Promise<void> {
  const known = [...new Set(keys.flatMap((key) => key ?? []))];
  if (known.length === 0) return;
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, null]));
  for (const note of await db
    .select()
    .from(delivery)
    .where(inArray(delivery.key, known))
    .orderBy(asc(delivery.key))
    .for("update")) {
    const seq = note.version + 1;
    await db.update(delivery).set({ version: seq }).where(eq(delivery.key, note.key));
    const { key: subject_key, seller_id, buyer_id } = note;
    const entry = { subject: "delivery", subject_key, seq, seller_id, buyer_id, kind, reason } as const;
    await record(db, who, { ...entry, before, after });
  }
}

export async function logBilled(
  db: Tx,
  who: Who,
  lines: { delivery_key: number | null; card_key?: number | null }[],
  kind: "billed" | "unbilled",
  reason: string,
): Promise<void> {
  await logNotes(
    db,
    who,
    lines.map((line) => line.delivery_key),
    kind,
    { reason },
  );
  const cards = [...new Set(lines.flatMap((line) => line.card_key ?? []))];
  if (cards.length === 0) return;
  const found = await db
    .select()
    .from(card)
    .where(inArray(card.key, cards))
    .orderBy(asc(card.key))
    .for("update");
  await changeCards(
    db,
    who,
    kind,
    found.map((one) => ({ card: one, changes: {} })),
    reason,
  );
}
