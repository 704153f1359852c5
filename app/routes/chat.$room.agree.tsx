import type { SubmissionResult } from "@conform-to/dom";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, TextArea, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { RoomHead } from "~/components/frame/RoomHead";
import { agreementForm } from "~/lib/chat/agreement.schema";
import { message, roomCards } from "~/lib/chat/message.schema";
import { AGREEMENT_LABEL } from "~/lib/fields/agreement";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("合意の提案");

export async function loader(args: LoaderFunctionArgs) {
  const { who, api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const task = query.get("task") ?? "";
  const {
    items: [card],
  } = await api.get(roomCards, `/chats/rooms/${encodeURIComponent(args.params.room!)}/cards`, { key: task });
  if (!card || !/^\d+$/.test(task)) throw new Response(null, { status: 404 });
  // A price is agreed on only by those who may see amounts; to others it is not offered.
  const fields = Object.entries(AGREEMENT_LABEL)
    .filter(([value]) => value !== "unit_price" || seesAmounts(who))
    .map(([value, label]) => ({ value, label }));
  const field = fields.find((one) => one.value === query.get("field"))?.value ?? "";
  return json({ card, fields, field, room: args.params.room!, id: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, agreementForm, async (api, value) => {
    await api.post(message, "/chats/agreements", { ...value, roomId: args.params.room }, value.id);
    return flash(args, `/chat/${args.params.room}`, "合意を提案しました。相手の回答を待っています。");
  });
}

export default function Agree() {
  const { card, fields, field, room, id } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply as SubmissionResult<string[]> | undefined;
  return (
    <section className="grid max-w-[720px] gap-4">
      <RoomHead room={room} title={`合意の提案：${card.name}`}>
        <p className="text-muted">
          カード {card.id}・{card.status}。相手が承認すると、カードが変わり、履歴にずっと残ります。
        </p>
      </RoomHead>
      <SchemaForm
        id="agree"
        action={`/chat/${room}/agree?task=${card.key}`}
        schema={agreementForm}
        reply={reply}
        submit="提案する"
        plain
        cancel={`/chat/${room}`}
        values={{ id, taskId: String(card.key), field }}
      >
        <HiddenField name="id" />
        <HiddenField name="taskId" />
        <FieldSet legend="提案する内容">
          <SelectField name="field" label="合意する項目" options={fields} />
          <TextField
            name="value"
            label="新しい値"
            help="納期は日付（例：12/20）、数量と単価は数、その他は言葉で入力します。"
          />
          <TextArea name="note" label="ひとこと" />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
