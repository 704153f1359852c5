import { redirect } from "@remix-run/node";
import type { z } from "zod";
import { message, messageForm, messages, roomCards, rooms } from "~/lib/chat/message.schema";
import { today } from "~/lib/time/date";
import type { Start } from "~/islands/chat/state";
import type { Api } from "./api.server";
import { enter, type Args } from "./visit.server";

/** What the chat's page begins with: the rooms, and of the open one the newest messages (or those before a number, or that hold a text). */
export async function chatStart(args: Args): Promise<Start> {
  const { api, who } = await enter(args);
  const room = args.params.room ?? null;
  const asked = new URL(args.request.url).searchParams;
  const path = `/chats/rooms/${encodeURIComponent(room ?? "")}`;
  const [{ items, cursor }, page, about] = await Promise.all([
    api.get(rooms, "/chats/rooms"),
    room === null ? null : api.get(messages, `${path}/messages`, { nextToken: asked.get("before"), q: asked.get("q"), taskId: asked.get("of") }),
    room === null || !asked.get("task") ? null : api.get(roomCards, `${path}/cards`, { key: asked.get("task") }),
  ]);
  return {
    me: { username: who.username, company_id: who.company_id ?? "", name: who.name, staff: who.isInternal },
    rooms: items, cursor, room, messages: page ? [...page.items].reverse() : [], older: page?.nextToken ?? null, today: today(), about: about?.items[0] ?? null,
    only: asked.get("q") ? { q: asked.get("q")! } : asked.get("of") ? { card: Number(asked.get("of")) } : null,
  };
}

/** An address of a room that only takes posts leads back to the room; a room of others is not there. */
export async function toRoom(args: Args): Promise<Response> {
  const { api } = await enter(args);
  const room = encodeURIComponent(args.params.room!);
  await api.get(messages, `/chats/rooms/${room}/messages`, { limit: 1 });
  return redirect(`/chat/${room}`);
}

/** Says it, under the message's own id as the key, and lets the other side be told (product §7: createMessage and /chats/send at once). */
export const say = (api: Api, room: string, value: z.output<typeof messageForm>) =>
  api.post(message, "/chats/messages", { ...value, roomId: room, send: true }, value.id);
