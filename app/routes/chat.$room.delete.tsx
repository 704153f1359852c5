import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { RoomHead } from "~/components/frame/RoomHead";
import { deleteInput, message } from "~/lib/chat/message.schema";
import { ApiError } from "~/lib/web/api.server";
import { ownMessageOf, roomPath } from "~/lib/web/chat.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("メッセージの削除");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json({ said: await ownMessageOf(args), room: args.params.room! });
}

export async function action(args: ActionFunctionArgs) {
  const room = `/chat/${args.params.room}`;
  return submit(args, deleteInput, async (api, value, key) => {
    try {
      await api.post(message, roomPath(args, "/delete"), value, key);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      return flash(args, room, error.detail, "error");
    }
    return flash(args, room, "メッセージを削除しました。");
  });
}

export default function DeleteMessage() {
  const { said, room } = useLoaderData<typeof loader>();
  return (
    <section className="grid max-w-[720px] gap-4">
      <RoomHead room={room} title="メッセージの削除">
        <p className="text-muted">
          会話には「このメッセージは削除されました」と残り、文は自社の記録に残ります。相手がもう読んでいることもあります。
          取引先に送ったPDFや資料は、電帳法の検索に残ります。
        </p>
      </RoomHead>
      <p className="whitespace-pre-wrap break-words border-l-4 border-line pl-4">{said.message}</p>
      <form
        method="post"
        action={`/chat/${room}/delete?message=${said.id}`}
        data-enhance="submit"
        className="flex flex-wrap gap-2"
      >
        <input type="hidden" name="message_id" value={said.id} />
        <input type="hidden" name="version" value={said.version} />
        <LinkButton href={`/chat/${room}`}>やめる</LinkButton>
        <Button tone="danger">削除する</Button>
      </form>
    </section>
  );
}
