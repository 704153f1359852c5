import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { KIND_LABEL } from "~/lib/auth/acting";
import { companyInput, companyRow } from "~/lib/company/company.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("会社を作る");

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  if (!who.internalWrite) throw new Response(null, { status: 403 });
  return json({ idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, companyInput, async (api, value, key) => {
    const made = await api.post(companyRow, "/companies", value, key);
    return flash(
      args,
      `/setting/switch?q=${made.id}`,
      `${made.name}を作り、${value.person}さんに仮パスワードを送りました。`,
    );
  });
}

const KINDS = Object.entries(KIND_LABEL).map(([value, label]) => ({ value, label }));

export default function NewCompany() {
  const first = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-4">
      <h1>会社を作る</h1>
      <SchemaForm
        id="company"
        schema={companyInput}
        answer={useActionData<typeof action>()}
        idempotency_key={first.idempotency_key}
        submit="作成"
        cancel="/setting/switch"
      >
        <FieldSet legend="会社">
          <TextField
            name="id"
            label="会社ID"
            width="medium"
            help="英小文字・数字・ハイフン。あとから変更できません。"
          />
          <TextField name="name" label="会社名" />
          <TextField name="kana" label="カナ" optional />
          <RadioField name="company_type" label="区分" options={KINDS} />
        </FieldSet>
        <FieldSet legend="最初の管理者">
          <TextField name="person" label="管理者の氏名" />
          <TextField
            name="email"
            label="管理者のメールアドレス"
            type="email"
            help="仮パスワードを送ります。"
          />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
