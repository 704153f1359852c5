import type { SubmissionResult } from "@conform-to/dom";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { RoomHead } from "~/components/frame/RoomHead";
import { editInput, message } from "~/lib/chat/message.schema";
import { isLive, ownMessageOf, roomPath } from "~/lib/web/chat.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("メッセージの編集");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json({ said: await ownMessageOf(args), room: args.params.room! });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, editInput, async (api, value, key) => {
    const said = await api.post(message, roomPath(args, "/edit"), value, key);
    if (isLive(args)) return json({ message: said });
    return flash(args, `/chat/${args.params.room}`, "メッセージを編集しました。");
  });
}

export default function EditMessage() {
  const { said, room } = useLoaderData<typeof loader>();
  const reply = (useActionData<typeof action>() as { reply?: unknown } | undefined)?.reply as
    | SubmissionResult<string[]>
    | undefined;
  return (
    <section className="grid max-w-[720px] gap-4">
      <RoomHead room={room} title="メッセージの編集">
        <p className="text-muted">
          送信から15分まで編集できます。「編集済み」と出て、前の文は自社の記録に残ります（相手には渡しません）。
        </p>
      </RoomHead>
      <SchemaForm
        id="edit"
        action={`/chat/${room}/edit?message=${said.id}`}
        schema={editInput}
        reply={reply}
        submit="保存"
        plain
        cancel={`/chat/${room}`}
        values={{ message_id: said.id, message: said.message }}
        version={said.version}
      >
        <HiddenField name="message_id" />
        <TextArea name="message" label="メッセージ" autoFocus rows={5} />
      </SchemaForm>
    </section>
  );
}
