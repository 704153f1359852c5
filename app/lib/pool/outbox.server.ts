import { asc, desc, eq, inArray } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { mail_opening, outbox } from "~/lib/tables/mail.table.server";

export async function waitingMail(db: Tx, limit: number) {
  const rows = await db.select().from(outbox).orderBy(desc(outbox.key)).limit(limit);
  const keys = rows.map(({ key }) => key);
  const openings =
    keys.length === 0
      ? []
      : await db
          .select()
          .from(mail_opening)
          .where(inArray(mail_opening.mail_key, keys))
          .orderBy(asc(mail_opening.key));
  return rows.map(({ recipient, body: _, next_time: __, ...mail }) => ({
    ...mail,
    to: recipient,
    openings: openings
      .filter((one) => one.mail_key === mail.key)
      .map(({ actor_name, at }) => ({ actor_name, at })),
  }));
}

/** Another company's letter may let its reader in: this takes the right to write, and is noted. */
export async function openMail(db: Tx, who: Who, key: number) {
  if (!who.internalWrite)
    throw new Refusal(403, "メールの本文を開く権限がありません。編集できる担当者に依頼してください。");
  const [mail] = await db.select().from(outbox).where(eq(outbox.key, key));
  if (!mail) throw notFound("メール");
  const { recipient, subject, body } = mail;
  await db
    .insert(mail_opening)
    .values({ mail_key: key, recipient, subject, username: who.username, actor_name: who.name, at: who.now });
  return { key, text: body };
}
