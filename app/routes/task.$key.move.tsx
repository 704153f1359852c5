import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { RadioField } from "~/components/form/choices";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { cannotMove } from "~/lib/task/card";
import { moving } from "~/lib/task/card.form.schema";
import { cardRow } from "~/lib/task/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = titled("移動先を選ぶ");

export async function loader(args: LoaderFunctionArgs) {
  const { card, detail: { processes }, today, back, returning } = await enterCard(args, "seller");
  return json({ card, processes, today, back, returning });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, moving, async (api, { undone, ...value }) => {
    const card = await api.post(cardRow, `/cards/${key}/move`, value, `move.${key}.${value.version}.${value.group_id}`);
    const to = backTo(args.request, `/task/${key}`);
    const text = `「${card.name}」を「${card.status}」へ移動しました。`;
    if (undone) return flash(args, to, `元に戻しました。${text}`);
    // Moved back by hand, what was half done and passed on with it would be lost.
    const action = `/task/${key}/undo?${new URLSearchParams({ return: to })}`;
    return flashUndo(args, to, text, { action, fields: { version: String(card.version) } });
  });
}

export default function Move() {
  const { card, processes, today, back, returning } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const open = processes.filter((process) => cannotMove(card, process) === null);
  const closed = cannotMove(card, processes.find((process) => process.role !== "inbox" && process.group_id !== card.group_id));
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="移動先を選ぶ" />
      {closed ? <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} /> : (
        <SchemaForm id="move" action={`/task/${card.key}/move${returning}`} schema={moving} reply={reply} version={card.version} submit="移動する" cancel={back}>
          <FieldSet legend="移動先">
            <RadioField name="group_id" label={`いまの工程：${card.status}`} options={open.map((one) => ({ value: String(one.group_id), label: one.label }))} />
            <TextArea name="reason" label="メモ" optional rows={2} help="履歴に残り、依頼元にも見えます。" />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
