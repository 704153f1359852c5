import type { SubmissionResult } from "@conform-to/dom";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { RoomHead } from "~/components/frame/RoomHead";
import { askAct, askMade, askRow, people } from "~/lib/chat/ask.schema";
import { pageOf } from "~/lib/list/list.schema";
import { isLive, roomPath } from "~/lib/web/chat.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("担当を決める");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const [{ items }, asks] = await Promise.all([
    api.get(people, roomPath(args, "/people")),
    api.get(pageOf(askRow), "/chats/asks", { side: "ours" }),
  ]);
  const ask = asks.items.find(
    (one) => String(one.key) === args.params.key && one.room_id === args.params.room,
  );
  if (!ask) throw new Response(null, { status: 404 });
  return json({ ask, room: args.params.room!, own: items.filter((one) => one.is_own) });
}

/** 回答済み, 未回答に戻す, 担当. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, askAct, async (api, value, key) => {
    await api.post(askMade, `/chats/asks/${encodeURIComponent(args.params.key!)}/act`, value, key);
    return isLive(args) ? json({}) : redirect(`/chat/${encodeURIComponent(args.params.room!)}`, 303);
  });
}

export default function Charge() {
  const { ask, room, own } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply as SubmissionResult<string[]> | undefined;
  return (
    <section className="grid max-w-[720px] gap-4">
      <RoomHead room={room} title="担当を決める">
        <p className="whitespace-pre-wrap break-words border-l-4 border-line pl-4 text-muted">
          {ask.message}
        </p>
      </RoomHead>
      <SchemaForm
        id="charge"
        action={`/chat/${room}/ask/${ask.key}`}
        schema={askAct}
        reply={reply}
        submit="担当を決める"
        cancel={`/chat/${room}`}
        values={{ act: "charge", username: ask.charge ?? "" }}
      >
        <HiddenField name="act" />
        <FieldSet legend="担当">
          <SelectField
            name="username"
            label="担当"
            options={[
              { value: "", label: "決めない" },
              ...own.map((one) => ({ value: one.username, label: one.name })),
            ]}
            help="担当になった人に知らせます。相手の会社には見えません。"
          />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
