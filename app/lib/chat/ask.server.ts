import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { giveNotices } from "~/lib/notice/notice.server";
import { chat_ask, chat_charge, chat_pin } from "~/lib/tables/ask.table.server";
import { member } from "~/lib/tables/member.table.server";
import { message } from "~/lib/tables/message.table.server";
import { shorten } from "~/lib/text/shorten";
import { formatDate } from "~/lib/time/date";
import type { AskInput, askAct, RoomPerson } from "./ask.schema";
import { isNamed, mentioned } from "./mention";
import { checkRoom, lockRoom } from "./room.check.server";

const nameOf = (who: Who) => (who.acting ? "運営" : who.name);

/** However long a room has grown, its speakers are found as fast. */
const LATEST_MESSAGES = 1_000;

export async function peopleOf(db: Tx, who: Who, room_id: string): Promise<RoomPerson[]> {
  const room = await checkRoom(db, who, room_id);
  const own = await db
    .select({ username: member.username, name: member.name })
    .from(member)
    .where(and(eq(member.company_id, who.company_id), eq(member.is_active, true)))
    .orderBy(member.name);
  if (room.kind !== "pair") return own.map((one) => ({ ...one, is_own: true }));
  const { rows } = await db.execute<{ username: string; name: string }>(sql`
    select distinct on (owner) owner as username, owner_name as name
    from (select * from message where room_id = ${room_id} order by number desc limit ${LATEST_MESSAGES}) m
    where owner_factory <> ${who.company_id} and not is_staff order by owner, number desc`);
  return [...own.map((one) => ({ ...one, is_own: true })), ...rows.map((one) => ({ ...one, is_own: false }))];
}

async function setCharge(
  db: Tx,
  who: Who,
  ask_key: number,
  username: string | undefined,
): Promise<string | null> {
  await db.delete(chat_charge).where(eq(chat_charge.ask_key, ask_key));
  if (!username) return null;
  const [one] = await db
    .select({ name: member.name })
    .from(member)
    .where(
      and(eq(member.username, username), eq(member.company_id, who.company_id), eq(member.is_active, true)),
    );
  if (!one)
    throw new Refusal(422, "入力内容を確認してください。", {
      username: ["担当は、自社の人から選択してください"],
    });
  await db.insert(chat_charge).values({ ask_key, company_id: who.company_id, username, name: one.name });
  return one.name;
}

async function addAskEvent(db: Tx, room_id: string, number: number, is_own: boolean): Promise<void> {
  await db.execute(
    is_own
      ? sql`select tell_side(${room_id}, 'ask', ${number})`
      : sql`select tell_room(${room_id}, 'ask', ${number})`,
  );
}

/**
 * For the other company, which sees its 期日, or for one's own alone. Of the other company the first person
 * named is 担当 until it decides otherwise.
 */
export async function askFor(
  db: Tx,
  who: Who,
  room_id: string,
  { message_id, whose, due, username }: AskInput,
): Promise<{ key: number }> {
  const room = await lockRoom(db, who, room_id);
  const [said] = await db
    .select()
    .from(message)
    .where(and(eq(message.room_id, room_id), eq(message.id, message_id)));
  if (!said || said.deleted_time) throw notFound("メッセージ");
  const own = whose === "ours";
  refuseIf(!own && room.kind !== "pair" ? "このルームでは、回答するのは「こちらの会社」だけです。" : null);
  const to_company = own
    ? who.company_id
    : room.seller_id === who.company_id
      ? room.buyer_id
      : room.seller_id;
  const values = {
    room_id,
    number: said.number,
    seller_id: room.seller_id,
    buyer_id: room.buyer_id,
    asked_company: who.company_id,
    to_company,
    asked_by: who.username,
    asker_name: nameOf(who),
    asked_time: who.now,
    due: due ?? null,
  };
  const [made] = await db
    .insert(chat_ask)
    .values(values)
    .onConflictDoUpdate({
      target: [chat_ask.room_id, chat_ask.number, chat_ask.asked_company, chat_ask.to_company],
      set: { due: due ?? null, answered_time: null, answerer_name: null },
    })
    .returning({ key: chat_ask.key });
  const until = due ? `（${formatDate(due)}まで）` : "";
  const path = `/chat/${room_id}?before=${said.number + 1}`;
  const told = { kind: "ask" as const, path, at: who.now };
  if (own) {
    await setCharge(db, who, made!.key, username);
    if (username)
      await giveNotices(db, [
        {
          ...told,
          company_id: who.company_id,
          username,
          text: `担当になりました${until}：${shorten(said.message)}`,
        },
      ]);
  } else {
    const [named] = isNamed(said.message)
      ? mentioned(said.message, await peopleOf(db, who, room_id)).filter(({ is_own }) => !is_own)
      : [];
    if (named) await db.execute(sql`select give_charge(${made!.key}, ${named.username})`);
    await giveNotices(db, [
      {
        ...told,
        company_id: to_company,
        text: `${who.company_name}：回答をお願いします${until}：${shorten(said.message)}`,
      },
    ]);
  }
  await addAskEvent(db, room_id, said.number, own);
  return made!;
}

export async function actOnAsk(
  db: Tx,
  who: Who,
  key: number,
  { act, username }: z.output<typeof askAct>,
): Promise<{ key: number }> {
  const [found] = await db.select().from(chat_ask).where(eq(chat_ask.key, key)).for("no key update");
  if (!found) throw notFound("要回答");
  await checkRoom(db, who, found.room_id);
  const [said] = await db
    .select({ message: message.message })
    .from(message)
    .where(and(eq(message.room_id, found.room_id), eq(message.number, found.number)));
  const told = {
    kind: "ask" as const,
    path: `/chat/${found.room_id}?before=${found.number + 1}`,
    at: who.now,
  };
  const own = found.asked_company === found.to_company;
  if (act === "charge") {
    refuseIf(found.to_company === who.company_id ? null : "担当を決めるのは、回答する会社です。");
    await setCharge(db, who, key, username);
    if (username)
      await giveNotices(db, [
        {
          ...told,
          company_id: who.company_id,
          username,
          text: `担当になりました：${shorten(said!.message)}`,
        },
      ]);
  } else {
    const answered = act === "answered";
    if (answered === (found.answered_time !== null)) return { key };
    await db
      .update(chat_ask)
      .set({ answered_time: answered ? who.now : null, answerer_name: answered ? nameOf(who) : null })
      .where(eq(chat_ask.key, key));
    const other = found.to_company === who.company_id ? found.asked_company : found.to_company;
    if (!own) {
      const words = answered ? "回答済みになりました" : "未回答に戻りました";
      await giveNotices(db, [
        { ...told, company_id: other, text: `${who.company_name}：${words}：${shorten(said!.message)}` },
      ]);
    }
  }
  await addAskEvent(db, found.room_id, found.number, own || act === "charge");
  return { key };
}

export async function pinRoom(db: Tx, who: Who, room_id: string, is_pinned: boolean): Promise<void> {
  await checkRoom(db, who, room_id);
  if (who.isInternal) return;
  if (is_pinned)
    await db
      .insert(chat_pin)
      .values({ room_id, username: who.username, company_id: who.company_id, pinned_time: who.now })
      .onConflictDoNothing();
  else
    await db.delete(chat_pin).where(and(eq(chat_pin.room_id, room_id), eq(chat_pin.username, who.username)));
}
