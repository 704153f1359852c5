import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { chatStatus } from "~/lib/chat/message.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect("/chat");
}

/** 全て既読: back to the rooms as they were filtered. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, z.object({}), async (api) => {
    await api.put(chatStatus, "/chats/status/all", {});
    return flash(args, `/chat${new URL(args.request.url).search}`, "全てのルームを既読にしました。");
  });
}
