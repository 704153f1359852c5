import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/auth/who";
import { hold, Refusal } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import type { Process } from "~/lib/setting/process.schema";
import { processesOf } from "~/lib/setting/process.server";
import { subgroup } from "~/lib/setting/worker.table.server";
import { cannotCount, cannotMove, isOnward, overCount } from "./card";
import { ownCard } from "./card.answer.server";
import type { counting, movement } from "./card.command.schema";
import { changeCard, type Card, type PlaceChanges } from "./card.write.server";
import { cannotWhileOut, endAll } from "./work.open.server";

type Movement = Pick<z.output<typeof movement>, "version" | "group_id" | "reason"> & { subgroup_id?: number; close_work?: boolean };

/** What a move makes of a card. Coming to 出荷待ち it is finished (product_time), going back it is not; going on, what is done passes on with it. */
export function placed(who: Who, card: Card, to: Process, processes: Process[], subgroup_id: number | null): PlaceChanges {
  const product_time = to.role === "ready" ? card.product_time ?? who.now : null;
  const passes = compareDecimal(card.num_partial, "0") > 0 && isOnward(processes, card.group_id, to.group_id);
  return {
    group_id: to.group_id, status: to.label, moved_group: card.group_id, group_update_time: who.now,
    ...(product_time === card.product_time ? {} : { product_time }), ...(passes ? { num_partial: "0" } : {}),
    ...(subgroup_id === card.subgroup_id ? {} : { subgroup_id }),
  };
}

/** Moves a card to another process, or to another lane of its own, and ends the work at it if asked. */
export async function moveCard(db: Tx, who: Who, key: number, { version, group_id, subgroup_id, close_work, reason }: Movement): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  const processes = await processesOf(db, card.seller_id);
  const to = processes.find((process) => process.group_id === group_id);
  const lane = group_id === card.group_id && (subgroup_id ?? null) !== card.subgroup_id;
  hold(cannotMove(lane ? { ...card, group_id: 0 } : card, to));
  hold((await cannotWhileOut(db, [key])).get(key) ?? null);
  await laneIn(db, card.seller_id, group_id, subgroup_id);
  if (lane) return changeCard(db, who, card, "moved", { subgroup_id: subgroup_id ?? null }, reason);
  const ended = close_work ? await endAll(db, who, card) : undefined;
  return changeCard(db, who, card, "moved", placed(who, card, to!, processes, subgroup_id ?? null), reason, ended);
}

/** Refuses a lane that the process does not have. */
export async function laneIn(db: Tx, company_id: string, group_id: number, subgroup_id: number | undefined): Promise<void> {
  if (subgroup_id === undefined) return;
  const [row] = await db.select({ label: subgroup.label }).from(subgroup).where(and(eq(subgroup.company_id, company_id),
    eq(subgroup.group_id, group_id), eq(subgroup.subgroup_id, subgroup_id), eq(subgroup.is_active, true)));
  if (!row) throw new Refusal(422, "入力内容を確認してください。", { subgroup_id: ["この工程の枝を選択してください"] });
}

/** Sets what is good, defective and half done so far. */
export async function countCard(db: Tx, who: Who, key: number, { version, over, reason, ...numbers }: z.output<typeof counting>): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  hold(cannotCount(card));
  const more = overCount({ ...card, ...numbers });
  if (more && !over) throw overRefused("num_good", more);
  return changeCard(db, who, card, "counted", numbers, reason);
}

/** More than planned is taken only when it is said to be meant. */
export function overRefused(field: string, more: string): Refusal {
  return new Refusal(422, "入力内容を確認してください。", {
    [field]: [`予定数を${formatNumber(more)}超えます。この数でよければ「予定数を超えて登録する」を選んでください`], over: ["予定数を超えるときに選んでください"],
  });
}
