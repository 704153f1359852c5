import { eq } from "drizzle-orm";
import { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { factory } from "~/lib/tables/factory.table.server";
import { lockOwnCards } from "./card.lock.server";
import { changeCards } from "./card.write.server";
import { cannotBill } from "./ship";
import type { shippedBilling } from "./ship.list.schema";

/** Every card or none. */
export async function billShipped(
  db: Tx,
  who: Who,
  { cards, is_billing_target }: z.output<typeof shippedBilling>,
): Promise<{ num_changed: number }> {
  const rows = await lockOwnCards(
    db,
    who,
    cards.map((one) => one.key),
  );
  if (rows.length < new Set(cards.map((one) => one.key)).size) throw notFound("カード");
  if (rows.some((row) => cards.find((one) => one.key === row.key)!.version !== row.version))
    throw stale("カード");
  const going = rows.filter((row) => row.is_billing_target !== is_billing_target);
  const stocks = (await db.select({ id: factory.id }).from(factory).where(eq(factory.is_stock, true))).map(
    (row) => row.id,
  );
  for (const row of going) {
    const problem = !row.shipped_time
      ? "出荷済みではありません。"
      : compareDecimal(row.num_delivered, "0") > 0
        ? "納品書に載っているため、変更できません。先に納品書を取り消してください。"
        : (cannotBill(row, "請求対象に") ??
          (is_billing_target && stocks.includes(row.buyer_id)
            ? "在庫のカードは請求対象にできません。"
            : null));
    if (problem) throw new Refusal(409, `カード ${row.id}「${row.name}」: ${problem}`);
  }
  await changeCards(
    db,
    who,
    "edited",
    going.map((row) => ({ card: row, changes: { is_billing_target } })),
  );
  return { num_changed: going.length };
}
