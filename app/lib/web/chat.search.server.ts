import { rooms } from "~/lib/chat/message.schema";
import type { List } from "~/lib/list/list.schema";
import { loadList } from "./list.server";
import { type Args, enter } from "./visit.server";

/** With the rooms that can be chosen. */
export async function loadFound<L extends List>(args: Args, list: L) {
  const { api } = await enter(args);
  const [found, { items }] = await Promise.all([loadList(args, list), api.get(rooms, "/chats/rooms")]);
  return { ...found, rooms: items.map(({ id, name }) => ({ value: id, label: name })) };
}
