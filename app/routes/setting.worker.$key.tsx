import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ChecksField } from "~/components/form/ChecksField";
import { CheckField, SelectField } from "~/components/form/choices";
import { Editor, EditorEnd } from "~/components/form/Editor";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { WORKER_LABEL } from "~/lib/shop/worker.fields";
import { workerMaster, workerRow } from "~/lib/shop/worker.schema";
import { version } from "~/lib/text/text.schema";
import { COLOUR_LABEL } from "~/lib/vocabulary/colour";
import { findRow, loadEditor, saveEditor } from "~/lib/web/editor.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { editorTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { workerChoices } from "~/lib/web/worker.server";

const colours = Object.entries(COLOUR_LABEL).map(([value, label]) => ({ value, label }));

export const meta = editorTitled("作業者");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const choices = await workerChoices(api);
  return json({ ...(await loadEditor(api, workerMaster, args.params.key)), ...choices });
}

/** Adds or saves; the second button takes the person out of the choices, or back in. */
export async function action(args: ActionFunctionArgs) {
  if (!new URL(args.request.url).searchParams.has("active")) return saveEditor(args, workerMaster);
  const schema = z.object({ version, is_active: z.enum(["true", "false"]) });
  return submit(args, schema, async (api, value) => {
    const row = await findRow(api, workerMaster, args.params.key);
    const after = await api.put(workerRow, `/workers/${row.worker_id}`, { ...row, ...value });
    const done = after.is_active ? "有効にしました" : "無効にしました。これまでの記録は残ります";
    return flash(args, "/setting/worker", `作業者「${after.name}」を${done}。`);
  });
}

export default function Worker() {
  const { row, idempotency_key, processes, people } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const values = row && { ...row, group_ids: row.group_ids.map(String) };
  return (
    <div className="grid max-w-[720px] gap-4">
      <Editor id="worker" master={workerMaster} first={{ row: values, idempotency_key }} again={again}>
        {row ? <input type="hidden" name="is_active" value={String(row.is_active)} /> : null}
        <FieldSet legend="作業者" columns={2}>
          <TextField name="name" label={WORKER_LABEL.name} />
          <TextField name="kana" label={WORKER_LABEL.kana} optional />
          <TextField name="group_name" label={WORKER_LABEL.group_name} optional help="班や職場の名前です。" />
          <SelectField name="colour" label={WORKER_LABEL.colour} optional options={colours} width="short" />
          <SelectField
            name="username"
            label={WORKER_LABEL.username}
            optional
            options={people}
            help="アカウントを持っている人だけ選びます。"
          />
          <TextField
            name="pin"
            label={WORKER_LABEL.pin}
            optional
            width="short"
            help={
              row?.has_pin
                ? "登録済みです。変えるときだけ入力してください（4〜8桁の数字）。"
                : "4〜8桁の数字です。"
            }
          />
          {row?.has_pin ? <CheckField name="clear_pin" label={WORKER_LABEL.clear_pin} /> : null}
          <div className="col-span-full">
            <ChecksField name="group_ids" label={WORKER_LABEL.group_ids} optional options={processes} />
          </div>
        </FieldSet>
      </Editor>
      {row ? (
        <EditorEnd
          note={
            row.is_active
              ? "無効にすると、作業者の選択に出なくなります。これまでの記録は残ります。"
              : "この作業者は無効です。"
          }
          action={`/setting/worker/${row.worker_id}?active=1`}
          fields={{ version: row.version, is_active: String(!row.is_active) }}
          tone={row.is_active ? "danger" : undefined}
        >
          {row.is_active ? "無効にする" : "有効に戻す"}
        </EditorEnd>
      ) : null}
    </div>
  );
}
