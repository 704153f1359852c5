import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { POSTAL_ENTER, PostalField } from "~/components/form/PostalField";
import { SchemaForm } from "~/components/form/SchemaForm";
import { BANK_ACCOUNTS, factoryInput } from "~/lib/company/factory.edit.schema";
import { registrationWarning } from "~/lib/text/registration";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("会社情報");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(factorySelf, "/factories/self"));
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, factoryInput, async (api, value) => {
    await api.put(factorySelf, "/factories/self", value);
    const warning = value.registration_number && registrationWarning(value.registration_number);
    return flash(
      args,
      "/setting",
      warning ? `会社情報を保存しました。${warning}。` : "会社情報を保存しました。",
      warning ? "info" : "success",
    );
  });
}

const KINDS = ["普通", "当座"].map((value) => ({ value, label: value }));

export default function CompanyForm() {
  const { version, ...factory } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <header>
        <h1>会社情報</h1>
        <p className="text-muted">納品書・請求書・外注依頼書に印字されます。発行済みの書類は変わりません。</p>
      </header>
      <SchemaForm
        id="company"
        enter={POSTAL_ENTER}
        schema={factoryInput}
        reply={reply}
        version={version}
        values={factory}
        submit="保存"
        cancel="/setting"
        pair
      >
        <FieldSet legend="会社" columns={2}>
          <TextField name="name" label="会社名" help="（株）などと略さず、正式な名称で入力してください。" />
          <TextField name="kana" label="カナ" optional />
          <PostalField />
          <TextField name="address" label="住所" optional />
          <TextField name="tel" label="TEL" optional type="tel" />
          <TextField name="fax" label="FAX" optional type="tel" />
          <TextField name="email" label="メール" optional type="email" />
          <TextField
            name="registration_number"
            label="登録番号"
            optional
            help="適格請求書発行事業者の番号です。T と13桁の数字（例：T1234567890123）。"
          />
        </FieldSet>
        <FieldSet legend="振込先">
          <p className="text-note text-muted">
            {BANK_ACCOUNTS}件まで、請求書に印字されます。使わない行は空のままにしてください。
          </p>
          {Array.from({ length: BANK_ACCOUNTS }, (_, index) => {
            const field = (name: string) => `bank_accounts[${index}].${name}`;
            return (
              <div
                key={index}
                role="group"
                aria-label={`振込先${index + 1}`}
                className="grid items-start gap-4 border-t border-line pt-4 desk:grid-cols-3"
              >
                <TextField name={field("bank_name")} label="銀行名" optional />
                <TextField name={field("branch_name")} label="支店名" optional />
                <SelectField name={field("kind")} label="預金種目" optional options={KINDS} width="full" />
                <TextField name={field("number")} label="口座番号" optional />
                <TextField
                  name={field("holder")}
                  label="口座名義"
                  optional
                  help="通帳のとおりのカナ（例 ヤマダセイキ（カ）。漢字のままでは総合振込に使えません"
                />
              </div>
            );
          })}
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
