import type { SubmissionResult } from "@conform-to/dom";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { RoomHead } from "~/components/frame/RoomHead";
import { filesInput, message, roomCards } from "~/lib/chat/message.schema";
import { ANY_HELP } from "~/lib/file/file";
import { isLive, roomPath } from "~/lib/web/chat.server";
import { filesForm } from "~/lib/web/file.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("写真・ファイルを送る");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const room = args.params.room!;
  const task = new URL(args.request.url).searchParams.get("task") ?? "";
  const { items } = await api.get(roomCards, roomPath(args, "/cards"), { key: task || null });
  return json({ room, id: crypto.randomUUID(), card: task ? (items[0] ?? null) : null });
}

export async function action(args: ActionFunctionArgs) {
  const room = args.params.room!;
  return submit(args, filesInput, async (api, value) => {
    const said = await api.upload(
      message,
      roomPath(args, "/files"),
      filesForm(await formOf(args), value),
      value.id,
    );
    await api.post(z.object({}), "/chats/send", { room_id: room }, `send.${value.id}`);
    return isLive(args) ? json({ message: said }) : redirect(`/chat/${room}`, 303);
  });
}

export default function SendFiles() {
  const { room, id, card } = useLoaderData<typeof loader>();
  const reply = (useActionData<typeof action>() as { reply?: unknown } | undefined)?.reply as
    | SubmissionResult<string[]>
    | undefined;
  return (
    <section className="grid max-w-[720px] gap-4">
      <RoomHead room={room} title="写真・ファイルを送る">
        {card ? (
          <p className="text-muted">
            カード {card.id} {card.name} について
          </p>
        ) : null}
      </RoomHead>
      <SchemaForm
        id="files"
        action={`/chat/${room}/files`}
        schema={filesInput}
        reply={reply}
        submit="送る"
        cancel={`/chat/${room}`}
        upload
        values={{ id, taskId: card ? String(card.key) : "" }}
      >
        <HiddenField name="id" />
        <HiddenField name="taskId" />
        <FieldSet legend="送るもの">
          <FileField
            name="files"
            label="ファイル"
            empty="ファイルを選択してください"
            help={`${ANY_HELP}写真は小さくして送ります。写真とDXF・STEPは30日で消え、取引先と送り合ったPDFや資料は「電帳法の検索」に残ります。`}
          />
          <TextArea name="message" label="ひとこと" />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
