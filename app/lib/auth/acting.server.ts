import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Identity } from "~/lib/api/identity";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Acting } from "~/lib/api/self.schema";
import type { Who } from "~/lib/api/who";
import { type Database, operator, type Tx } from "~/lib/db/connection.server";
import { acting, acting_write } from "~/lib/tables/acting.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { ACTING_MS } from "./acting";
import type { ActingRow, actingInput } from "./acting.schema";

export type Stand = Acting & { company_id: string };

const OVER = "アカウント切り替えの時間が終わりました。続けるときは、もう一度切り替えてください。";

/** What an X-Acting header is worth: only staff, only their own stay, only while it lasts. */
export async function findActing(
  db: Database,
  header: string | undefined,
  identity: Identity,
): Promise<Stand | null> {
  if (header === undefined) return null;
  if (!identity.isInternal || !/^\d{1,15}$/.test(header))
    throw new Refusal(403, "この操作をする権限がありません。");
  const [row] = await operator(
    db,
    (tx) =>
      tx
        .select()
        .from(acting)
        .where(
          and(
            eq(acting.key, Number(header)),
            eq(acting.username, identity.username),
            isNull(acting.ended_time),
            gt(acting.until_time, sql`now()`),
          ),
        ),
    "read",
  );
  if (!row) throw new Refusal(403, OVER);
  const mode = identity.internalWrite ? row.mode : "read";
  return {
    key: row.key,
    company_id: row.company_id,
    mode,
    until: row.until_time,
    is_extended: row.is_extended,
  };
}

/** Begins a stay with a company. Whoever may not write only looks, whatever is asked. */
export async function startActing(db: Tx, who: Who, input: z.output<typeof actingInput>): Promise<Stand> {
  const [company] = await db
    .select()
    .from(factory)
    .where(and(eq(factory.id, input.company_id), eq(factory.is_active, true), eq(factory.is_stock, false)));
  if (!company) throw notFound("会社");
  if (input.is_write && !who.internalWrite)
    throw new Refusal(403, "編集できる切り替えをする権限がありません。「閲覧のみ」で切り替えてください。");
  const { company_id, reason, note } = input;
  const mode = input.is_write ? ("write" as const) : ("read" as const);
  const until = new Date(Date.parse(who.now) + ACTING_MS).toISOString();
  await db.update(acting).set({ ended_time: who.now }).where(mine(who));
  const [row] = await db
    .insert(acting)
    .values({
      username: who.username,
      actor_name: who.name,
      company_id,
      mode,
      reason,
      note: note ?? null,
      started_time: who.now,
      until_time: until,
    })
    .returning({ key: acting.key });
  return { key: row!.key, company_id, mode, until, is_extended: false };
}

const mine = (who: Who) => and(eq(acting.username, who.username), isNull(acting.ended_time));

export async function extendActing(db: Tx, who: Who, key: number): Promise<Stand> {
  const [row] = await db
    .select()
    .from(acting)
    .where(and(eq(acting.key, key), mine(who), gt(acting.until_time, sql`now()`)))
    .for("update");
  if (!row) throw notFound("切り替え");
  if (row.is_extended)
    throw new Refusal(409, "延長は1回だけです。時間が終わったら、もう一度切り替えてください。");
  const until = new Date(Date.parse(row.until_time) + ACTING_MS).toISOString();
  await db.update(acting).set({ until_time: until, is_extended: true }).where(eq(acting.key, key));
  return { key, company_id: row.company_id, mode: row.mode, until, is_extended: true };
}

export async function endActing(db: Tx, who: Who, key: number): Promise<void> {
  const [row] = await db
    .select()
    .from(acting)
    .where(and(eq(acting.key, key), eq(acting.username, who.username)));
  if (!row) throw notFound("切り替え");
  await db
    .update(acting)
    .set({ ended_time: sql`least(now(), ${acting.until_time})` })
    .where(and(eq(acting.key, key), mine(who)));
}

export async function recordActing(
  db: Tx,
  who: Who,
  done: { summary: string; method: string; path: string },
): Promise<void> {
  await db
    .insert(acting_write)
    .values({ ...done, acting_key: who.acting!.key, company_id: who.company_id, at: who.now });
}

export async function actingsOf(
  db: Tx,
  whose: { company_id: string } | { username: string },
  size: number,
): Promise<ActingRow[]> {
  const where =
    "company_id" in whose ? eq(acting.company_id, whose.company_id) : eq(acting.username, whose.username);
  const rows = await db
    .select({ row: acting, company_name: factory.name })
    .from(acting)
    .innerJoin(factory, eq(factory.id, acting.company_id))
    .where(where)
    .orderBy(desc(acting.key))
    .limit(size);
  const keys = rows.map(({ row }) => row.key);
  const writes =
    keys.length === 0
      ? []
      : await db
          .select()
          .from(acting_write)
          .where(inArray(acting_write.acting_key, keys))
          .orderBy(acting_write.key);
  return rows.map(({ row: { username: _, is_extended: __, ...row }, company_name }) => ({
    ...row,
    company_name,
    writes: writes.filter((one) => one.acting_key === row.key).map(({ at, summary }) => ({ at, summary })),
  }));
}
