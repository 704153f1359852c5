import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CheckField } from "~/components/form/choices";
import { Editor, EditorEnd } from "~/components/form/Editor";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea, TextField } from "~/components/form/fields";
import { POSTAL_ENTER, PostalField } from "~/components/form/PostalField";
import { Facts } from "~/components/list/Facts";
import { DESTINATION_LABEL } from "~/lib/partner/destination.fields";
import { destinationMaster } from "~/lib/partner/destination.schema";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { version } from "~/lib/text/text.schema";
import type { Api } from "~/lib/web/api.server";
import { loadEditor, saveEditor } from "~/lib/web/editor.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { editorTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

const FACTS = ["name", "postal_code", "address", "person", "tel", "hours", "note"] as const;

export const meta = editorTitled("納入先");

/** The address names a partner or nobody: one's own company is no partner. */
async function addTitle(api: Api, { id, key }: LoaderFunctionArgs["params"]) {
  if (id === undefined) return undefined;
  const { name } = await api.get(partnerDetail, `/factories/collaborators/${encodeURIComponent(id)}`);
  return key === "new" ? `${name}の納入先の追加` : undefined;
}

/** A place of one's own company, or at a partner's address one that is noted of the partner. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { id, key } = args.params;
  const title = await addTitle(api, args.params);
  const first = await loadEditor(api, destinationMaster(id, who.company_id), key);
  const change = id === undefined || first.row === null || (first.row.is_own && who.is_admin);
  return json({ ...first, id, company_id: who.company_id, title, change });
}

/** Adds or saves; the second button takes it out of the lists. */
export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  const { id, key } = args.params;
  const master = destinationMaster(id, visitor.who.company_id);
  await addTitle(visitor.api, args.params);
  if (!new URL(args.request.url).searchParams.has("stop")) return saveEditor(args, master);
  return submit(args, z.object({ version }), async (api, value) => {
    await api.delete(z.object({}), `${master.list.api}/${encodeURIComponent(key!)}`, value);
    const stays = id === undefined ? "これまでの依頼書の記載" : "これまでの記録";
    return flash(args, master.list.path, `納入先を一覧から外しました。${stays}は変わりません。`);
  });
}

export default function Destination() {
  const { row, idempotency_key, id, company_id, title, change } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const master = destinationMaster(id, company_id);
  const { path } = master.list;
  if (row && !change) {
    return (
      <div className="grid max-w-[720px] gap-4">
        <h1>納入先</h1>
        <section className="grid gap-3 rounded border border-line bg-surface p-4">
          <Facts facts={FACTS.map((field) => ({ label: DESTINATION_LABEL[field], value: row[field] }))} />
          <p className="text-note text-muted">
            {row.is_own
              ? "変更は管理者だけができます。"
              : "お相手の会社が登録した納入先です。変更はお相手に依頼してください。"}
            <a href={path}>納入先に戻る</a>
          </p>
        </section>
      </div>
    );
  }
  const seenBy = id === undefined ? "依頼先に見えます。" : "自社だけに見えます。";
  return (
    <div className="grid max-w-[720px] gap-4">
      <Editor
        id="destination"
        master={master}
        enter={POSTAL_ENTER}
        title={title}
        first={{ row, idempotency_key }}
        again={again}
      >
        <FieldSet legend="納入先" columns={2}>
          <TextField name="name" label={DESTINATION_LABEL.name} />
          <TextField name="person" label={DESTINATION_LABEL.person} optional />
          <PostalField />
          <TextField name="tel" label={DESTINATION_LABEL.tel} optional type="tel" />
          <TextField name="address" label={DESTINATION_LABEL.address} optional />
          <TextField
            name="hours"
            label={DESTINATION_LABEL.hours}
            optional
            help="例：8:30〜16:30（12時台を除く）"
          />
          <TextArea
            name="note"
            label={DESTINATION_LABEL.note}
            optional
            rows={2}
            help={`置き場所や納入のしかたなど。${seenBy}`}
          />
          <CheckField name="is_default" label="既定の納入先にする" />
        </FieldSet>
      </Editor>
      {row ? (
        <EditorEnd
          note={
            id === undefined
              ? "使わなくなった納入先は一覧から外せます。これまでの依頼書や納品書の記載は残ります。"
              : undefined
          }
          action={`${path}/${row.destination_id}?stop=1`}
          fields={{ version: row.version }}
          tone="danger"
        >
          一覧から外す
        </EditorEnd>
      ) : null}
    </div>
  );
}
