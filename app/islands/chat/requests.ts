import { shrink } from "~/enhance/shrink";
import type { RoomPerson } from "~/lib/chat/ask.schema";
import type { Context } from "~/lib/chat/context.schema";
import type { Message, Room } from "~/lib/chat/message.schema";
import { filterQuery } from "./show";
import type { About, Draft, MessageFilter } from "./state";

let actingMark: { name: string; value: string } | undefined;
/** For which company the page was drawn while staff act for it: each post says so. */
export const setActingMark = ({ name, value }: HTMLInputElement): void => {
  actingMark = { name, value };
};

async function json(path: string, init?: RequestInit & { body?: FormData | URLSearchParams }): Promise<any> {
  if (actingMark) init?.body?.append(actingMark.name, actingMark.value);
  const answer = await fetch(path, { headers: { Accept: "application/json" }, ...init });
  if (answer.status === 401 || answer.redirected) location.reload();
  // Loaded in the browser alone: the server draws this module too, and has no document.
  void import("~/enhance/watch").then(({ revise }) => revise(answer.headers.get("X-Revision") ?? undefined));
  const body = await answer.json();
  if (!answer.ok) {
    const [wrong] = Object.values<string[] | null>(body.reply?.error ?? {});
    throw { why: wrong?.[0] ?? body.detail };
  }
  return body;
}

export const fetchMessages = (
  room: string,
  nextToken: string | null,
  only: MessageFilter | null,
  limit = 0,
): Promise<{ items: Message[]; nextToken: string | null }> =>
  json(
    `/chat/${room}/messages?${new URLSearchParams({
      ...filterQuery(only),
      ...(nextToken && { nextToken }),
      limit: String(Math.min(500, Math.max(50, limit))),
    })}`,
  );

/** `context`: of the card in the address, else of the last one that was spoken of. */
export function fetchRooms(
  room: string | null,
): Promise<{ items: Room[]; cursor: number; context: Context | null }> {
  const asked = new URLSearchParams(location.search);
  const task = asked.get("task") ?? asked.get("of");
  return json(`/chat/rooms?${new URLSearchParams({ ...(room && { room }), ...(task && { task }) })}`);
}

/** Throws where there is no answer with data. Photos are made smaller first. */
export async function sendMessage(
  room: string,
  id: string,
  { message, about, reply, ask, due, files }: Draft,
): Promise<Message> {
  const fields = {
    id,
    ...(message && { message }),
    ...(about?.card && { taskId: String(about.card.key) }),
    ...(about?.product && { productId: String(about.product.product_id) }),
    ...(reply && { replyTo: reply.id }),
    ...(ask && { ask: "on", due }),
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append("files", await shrink(file).catch(() => file));
  const { message: said } =
    files.length > 0
      ? await json(`/chat/${room}/files`, { method: "POST", body: form })
      : await json(`/chat/${room}/messages`, { method: "POST", body: new URLSearchParams(fields) });
  if (!said) throw new Error("Failed to send message");
  return said as Message;
}

export function postForm(event: {
  preventDefault(): void;
  currentTarget: HTMLFormElement;
  nativeEvent: Event;
}): Promise<{ message?: Message }> {
  event.preventDefault();
  const form = event.currentTarget;
  const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
  const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
  if (button?.name) body.append(button.name, button.value);
  return json(form.getAttribute("action")!, { method: "POST", body });
}

export const chooseEnter = (is_on: boolean) =>
  json("/chat/enter", { method: "POST", body: new URLSearchParams(is_on ? { is_on: "on" } : {}) });

export const markSeen = (room: string, factory_id: string, last_message_id: string) =>
  json(`/chat/${room}/read`, { method: "POST", body: new URLSearchParams({ factory_id, last_message_id }) });

export async function searchAbout(room: string, q: string): Promise<About[]> {
  const { items, products } = await json(`/chat/${room}/cards?${new URLSearchParams({ q })}`);
  return [
    ...items.map((card: About["card"]) => ({ card, product: null })),
    ...products.map((product: About["product"]) => ({ card: null, product })),
  ];
}

export const fetchPeople = async (room: string): Promise<RoomPerson[]> =>
  (await json(`/chat/${room}/people`)).items;
