import { redirect } from "@remix-run/node";
import type { z } from "zod";
import type { MessageFilter, Show, Start } from "~/islands/chat/state";
import { cannotChange } from "~/lib/chat/change";
import { context } from "~/lib/chat/context.schema";
import { type Message, message, messageForm, messages, roomCards, rooms } from "~/lib/chat/message.schema";
import { phrases } from "~/lib/chat/phrase.schema";
import { CSV_MAX_SIZE } from "~/lib/list/csv";
import { today } from "~/lib/time/date";
import type { Api } from "./api.server";
import { flash } from "./flash.server";
import { type Args, enter } from "./visit.server";

const SHOWS: Show[] = ["all", "unread", "ask", "pin"];
export const roomPath = (args: Args, rest = ""): string =>
  `/chats/rooms/${encodeURIComponent(args.params.room ?? "")}${rest}`;

function onlyOf(asked: URLSearchParams): MessageFilter | null {
  const [q, card, files] = [asked.get("q")?.trim().slice(0, 100), asked.get("of"), asked.has("files")];
  const only = {
    ...(q && { q }),
    ...(card && /^\d{1,15}$/.test(card) && { card: Number(card) }),
    ...(files && { files: true as const }),
  };
  return Object.keys(only).length > 0 ? only : null;
}
const asApi = (only: MessageFilter | null) => ({
  q: only?.q,
  taskId: only?.card,
  files: only?.files && "on",
});

const isId = (id: string | null) => id !== null && /^[\w-]{8,64}$/.test(id);
const quoted = ({ id, number, ownerName, message: words }: Message) => ({
  id,
  number,
  ownerName,
  message: words,
});

export async function chatStart(args: Args): Promise<Start> {
  const { api, who } = await enter(args);
  const room = args.params.room ?? null;
  const asked = new URL(args.request.url).searchParams;
  const [task, product, answered] = [asked.get("task"), asked.get("product"), asked.get("reply")];
  const only = onlyOf(asked);
  const [{ items, cursor, enter: isEnter }, page, about, beside, said, reply] = await Promise.all([
    api.get(rooms, "/chats/rooms"),
    room === null
      ? null
      : api.get(messages, roomPath(args, "/messages"), { nextToken: asked.get("before"), ...asApi(only) }),
    room === null || !(task || product)
      ? null
      : api.get(roomCards, roomPath(args, "/cards"), task ? { key: task } : { product_id: product }),
    room === null ? null : api.get(context, roomPath(args, "/context"), { taskId: task ?? asked.get("of") }),
    room === null ? null : api.get(phrases, "/chats/phrases"),
    room === null || !isId(answered)
      ? null
      : api.get(messages, roomPath(args, "/messages"), { id: answered }),
  ]);
  const chosen = about && {
    card: task ? (about.items[0] ?? null) : null,
    product: task ? null : (about.products[0] ?? null),
  };
  const show = asked.get("show") as Show;
  return {
    me: {
      username: who.username,
      company_id: who.company_id ?? "",
      name: who.name,
      staff: who.isInternal,
      admin: who.is_admin,
      seller: who.company_type === "seller",
      reads: who.acting?.mode === "read",
      acts: who.acting !== null,
      enter: isEnter,
    },
    rooms: items,
    cursor,
    room,
    messages: page ? [...page.items].reverse() : [],
    older: page?.nextToken ?? null,
    today: today(),
    now: Date.now(),
    reply: reply?.items[0] ? quoted(reply.items[0]) : null,
    only,
    about: chosen?.card || chosen?.product ? chosen : null,
    past: asked.has("before"),
    context: beside,
    from: /^\d{1,12}$/.test(asked.get("from") ?? "") ? Number(asked.get("from")) : null,
    show: SHOWS.includes(show) ? show : "all",
    find: asked.get("find")?.slice(0, 100) ?? "",
    phrases: said?.items ?? [],
    phrase: said?.items[Number(asked.get("phrase") ?? -1)] ?? "",
  };
}

export async function toRoom(args: Args): Promise<Response> {
  const { api } = await enter(args);
  await api.get(messages, roomPath(args, "/messages"), { limit: 1 });
  return redirect(`/chat/${encodeURIComponent(args.params.room!)}`);
}

export async function messageOf(args: Args): Promise<{ api: Api; said: Message }> {
  const { api } = await enter(args);
  const id = new URL(args.request.url).searchParams.get("message") ?? "";
  if (!isId(id)) throw new Response(null, { status: 404 });
  const {
    items: [said],
  } = await api.get(messages, roomPath(args, "/messages"), { id });
  if (!said) throw new Response(null, { status: 404 });
  return { api, said };
}

/** Refused in words where it can't be changed any more. */
export async function ownMessageOf(args: Args): Promise<Message> {
  const [{ who }, { said }] = await Promise.all([enter(args), messageOf(args)]);
  const sentence = cannotChange(said, who.username, Date.now());
  if (sentence) throw await flash(args, `/chat/${args.params.room}`, sentence, "error", 0);
  return said;
}

/** product §7: createMessage and /chats/send at once, keyed by the message's own id. */
export const say = (api: Api, room: string, value: z.output<typeof messageForm>) =>
  api.post(message, "/chats/messages", { ...value, roomId: room, send: true }, value.id);

export const isLive = ({ request }: Args): boolean => request.headers.get("Accept") === "application/json";

export async function talkOf(args: Args) {
  const { api, who } = await enter(args);
  const only = onlyOf(new URL(args.request.url).searchParams);
  const { items } = await api.get(rooms, "/chats/rooms");
  const said: Message[] = [];
  let nextToken: string | null = null;
  do {
    const page: z.infer<typeof messages> = await api.get(messages, roomPath(args, "/messages"), {
      ...asApi(only),
      nextToken,
      limit: 500,
    });
    said.push(...page.items);
    nextToken = page.nextToken;
  } while (nextToken !== null && said.length <= CSV_MAX_SIZE);
  if (said.length > CSV_MAX_SIZE) {
    throw await flash(
      args,
      `/chat/${args.params.room}`,
      "書き出せるのは100,000件までです。検索で絞り込んでから書き出してください。",
      "error",
      0,
    );
  }
  const room = items.find((one) => one.id === args.params.room);
  if (!room) throw new Response(null, { status: 404 });
  const companies = { [room.factory_id]: room.name, [who.company_id ?? ""]: who.company_name };
  const {
    items: [card],
  } = only?.card ? await api.get(roomCards, roomPath(args, "/cards"), { key: only.card }) : { items: [] };
  return {
    room,
    only,
    companies,
    said: said.reverse(),
    title: `${room.name}との会話${card ? `（カード ${card.id} ${card.name}）` : ""}`,
  };
}
