import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { people } from "~/lib/chat/ask.schema";
import { roomPath } from "~/lib/web/chat.server";
import { enter } from "~/lib/web/visit.server";

/** Whom a message can name: asked for when the first @ is typed. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(people, roomPath(args, "/people")));
}
