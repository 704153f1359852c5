import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { checkbox } from "~/lib/text/text.schema";
import { isLive, roomPath, toRoom } from "~/lib/web/chat.server";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return toRoom(args);
}

/** ピン on and off. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, z.object({ is_pinned: checkbox() }), async (api, value) => {
    await api.put(z.object({}), roomPath(args, "/pin"), value);
    return isLive(args) ? json({}) : redirect(`/chat/${encodeURIComponent(args.params.room!)}`, 303);
  });
}
