import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { enterInput } from "~/lib/chat/ask.schema";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect("/chat");
}

/** How this person sends, chosen in the live chat: without a script Enter sends nothing. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, enterInput, async (api, value) => {
    await api.put(z.object({}), "/chats/enter", value);
    return json({});
  });
}
