import { verify } from "@node-rs/argon2";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { noteWithin } from "~/lib/auth/security.server";
import { isCode, secretOf } from "~/lib/code/code.server";
import { signPass } from "~/lib/code/token.server";
import type { Tx } from "~/lib/db/connection.server";
import { scan_code } from "~/lib/tables/scan.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { pinWait } from "./scan";
import type { pinInput } from "./scan.schema";

const PASS_MS = 30 * 60_000;

/** After five wrong ones it waits, longer each time. */
export async function takePin(db: Tx, who: Who, { worker_id, pin }: z.output<typeof pinInput>) {
  const [row] = await db
    .select()
    .from(worker)
    .where(
      and(
        eq(worker.worker_id, worker_id!),
        eq(worker.company_id, who.company_id),
        eq(worker.is_active, true),
      ),
    );
  if (!row) throw notFound("作業者");
  const until = new Date(Date.parse(who.now) + PASS_MS).toISOString();
  const answer = { pass: signPass(await secretOf(db, who), row, who.now, until), until, detail: null };
  if (row.pin_hash === null) return answer;
  const mine = isCode(who, "worker", [row.worker_id]);
  await db
    .insert(scan_code)
    .values({ company_id: who.company_id, kind: "worker", key: row.worker_id })
    .onConflictDoNothing();
  const waits = async (locked: boolean) => {
    const tries = db.select().from(scan_code).where(mine);
    const [tried] = await (locked ? tries.for("update") : tries);
    return pinWait(tried!.pin_failures, tried!.pin_failed_time, who.now);
  };
  const late = (minutes: number) => ({
    pass: null,
    until: null,
    detail: `暗証番号を続けて間違えたため、あと${minutes}分は入力できません。`,
  });
  const first = await waits(false);
  if (first > 0) return late(first);
  // Verified before the lock, so that a slow check keeps no other scan of this worker waiting.
  const right = await verify(row.pin_hash, pin);
  const wait = await waits(true);
  if (wait > 0) return late(wait);
  if (right) {
    await db.update(scan_code).set({ pin_failures: 0, pin_failed_time: null }).where(mine);
    return answer;
  }
  await db
    .update(scan_code)
    .set({ pin_failures: sql`${scan_code.pin_failures} + 1`, pin_failed_time: who.now })
    .where(mine);
  await noteWithin(db, who, "pin_failed", row.name);
  return { pass: null, until: null, detail: "暗証番号が違います。" };
}
