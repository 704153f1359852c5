import type { Message, Room } from "~/lib/chat/message.schema";

/** What the page hands over, and what the server has drawn from it. `today`: 東京 date. */
export type Start = {
  me: { username: string; company_id: string; name: string; staff: boolean };
  rooms: Room[];
  room: string | null;
  messages: Message[];
  older: string | null;
  cursor: number;
  today: string;
  about: About | null;
  /** Only a part of the room is shown: what holds a text, or what is about a card. */
  only: { q: string } | { card: number } | null;
};
/** The card that the next message is about. */
export type About = { key: number; id: string; name: string; status: string; delivery_date: string | null };

/** Said, but not yet answered; one that failed waits to be sent again, under the same id. */
export type Pending = { id: string; message: string; about: About | null; failed: boolean };

export type State = { rooms: Room[]; messages: Message[]; older: string | null; pending: Pending[] };

export type Action =
  | { kind: "came"; message: Message; mine: boolean }
  | { kind: "page"; messages: Message[]; older: string | null }
  | { kind: "anew"; rooms: Room[]; messages: Message[]; older: string | null }
  | { kind: "read"; room: string; number: number; mine: boolean }
  | { kind: "say"; pending: Pending }
  | { kind: "failed"; id: string }
  | { kind: "again"; id: string }
  | { kind: "drop"; id: string };

/** Both, each number once, in order. */
export function merge(known: Message[], fresh: Message[]): Message[] {
  const by = new Map([...known, ...fresh].map((one) => [one.number, one]));
  return [...by.values()].sort((a, b) => a.number - b.number);
}

/** The numbers that are missing before the newest: something came while nobody heard. */
export const hasGap = (messages: Message[]): boolean => messages.some((one, index) => index > 0 && one.number !== messages[index - 1]!.number + 1);

const latestFirst = (rooms: Room[]) => [...rooms].sort((a, b) => (b.lastTime ?? "").localeCompare(a.lastTime ?? ""));

function heard(rooms: Room[], message: Message, mine: boolean, here: string | null): Room[] {
  return latestFirst(rooms.map((room) => {
    if (room.id !== message.roomId || room.lastNumber >= message.number) return room;
    const read = mine ? message.number : room.read;
    return { ...room, last: message, lastNumber: message.number, lastTime: message.createdAt, read, unread: mine ? 0 : room.unread + 1 };
  }), ).map((room) => (room.id === here && mine ? { ...room, unread: 0 } : room));
}

/** What the chat shows after something happened. `here`: the room that is open. */
export function reduce(here: string | null) {
  return (state: State, action: Action): State => {
    const without = (id: string) => state.pending.filter((one) => one.id !== id);
    const mark = (id: string, failed: boolean) => state.pending.map((one) => (one.id === id ? { ...one, failed } : one));
    switch (action.kind) {
      case "came": return {
        ...state, pending: without(action.message.id), rooms: heard(state.rooms, action.message, action.mine, here),
        messages: action.message.roomId === here ? merge(state.messages, [action.message]) : state.messages,
      };
      case "page": return { ...state, messages: merge(state.messages, action.messages), older: action.older };
      case "anew": return {
        ...state, rooms: action.rooms, messages: action.messages, older: action.older,
        pending: state.pending.filter((one) => !action.messages.some((message) => message.id === one.id)),
      };
      case "read": return { ...state, rooms: state.rooms.map((room) => {
        if (room.id !== action.room) return room;
        if (!action.mine) return { ...room, otherRead: Math.max(room.otherRead, action.number) };
        const read = Math.max(room.read, action.number);
        return { ...room, read, unread: Math.min(room.unread, room.lastNumber - read) };
      }) };
      case "say": return { ...state, pending: [...without(action.pending.id), action.pending] };
      case "failed": return { ...state, pending: mark(action.id, true) };
      case "again": return { ...state, pending: mark(action.id, false) };
      case "drop": return { ...state, pending: without(action.id) };
    }
  };
}

export const unreadOf = (rooms: Room[]): number => rooms.reduce((sum, room) => sum + room.unread, 0);

const TOKYO = 9 * 3_600_000;
/** "18:05", in 東京. */
export const clock = (instant: string): string => new Date(Date.parse(instant) + TOKYO).toISOString().slice(11, 16);
/** The 東京 date of an instant. */
export const dayOf = (instant: string): string => new Date(Date.parse(instant) + TOKYO).toISOString().slice(0, 10);
/** "12/21": the day on which a message is forgotten. */
export const gone = (unixtime: number): string => {
  const [, month, day] = dayOf(new Date(unixtime * 1000).toISOString()).split("-");
  return `${Number(month)}/${Number(day)}`;
};
