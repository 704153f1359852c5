import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChatPage } from "~/islands/chat/ChatPage";
import { messageForm } from "~/lib/chat/message.schema";
import { chatStart, say } from "~/lib/web/chat.server";
import { submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { script: "chat" };
type Started = { start: { room: string | null; rooms: { id: string; name: string }[] } };
export const meta = titledOf<Started>(
  "チャット",
  ({ start: { room, rooms } }) => rooms.find(({ id }) => id === room)?.name,
);

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json({ start: await chatStart(args), fresh: crypto.randomUUID() });
}

/** Without the live page a message is sent by its form. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, messageForm, async (api, value) => {
    await say(api, args.params.room!, value);
    return new Response(null, { status: 303, headers: { Location: `/chat/${args.params.room}` } });
  });
}

export default function ChatRoom() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const error =
    reply &&
    (reply.error?.message?.[0] ?? reply.error?.[""]?.[0] ?? "送信できませんでした。もう一度お試しください。");
  const typed = typeof reply?.initialValue?.message === "string" ? reply.initialValue.message : undefined;
  return <ChatPage {...data} typed={typed} error={error ?? undefined} />;
}
