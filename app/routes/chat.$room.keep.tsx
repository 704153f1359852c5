import type { SubmissionResult } from "@conform-to/dom";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ComboField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { RoomHead } from "~/components/frame/RoomHead";
import { messageId } from "~/lib/chat/message.id.schema";
import { roomCards } from "~/lib/chat/message.schema";
import { foundKey } from "~/lib/text/text.schema";
import { messageOf, roomPath } from "~/lib/web/chat.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("履歴に残す");

const keeping = z.object({ message_id: messageId, taskId: foundKey("カード") });

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const { api, said } = await messageOf(args);
  const { items } = await api.get(roomCards, roomPath(args, "/cards"), {});
  const first = said.card && !items.some((one) => one.key === said.card!.key) ? [said.card] : [];
  return json({ said, room: args.params.room!, cards: [...first, ...items] });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, keeping, async (api, value, idempotency) => {
    const { card_key } = await api.post(
      z.object({ card_key: z.number() }),
      roomPath(args, "/keep"),
      value,
      idempotency,
    );
    return flash(
      args,
      `/task/${card_key}?tab=log`,
      "メッセージをカードの履歴に残しました。30日が過ぎても読めます。",
    );
  });
}

export default function Keep() {
  const { said, room, cards } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply as SubmissionResult<string[]> | undefined;
  return (
    <section className="grid max-w-[720px] gap-4">
      <RoomHead room={room} title="履歴に残す">
        <p className="text-muted">
          メッセージは30日で消えます。カードの履歴に写すと、ずっと残り、相手の会社も読めます。
        </p>
        <p className="whitespace-pre-wrap break-words border-l-4 border-line pl-4">
          {said.ownerName}：{said.message}
        </p>
      </RoomHead>
      <SchemaForm
        id="keep"
        action={`/chat/${room}/keep?message=${said.id}`}
        schema={keeping}
        reply={reply}
        submit="履歴に残す"
        cancel={`/chat/${room}`}
        values={{ message_id: said.id, taskId: said.taskId ? String(said.taskId) : "" }}
      >
        <HiddenField name="message_id" />
        <FieldSet legend="どのカードに">
          <ComboField
            name="taskId"
            label="カード"
            autoFocus
            source={`/chat/${room}/cards?as=options&q=`}
            options={cards.map((one) => ({ value: String(one.key), label: `${one.id} ${one.name}` }))}
          />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
