import type { LoaderFunctionArgs } from "@remix-run/node";
import { rooms } from "~/lib/chat/message.schema";
import { json } from "~/lib/web/json.server";
import { enter } from "~/lib/web/visit.server";

/** The rooms as they stand now, for the live chat. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(rooms, "/chats/rooms"));
}
