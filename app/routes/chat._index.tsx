import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChatPage } from "~/islands/chat/ChatPage";
import { chatStart } from "~/lib/web/chat.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { script: "chat" };
export const meta = titled("チャット");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json({ start: await chatStart(args), fresh: "" });
}

export default function ChatRooms() {
  return <ChatPage {...useLoaderData<typeof loader>()} />;
}
