import { plain } from "~/lib/chat/mention";
import type { Message, Room } from "~/lib/chat/message.schema";
import { dayOf, type MessageFilter, type Show, type Start } from "./state";

/** `number`: the first unread message. */
export type Unread = { number: number; href: string };
export function unreadFrom(
  { messages, older, from: asked, me }: Start,
  { id, read, unread }: Room,
): Unread | null {
  const from = asked ?? (unread > 0 ? read : null);
  const first =
    from === null ? -1 : messages.findIndex((one) => one.number > from && one.owner !== me.username);
  const found = messages[first];
  if (!found || from === null) return null;
  return {
    number: found.number,
    href: `${first === 0 && older && found.number > from + 1 ? `/chat/${id}?from=${from}&before=${from + 26}` : ""}#unread`,
  };
}

const matchesShow: Record<Show, (room: Room) => boolean> = {
  all: () => true,
  unread: (room) => room.unread > 0,
  ask: (room) => room.asks > 0,
  pin: (room) => room.isPinned,
};
/** The open room stays. */
export const filterRooms = (rooms: Room[], show: Show, find: string, here: string | null): Room[] =>
  rooms.filter(
    (room) => room.id === here || (matchesShow[show](room) && plain(room.name).includes(plain(find))),
  );

export function withShow(path: string, show: Show, find: string): string {
  const asked = new URLSearchParams({ ...(show !== "all" && { show }), ...(find && { find }) }).toString();
  return asked ? `${path}?${asked}` : path;
}

export const filterQuery = (only: MessageFilter | null): Record<string, string> => ({
  ...(only?.q && { q: only.q }),
  ...(only?.card && { of: String(only.card) }),
  ...(only?.files && { files: "on" }),
});

/** What the product says of orders stands close together: two or more in a row are one line. */
export function inGroups(messages: Message[], firstUnread?: number): Message[][] {
  const groups: Message[][] = [];
  for (const one of messages) {
    const last = groups[groups.length - 1]?.at(-1);
    const joins =
      last?.order &&
      one.order &&
      last.ownerFactory === one.ownerFactory &&
      dayOf(last.createdAt) === dayOf(one.createdAt);
    if (joins && one.number !== firstUnread) groups[groups.length - 1]!.push(one);
    else groups.push([one]);
  }
  return groups;
}
