import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RoomHead } from "~/components/frame/RoomHead";
import { Context } from "~/islands/chat/Context";
import { context } from "~/lib/chat/context.schema";
import { rooms } from "~/lib/chat/message.schema";
import { roomPath } from "~/lib/web/chat.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titledOf<{ name: string }>("カード・要対応", ({ name }) => name);

/** What stands at the right of a room on a wide screen, as a page of its own. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const task = new URL(args.request.url).searchParams.get("task");
  const [beside, { items }] = await Promise.all([
    api.get(context, roomPath(args, "/context"), { taskId: task }),
    api.get(rooms, "/chats/rooms"),
  ]);
  return json({
    context: beside,
    room: args.params.room!,
    name: items.find((one) => one.id === args.params.room)?.name ?? "",
  });
}

export default function Beside() {
  const { context: beside, room, name } = useLoaderData<typeof loader>();
  return (
    <section className="grid max-w-[720px] gap-4">
      <RoomHead room={room} title={name} />
      <Context room={room} context={beside} partner={name} />
    </section>
  );
}
