import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { messageForm, messages } from "~/lib/chat/message.schema";
import { roomPath, say } from "~/lib/web/chat.server";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

/** A page of a room, for the live chat. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const asked = new URL(args.request.url).searchParams;
  const query = {
    nextToken: asked.get("nextToken"),
    q: asked.get("q"),
    limit: asked.get("limit"),
    taskId: asked.get("of"),
    files: asked.get("files"),
  };
  return json(await api.get(messages, roomPath(args, "/messages"), query));
}

/** Says something from the live chat; its own id is the key, so a retry is the same message. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, messageForm, async (api, value) =>
    json({ message: await say(api, args.params.room!, value) }),
  );
}
