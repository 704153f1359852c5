import { and, eq } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { worker } from "~/lib/tables/worker.table.server";
import { secretOf } from "./code.server";
import { checkPass } from "./token.server";

type Row = typeof worker.$inferSelect;
const pinAsked = ({ name }: Row) =>
  new Refusal(422, `${name}さんの暗証番号を入力してください。`, { pin: ["暗証番号を入力してください"] });

const rowOf = async (db: Tx, who: Who, worker_id: number) =>
  (
    await db
      .select()
      .from(worker)
      .where(and(eq(worker.worker_id, worker_id), eq(worker.company_id, who.company_id)))
  )[0];

const isProved = async (db: Tx, who: Who, row: Row, pass: string | undefined) =>
  row.pin_hash === null || checkPass(await secretOf(db, who), row, pass, who.now);

/** Whose name anybody may use. */
export const hasNoPin = async (db: Tx, who: Who, worker_id: number): Promise<boolean> =>
  (await rowOf(db, who, worker_id))?.pin_hash === null;

/** At a shared tablet: whoever says to be somebody knows their PIN, where they have one. */
export async function refuseUnproved(
  db: Tx,
  who: Who,
  { worker_id, pass }: { worker_id?: number; pass?: string },
): Promise<void> {
  if (worker_id === undefined) return;
  const row = await rowOf(db, who, worker_id);
  const gone = !row
    ? "作業者が見つかりません。"
    : row.is_active
      ? null
      : `${row.name}さんは、今は無効になっています。`;
  if (!row || gone)
    throw new Refusal(422, `${gone}作業者を選び直してください。`, {
      worker_id: ["作業者を選び直してください"],
    });
  if (!(await isProved(db, who, row, pass))) throw pinAsked(row);
}

/** The worker, by PIN or account, or an administrator for anybody. */
export async function refuseStranger(
  db: Tx,
  who: Who,
  worker_id: number,
  pass: string | undefined,
): Promise<void> {
  const row = await rowOf(db, who, worker_id);
  if (!row) throw new Refusal(404, "作業者が見つかりません。");
  const isOwn = row.username !== null && row.username === who.username;
  if (who.is_admin || isOwn || (await isProved(db, who, row, pass))) return;
  throw pinAsked(row);
}
