import { and, desc, eq, gt, isNull, lte, or } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { card_stay } from "~/lib/tables/bi.table.server";
import { type Card } from "~/lib/tables/card.table.server";
import { factory_process } from "~/lib/tables/factory.table.server";
import { work } from "~/lib/tables/work.table.server";
import { lockCard } from "./card.lock.server";
import { changeCard } from "./card.write.server";
import { workersBy, wrongInput } from "./work.open.server";

/** In which process the card stood then. */
async function processAt(db: Tx, card: Card, at: string) {
  const [stay] = await db
    .select({ group_id: card_stay.group_id, label: factory_process.label })
    .from(card_stay)
    .innerJoin(
      factory_process,
      and(
        eq(factory_process.company_id, card_stay.seller_id),
        eq(factory_process.group_id, card_stay.group_id),
      ),
    )
    .where(
      and(
        eq(card_stay.card_key, card.key),
        lte(card_stay.entered_time, at),
        or(isNull(card_stay.left_time), gt(card_stay.left_time, at)),
      ),
    )
    .orderBy(desc(card_stay.entered_time), desc(card_stay.key))
    .limit(1);
  return stay;
}

/** 記録漏れ: time at a card that nobody recorded then. Its quantities stay as they are. */
export async function addWork(
  db: Tx,
  who: Who,
  key: number,
  { worker_id, work_start, work_end }: { worker_id: number; work_start: string; work_end: string },
  reason: string,
): Promise<Card> {
  const card = await lockCard(db, key);
  if (card.seller_id !== who.company_id) throw new Refusal(404, "カードが見つかりません。");
  refuseIf(card.answer === "waiting" || card.answer === "proposed" ? "まだ承諾していないカードです。" : null);
  if (work_end > who.now) throw wrongInput({ work_end: ["これからの日時は入力できません"] });
  if (work_end <= work_start) throw wrongInput({ work_end: ["終了は着手より後の日時を入力してください"] });
  const names = await workersBy(db, who, [worker_id], "worker_id", true);
  const at = await processAt(db, card, work_start);
  refuseIf(at ? null : "その時刻には、このカードは工程にありませんでした。別のカードを選んでください。");
  const [row] = await db
    .insert(work)
    .values({
      seller_id: card.seller_id,
      card_key: key,
      group_id: at!.group_id,
      status: at!.label,
      worker_id,
      work_start,
      work_end,
    })
    .returning({ key: work.key });
  const told = {
    before: { "work.work_start": null, "work.work_end": null },
    after: {
      "work.keys": String(row!.key),
      "work.work_start": work_start,
      "work.work_end": work_end,
      "work.workers": names.get(worker_id) ?? null,
      "work.reason": reason,
    },
  };
  return changeCard(db, who, card, "recorded", {}, undefined, undefined, told);
}
