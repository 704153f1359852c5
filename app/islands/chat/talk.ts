import { shrink } from "~/enhance/shrink";
import type { RoomPerson } from "~/lib/chat/ask.schema";
import type { Context } from "~/lib/chat/context.schema";
import type { Message, Room } from "~/lib/chat/message.schema";
import { type About, type Draft, type Only, onlyQuery } from "./state";

type TalkEvent = { roomId: string; number: number; username: string; message?: Message };
type Hear = (told: TalkEvent) => void;
type Heard = {
  came: Hear;
  read: Hear;
  agreed: Hear;
  asked: Hear;
  moved: () => void;
  reset: () => void;
  state: (online: boolean) => void;
};

let mark: { name: string; value: string } | undefined;
/** For which company the page was drawn, where staff stand in: each post says so. */
export const drawnFor = ({ name, value }: HTMLInputElement): void => {
  mark = { name, value };
};

async function json(path: string, init?: RequestInit & { body?: FormData | URLSearchParams }): Promise<any> {
  if (mark) init?.body?.append(mark.name, mark.value);
  const answer = await fetch(path, { headers: { Accept: "application/json" }, ...init });
  if (answer.status === 401 || answer.redirected) location.reload();
  // In the browser alone: the page is drawn by the server first, which has no document.
  void import("~/enhance/watch").then(({ revise }) => revise(answer.headers.get("X-Revision") ?? undefined));
  const body = await answer.json();
  if (!answer.ok) {
    const [wrong] = Object.values<string[] | null>(body.reply?.error ?? {});
    throw { why: wrong?.[0] ?? body.detail };
  }
  return body;
}

/** Older messages of a room, or its newest, `limit` of them at least a page; of the part that is shown. */
export const pageOf = (
  room: string,
  nextToken: string | null,
  only: Only | null,
  limit = 0,
): Promise<{ items: Message[]; nextToken: string | null }> =>
  json(
    `/chat/${room}/messages?${new URLSearchParams({
      ...onlyQuery(only),
      ...(nextToken && { nextToken }),
      limit: String(Math.min(500, Math.max(50, limit))),
    })}`,
  );

/**
 * The rooms, and what stands beside the open one: of the card its address names, else of the last that was
 * spoken of.
 */
export function roomsNow(
  room: string | null,
): Promise<{ items: Room[]; cursor: number; context: Context | null }> {
  const asked = new URLSearchParams(location.search);
  const task = asked.get("task") ?? asked.get("of");
  return json(`/chat/rooms?${new URLSearchParams({ ...(room && { room }), ...(task && { task }) })}`);
}

/**
 * Sends one message; thrown when there is no answer with data (product §8). Photos are made smaller here
 * first.
 */
export async function sendMessage(
  room: string,
  id: string,
  { message, about, ask, due, files }: Draft,
): Promise<Message> {
  const fields = {
    id,
    ...(message && { message }),
    ...(about?.card && { taskId: String(about.card.key) }),
    ...(about?.product && { productId: String(about.product.product_id) }),
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

/** Posts a small form of the page as it stands, by the button that was pressed. */
export function postForm(event: {
  preventDefault(): void;
  currentTarget: HTMLFormElement;
  nativeEvent: Event;
}): Promise<unknown> {
  event.preventDefault();
  const form = event.currentTarget;
  const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
  const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
  if (button?.name) body.append(button.name, button.value);
  return json(form.getAttribute("action")!, { method: "POST", body });
}

export const markSeen = (room: string, factory_id: string, last_message_id: string) =>
  json(`/chat/${room}/read`, { method: "POST", body: new URLSearchParams({ factory_id, last_message_id }) });

/** Cards and products that hold a text, or the one of a scanned code. */
export async function aboutLike(room: string, q: string): Promise<About[]> {
  const { items, products } = await json(`/chat/${room}/cards?${new URLSearchParams({ q })}`);
  return [
    ...items.map((card: About["card"]) => ({ card, product: null })),
    ...products.map((product: About["product"]) => ({ card: null, product })),
  ];
}

export const peopleOf = async (room: string): Promise<RoomPerson[]> =>
  (await json(`/chat/${room}/people`)).items;

/** The tab's one stream: comes back by itself after the number it has seen last. Answers how to stop. */
export function follow(cursor: number, heard: Heard): () => void {
  let last = cursor;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(`/chat/stream?after=${last}`);
    const on = (kind: string, run: (told: TalkEvent) => void) =>
      source.addEventListener(kind, (event) => {
        if (event.lastEventId) last = Number(event.lastEventId);
        run(JSON.parse(event.data));
      });
    source.onopen = () => heard.state(true);
    source.onerror = () => {
      heard.state(false);
      // A refusal ends the source for good: it is opened anew, later. Who has too many tabs open asks
      // meanwhile.
      if (source.readyState === EventSource.CLOSED)
        timer = setTimeout(
          () => {
            if (document.visibilityState === "visible") heard.reset();
            open();
          },
          5_000 + Math.random() * 5_000,
        );
    };
    on("ready", () => undefined);
    on("reset", heard.reset);
    on("board", heard.moved);
    on("message", heard.came);
    on("read", heard.read);
    on("agreement", heard.agreed);
    on("ask", heard.asked);
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
