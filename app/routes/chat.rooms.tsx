import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { context } from "~/lib/chat/context.schema";
import { rooms } from "~/lib/chat/message.schema";
import { enter } from "~/lib/web/visit.server";

/** The rooms as they stand now, for the live chat; with what stands beside the one that is open. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const asked = new URL(args.request.url).searchParams;
  const room = asked.get("room");
  const [now, beside] = await Promise.all([
    api.get(rooms, "/chats/rooms"),
    room === null
      ? null
      : api.get(context, `/chats/rooms/${encodeURIComponent(room)}/context`, { taskId: asked.get("task") }),
  ]);
  return json({ ...now, context: beside });
}
