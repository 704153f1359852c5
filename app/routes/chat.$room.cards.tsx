import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { roomCards } from "~/lib/chat/message.schema";
import { roomPath } from "~/lib/web/chat.server";
import { enter } from "~/lib/web/visit.server";

/**
 * What is asked while somebody looks for the card or product to speak of; as the choices of a field, cards
 * alone.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const asked = new URL(args.request.url).searchParams;
  const found = await api.get(roomCards, roomPath(args, "/cards"), { q: asked.get("q")?.slice(0, 200) });
  return json(
    asked.get("as") === "options"
      ? found.items.map((one) => ({ value: String(one.key), label: `${one.id} ${one.name}` }))
      : found,
  );
}
