import type { LoaderFunctionArgs } from "@remix-run/node";
import { roomCards } from "~/lib/chat/message.schema";
import { json } from "~/lib/web/json.server";
import { enter } from "~/lib/web/visit.server";

/** What the live chat asks while somebody looks for the card to speak of. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const q = new URL(args.request.url).searchParams.get("q")?.slice(0, 100);
  return json(await api.get(roomCards, `/chats/rooms/${encodeURIComponent(args.params.room!)}/cards`, { q }));
}
