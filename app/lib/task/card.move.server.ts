import type { z } from "zod";
import type { Who } from "~/lib/auth/who";
import { hold, Refusal } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { processesOf } from "~/lib/setting/process.server";
import { cannotCount, cannotMove, overCount } from "./card";
import { ownCard } from "./card.answer.server";
import type { counting, movement } from "./card.command.schema";
import { changeCard, type Card } from "./card.write.server";

/** Moves a card to another process. Coming to 出荷待ち it is finished (product_time); going back it is not. */
export async function moveCard(db: Tx, who: Who, key: number, { version, group_id, reason }: z.output<typeof movement>): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  const to = (await processesOf(db, card.seller_id)).find((process) => process.group_id === group_id);
  hold(cannotMove(card, to));
  const product_time = to!.role === "ready" ? card.product_time ?? who.now : null;
  return changeCard(db, who, card, "moved", {
    group_id, status: to!.label, moved_group: card.group_id, group_update_time: who.now, ...(product_time === card.product_time ? {} : { product_time }),
  }, reason);
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
