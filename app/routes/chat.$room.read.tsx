import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { chatStatus, statusInput } from "~/lib/chat/message.schema";
import { toRoom } from "~/lib/web/chat.server";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return toRoom(args);
}

/** ここまで既読: from the live chat as soon as the newest message is seen, else by a button. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, statusInput, async (api, value) => {
    const status = await api.put(chatStatus, "/chats/status", { ...value, room_id: args.params.room });
    const wants = args.request.headers.get("Accept") === "application/json";
    return wants ? Response.json(status) : redirect(`/chat/${args.params.room}`, 303);
  });
}
