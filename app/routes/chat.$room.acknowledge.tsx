import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { acknowledgeInput, message } from "~/lib/chat/message.schema";
import { isLive, roomPath, toRoom } from "~/lib/web/chat.server";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return toRoom(args);
}

/** 了解 on and off. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, acknowledgeInput, async (api, value, key) => {
    const said = await api.post(message, roomPath(args, "/acknowledge"), value, key);
    if (isLive(args)) return json({ message: said });
    return redirect(`/chat/${encodeURIComponent(args.params.room!)}#m${said.number}`, 303);
  });
}
