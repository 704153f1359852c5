import type { Message, Room } from "~/lib/chat/message.schema";

export type Told = { roomId: string; number: number; username: string; message?: Message };
type Heard = { came: (told: Told) => void; read: (told: Told) => void; agreed: (told: Told) => void; reset: () => void; state: (online: boolean) => void };

async function json(path: string, init?: RequestInit): Promise<any> {
  const answer = await fetch(path, { headers: { Accept: "application/json" }, ...init });
  if (answer.status === 401 || answer.redirected) location.reload();
  const body = await answer.json();
  if (!answer.ok) throw new Error(body?.detail ?? "Failed to send message");
  return body;
}

/** Older messages of a room, or its newest. */
export const pageOf = (room: string, nextToken: string | null): Promise<{ items: Message[]; nextToken: string | null }> =>
  json(`/chat/${room}/messages?${new URLSearchParams(nextToken ? { nextToken } : {})}`);

export const roomsNow = (): Promise<{ items: Room[]; cursor: number }> => json("/chat/rooms");

/** Sends one message; thrown when there is no answer with data (product §8). */
export async function sendMessage(room: string, input: { id: string; message: string; taskId?: number }): Promise<Message> {
  const body = new URLSearchParams({ id: input.id, message: input.message, ...(input.taskId && { taskId: String(input.taskId) }) });
  const { message } = await json(`/chat/${room}/messages`, { method: "POST", body });
  if (!message) throw new Error("Failed to send message");
  return message as Message;
}

export const markSeen = (room: string, factory_id: string, last_message_id: string) =>
  json(`/chat/${room}/read`, { method: "POST", body: new URLSearchParams({ factory_id, last_message_id }) });

export const cardsLike = async (room: string, q: string) => (await json(`/chat/${room}/cards?${new URLSearchParams({ q })}`)).items;

/** The tab's one stream: comes back by itself after the number it has seen last. Answers how to stop. */
export function follow(cursor: number, heard: Heard): () => void {
  let last = cursor;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(`/chat/stream?after=${last}`);
    const on = (kind: string, run: (told: Told) => void) => source.addEventListener(kind, (event) => {
      if (event.lastEventId) last = Number(event.lastEventId);
      run(JSON.parse(event.data));
    });
    source.onopen = () => heard.state(true);
    source.onerror = () => {
      heard.state(false);
      // A refusal ends the source for good: it is opened anew, later.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, 5_000 + Math.random() * 5_000);
    };
    on("ready", () => undefined);
    on("reset", heard.reset);
    on("message", heard.came);
    on("read", heard.read);
    on("agreement", heard.agreed);
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
