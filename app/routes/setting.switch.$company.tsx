import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField, RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { KIND_LABEL, REASON_LABEL } from "~/lib/auth/acting";
import { actingInput } from "~/lib/auth/acting.schema";
import { companyNote, companyRow } from "~/lib/company/company.schema";
import { submit } from "~/lib/web/submit.server";
import { takeStart } from "~/lib/web/switch.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("アカウント切り替え");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const company = await api.get(companyRow, `/companies/${encodeURIComponent(args.params.company!)}`);
  return json({ company, write: who.internalWrite, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, actingInput, (_api, value, key, visitor) => takeStart(args, visitor, value, key));
}

const REASONS = Object.entries(REASON_LABEL).map(([value, label]) => ({ value, label }));

export default function SwitchTo() {
  const { company, write, ...first } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-4">
      <header>
        <h1>{company.name} に切り替え</h1>
        <p className="text-muted">
          {KIND_LABEL[company.company_type]}・{company.num_members}
          人。30分で自動的に戻ります。理由と操作は記録され、この会社の管理者が見られます。
        </p>
      </header>
      <SchemaForm
        id="switch"
        schema={actingInput}
        answer={useActionData<typeof action>()}
        idempotency_key={first.idempotency_key}
        values={{ company_id: company.id }}
        submit="切り替え"
        cancel="/setting/switch"
      >
        <FieldSet legend="切り替え">
          <HiddenField name="company_id" />
          <RadioField name="reason" label="理由" options={REASONS} />
          <TextField name="note" label="問合せ番号・メモ" optional />
          {write ? (
            <CheckField
              name="is_write"
              label="編集できるようにする"
              help="選ばなければ閲覧のみです。発行・送付は二度確認します。取消・削除・締め・権限の変更は、編集できるときもできません。"
            />
          ) : (
            <p className="text-note text-muted">閲覧のみで表示します。</p>
          )}
        </FieldSet>
      </SchemaForm>
      <SchemaForm
        id="note"
        schema={companyNote}
        values={{ is_starred: company.is_starred ? "on" : "", note: company.note ?? "" }}
        submit="メモを保存"
        tone="secondary"
        action={`/setting/switch/note/${company.id}`}
      >
        <FieldSet legend="自分用のメモ">
          <CheckField name="is_starred" label="★よく使う会社にする" />
          <TextField
            name="note"
            label="問合せメモ"
            optional
            help="自分だけに見えます。お客様の会社には出ません。"
          />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
