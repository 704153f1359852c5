import type { Context } from "~/lib/chat/context.schema";
import type { Message, Room } from "~/lib/chat/message.schema";

export type Show = "all" | "unread" | "ask" | "pin";
export type MessageFilter = { q?: string; card?: number; files?: true };

/** `today`: 東京 date. */
export type Start = {
  me: {
    username: string;
    company_id: string;
    name: string;
    staff: boolean;
    admin: boolean;
    seller: boolean;
    /** 閲覧のみ */
    reads: boolean;
    /** Staff acting for the company: their bar takes the heading's place. */
    acts: boolean;
    /** Enter alone sends. */
    enter: boolean;
  };
  rooms: Room[];
  room: string | null;
  messages: Message[];
  older: string | null;
  cursor: number;
  today: string;
  /** The server's clock, in milliseconds. */
  now: number;
  about: About | null;
  /** The message that is answered. */
  reply: Reply | null;
  only: MessageFilter | null;
  /** An older page, asked for by its address. */
  past: boolean;
  /** The last number that was read when somebody asked to read from there. */
  from: number | null;
  show: Show;
  find: string;
  context: Context | null;
  phrases: string[];
  /** Chosen without a script, written into the field. */
  phrase: string;
};
export type About = { card: Message["card"]; product: Message["product"] };
export type Reply = NonNullable<Message["reply"]>;
export type Draft = {
  message: string;
  about: About | null;
  reply: Reply | null;
  ask: boolean;
  due: string;
  files: File[];
};
/** Without an answer yet; a failed one is sent again under the same id. `why`: the server's sentence. */
export type Pending = Draft & { id: string; failed: boolean; why?: string };

export type State = {
  rooms: Room[];
  context: Context | null;
  messages: Message[];
  older: string | null;
  pending: Pending[];
};

export type Action =
  | { kind: "message"; message: Message; mine: boolean }
  | { kind: "changed"; message: Message }
  | { kind: "page"; messages: Message[]; older: string | null }
  | { kind: "rooms"; rooms: Room[]; context: Context | null }
  | { kind: "reloaded"; rooms: Room[]; context: Context | null; messages: Message[]; older: string | null }
  | { kind: "read"; room: string; number: number; mine: boolean }
  | { kind: "pending"; pending: Pending }
  | { kind: "failed"; id: string; why?: string }
  | { kind: "resent"; id: string }
  | { kind: "dropped"; id: string };

function merge(known: Message[], fresh: Message[]): Message[] {
  const byNumber = new Map([...known, ...fresh].map((one) => [one.number, one]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** Numbers are missing: the stream was interrupted. */
export const hasGap = (messages: Message[]): boolean =>
  messages.some((one, index) => index > 0 && one.number !== messages[index - 1]!.number + 1);

const latestFirst = (rooms: Room[]) =>
  [...rooms].sort(
    (a, b) => Number(b.isPinned) - Number(a.isPinned) || (b.lastTime ?? "").localeCompare(a.lastTime ?? ""),
  );

function roomsAfter(rooms: Room[], message: Message, mine: boolean, here: string | null): Room[] {
  return latestFirst(
    rooms.map((room) => {
      if (room.id !== message.roomId || room.lastNumber >= message.number) return room;
      const read = mine ? message.number : room.read;
      const asks = room.asks + message.asks.filter((one) => one.is_ours && !one.answered_time).length;
      // Whoever answers has read what was said before.
      const otherRead =
        message.ownerFactory === room.factory_id && !message.isStaff ? message.number : room.otherRead;
      return {
        ...room,
        last: message,
        lastNumber: message.number,
        lastTime: message.createdAt,
        read,
        otherRead,
        asks,
        unread: mine ? 0 : room.unread + 1,
      };
    }),
  ).map((room) => (room.id === here && mine ? { ...room, unread: 0 } : room));
}

/** Where it is answered, and in the list of rooms, its new words stand too. */
function changed(state: State, message: Message): State {
  const { id, number, roomId } = message;
  const quoting = (one: Message) =>
    one.roomId === roomId && one.reply?.number === number
      ? { ...one, reply: { ...one.reply, message: message.message } }
      : one;
  return {
    ...state,
    messages: state.messages.map((one) => (one.id === id ? message : quoting(one))),
    rooms: state.rooms.map((room) => (room.last?.id === id ? { ...room, last: message } : room)),
  };
}

export function reduce(here: string | null) {
  return (state: State, action: Action): State => {
    const without = (id: string) => state.pending.filter((one) => one.id !== id);
    const withFailure = (id: string, failed: boolean, why?: string) =>
      state.pending.map((one) => (one.id === id ? { ...one, failed, why } : one));
    switch (action.kind) {
      case "message":
        return {
          ...state,
          pending: without(action.message.id),
          rooms: roomsAfter(state.rooms, action.message, action.mine, here),
          messages: action.message.roomId === here ? merge(state.messages, [action.message]) : state.messages,
        };
      case "changed":
        return changed(state, action.message);
      case "page":
        return { ...state, messages: merge(state.messages, action.messages), older: action.older };
      case "rooms":
        return { ...state, rooms: action.rooms, context: action.context };
      case "reloaded":
        return {
          ...state,
          rooms: action.rooms,
          context: action.context,
          messages: action.messages,
          older: action.older,
          pending: state.pending.filter((one) => !action.messages.some((message) => message.id === one.id)),
        };
      case "read":
        return {
          ...state,
          rooms: state.rooms.map((room) => {
            if (room.id !== action.room) return room;
            if (!action.mine) return { ...room, otherRead: Math.max(room.otherRead, action.number) };
            const read = Math.max(room.read, action.number);
            return { ...room, read, unread: Math.min(room.unread, room.lastNumber - read) };
          }),
        };
      case "pending":
        return { ...state, pending: [...without(action.pending.id), action.pending] };
      case "failed":
        return { ...state, pending: withFailure(action.id, true, action.why) };
      case "resent":
        return { ...state, pending: withFailure(action.id, false) };
      case "dropped":
        return { ...state, pending: without(action.id) };
    }
  };
}

const TOKYO = 9 * 3_600_000;
/** "18:05" in 東京 */
export const clock = (instant: string): string =>
  new Date(Date.parse(instant) + TOKYO).toISOString().slice(11, 16);
export const dayOf = (instant: string): string =>
  new Date(Date.parse(instant) + TOKYO).toISOString().slice(0, 10);
/** "12/21" */
export const formatExpiry = (unixtime: number): string => {
  const [, month, day] = dayOf(new Date(unixtime * 1000).toISOString()).split("-");
  return `${Number(month)}/${Number(day)}`;
};
