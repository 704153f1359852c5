import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { member } from "~/lib/tables/member.table.server";
import { notice_read, notices } from "~/lib/tables/notice.table.server";
import { unreadIn } from "./message.read.server";
import type { NoticeRow, noticeMark } from "./notice.schema";

const MAX_NOTICES = 100;

type Reader = Pick<Who, "company_id" | "username" | "isInternal" | "now">;

/** Of 30 days, not switched off on screen, not of their own doing; of stock for whom `mayHear`. */
const isVisible = (
  who: Reader,
) => sql`n.company_id = ${who.company_id} and n.at > ${who.now}::timestamptz - interval '30 days' and n.actor <> ${who.username}
  and (n.username is null or n.username = ${who.username})
  and not exists (select 1 from ${member} m where m.username = ${who.username} 
    and ((n.kind || '.screen') = any(m.notices_off) or (n.kind = 'stock' and not 'inventory' = any(m.permissions))))`;
const unseen = (who: Reader) =>
  sql`not exists (select 1 from notice_read r where r.username = ${who.username} and r.notice_key = n.key)`;

async function unreadNotices(db: Tx, who: Reader): Promise<number> {
  const { rows } = await db.execute<{ num: number }>(sql`select count(*)::int as num from (
    select 1 from notice n where ${isVisible(who)} and ${unseen(who)} limit 100) u`);
  return rows[0]!.num;
}

export async function findNotices(db: Tx, who: Who): Promise<{ items: NoticeRow[]; unread: number }> {
  const { rows } = await db.execute<NoticeRow>(sql`
    select n.key, n.kind, n.text, n.path, n.at, not ${unseen(who)} as is_read from notice n where ${isVisible(who)}
    order by ${unseen(who)} desc, n.key desc limit ${MAX_NOTICES}`);
  return { items: rows, unread: await unreadNotices(db, who) };
}

export async function markNotices(db: Tx, who: Who, { notice_key, is_unread }: z.output<typeof noticeMark>) {
  if (who.isInternal) return findNotices(db, who);
  if (notice_key !== undefined) {
    const [found] = await db
      .select({ key: notices.key })
      .from(notices)
      .where(and(eq(notices.key, notice_key), eq(notices.company_id, who.company_id)));
    if (!found) throw notFound("お知らせ");
  }
  const one = notice_key === undefined ? undefined : eq(notice_read.notice_key, notice_key);
  if (is_unread) await db.delete(notice_read).where(and(eq(notice_read.username, who.username), one));
  else {
    await db.execute(sql`insert into notice_read (username, company_id, notice_key)
      select ${who.username}, ${who.company_id}, n.key from notice n where n.company_id = ${who.company_id}
      ${notice_key === undefined ? sql`` : sql`and n.key = ${notice_key}`} on conflict do nothing`);
  }
  return findNotices(db, who);
}

export async function findBadges(db: Tx, who: Reader): Promise<{ chat: number; notice: number }> {
  if (who.company_id === "" || who.isInternal) return { chat: 0, notice: 0 };
  const chat = db.execute<{ chat: number }>(sql`
    select count(*)::int as chat from chat_room r left join chat_read c on c.room_id = r.room_id and c.username = ${who.username}
    where ${who.company_id} in (r.seller_id, r.buyer_id)
      and r.last_number > coalesce(c.last_number, 0) and exists (${unreadIn(sql`r.room_id`, sql`c`, who.now)})
      and (r.kind <> 'pair' or exists (select 1 from collaboration k where k.seller_id = r.seller_id and k.buyer_id = r.buyer_id and k.is_active))`);
  const [{ rows }, notice] = await Promise.all([chat, unreadNotices(db, who)]);
  return { chat: rows[0]!.chat, notice };
}
