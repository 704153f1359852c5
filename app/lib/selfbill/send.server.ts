import { and, eq, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { postMessage } from "~/lib/chat/message.server";
import { readConfig } from "~/lib/config/config.server";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration } from "~/lib/tables/factory.table.server";
import { self_bill_mail } from "~/lib/tables/selfbill.table.server";
import { SELF_BILL, SELF_BILLS } from "~/lib/vocabulary/selfbill";

type Sent = { key: number; number: string; seller_id: string; buyer_id: string };

/**
 * A word in the pair's room. Without amounts: not all who talk in a room may see them. Who has ended the
 * partnership has no room any more, and still has what was delivered to settle.
 */
export async function sayOfSelfBill(
  db: Tx,
  who: Who,
  { key, number, seller_id, buyer_id }: Sent,
  act: string,
  text: string,
): Promise<void> {
  const [pair] = await db
    .select({ is_active: collaboration.is_active })
    .from(collaboration)
    .where(and(eq(collaboration.seller_id, seller_id), eq(collaboration.buyer_id, buyer_id)));
  if (!pair?.is_active) return;
  await postMessage(db, who, {
    id: `self-bill-${act}-${key}`,
    roomId: `${seller_id}_${buyer_id}`,
    productId: undefined,
    taskId: undefined,
    message: `${SELF_BILL} ${number} ${text}\n${addressOf(key)}`,
  });
}

const addressOf = (key: number) => `${readConfig(process.env).origins[0]}${SELF_BILLS}/${key}`;

/** To the supplier's room, and by mail to all who may open it; how many mails went out. */
export async function sendSelfBill(db: Tx, who: Who, sent: Sent): Promise<number> {
  await sayOfSelfBill(db, who, sent, "sent", "をお送りします。内容をご確認ください。");
  const { product_name } = readConfig(process.env);
  const subject = `【${product_name}】${who.company_name}から${SELF_BILL} ${sent.number}`;
  const body = `${who.company_name}です。\n${SELF_BILL} ${sent.number} をお送りします。内容をご確認ください。\n${addressOf(sent.key)}\n`;
  const { rows } = await db.execute<{ keys: string[] }>(
    sql`select mail_self_bill_readers(${sent.seller_id}, ${subject}, ${body}) as keys`,
  );
  const keys = rows[0]!.keys.map(Number);
  const { seller_id, buyer_id, key: invoice_key } = sent;
  if (keys.length > 0)
    await db
      .insert(self_bill_mail)
      .values(keys.map((mail_key) => ({ mail_key, seller_id, buyer_id, invoice_key })));
  return keys.length;
}
