import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { badges } from "~/lib/chat/notice.schema";
import { enter } from "~/lib/web/visit.server";

/** What the dots beside the tab and the bell count now. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(badges, "/chats/badges"));
}
