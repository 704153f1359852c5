import type { SubmissionResult } from "@conform-to/dom";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, HiddenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { RoomHead } from "~/components/frame/RoomHead";
import { ASKED_LABEL, askInput, askMade, people } from "~/lib/chat/ask.schema";
import { partiesOf } from "~/lib/chat/room";
import { messageOf, roomPath } from "~/lib/web/chat.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("要回答にする");

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  const { api, said } = await messageOf(args);
  const { items } = await api.get(people, roomPath(args, "/people"));
  const pair = partiesOf(args.params.room!)?.kind === "pair";
  return json({
    said,
    room: args.params.room!,
    pair,
    own: items.filter((one) => one.is_own),
    theirs: said.ownerFactory !== who.company_id,
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, askInput, async (api, value, key) => {
    await api.post(askMade, roomPath(args, "/asks"), value, key);
    return flash(
      args,
      `/chat/${args.params.room}`,
      value.whose === "theirs" ? "相手に回答をお願いしました。" : "要回答にしました。",
    );
  });
}

export default function Ask() {
  const { said, room, pair, own, theirs } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply as SubmissionResult<string[]> | undefined;
  const sides = Object.entries(ASKED_LABEL)
    .filter(([value]) => pair || value === "ours")
    .map(([value, label]) => ({ value, label }));
  return (
    <section className="grid max-w-[720px] gap-4">
      <RoomHead room={room} title="要回答にする">
        <p className="whitespace-pre-wrap break-words border-l-4 border-line pl-4 text-muted">
          {said.ownerName}：{said.message}
        </p>
      </RoomHead>
      <SchemaForm
        id="ask"
        action={`/chat/${room}/ask?index&message=${said.id}`}
        schema={askInput}
        reply={reply}
        submit="要回答にする"
        cancel={`/chat/${room}`}
        values={{ message_id: said.id, whose: theirs || !pair ? "ours" : "theirs" }}
      >
        <HiddenField name="message_id" />
        <FieldSet legend="だれがいつまでに">
          <RadioField name="whose" label="回答するのは" options={sides} />
          <DateField name="due" label="期日" />
          <SelectField
            name="username"
            label="担当"
            options={[
              { value: "", label: "決めない" },
              ...own.map((one) => ({ value: one.username, label: one.name })),
            ]}
            help="こちらの会社が回答するときだけ。相手の会社には見えません。"
          />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
