import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import {
  ACCOUNT_KEYS,
  ACCOUNTS,
  BOOKKEEPING_LABEL,
  FEE_LABEL,
  PRODUCT_LABEL,
  SUB_LABEL,
} from "~/lib/journal/journal";
import { ruleInput, rules } from "~/lib/journal/journal.schema";
import { CODE_LABEL, TAX_CODES } from "~/lib/journal/journal.tax";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("仕訳");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(rules, "/journal/rules"));
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, ruleInput, async (api, value) => {
    const named = value.tax_names[value.product] !== undefined;
    await api.put(rules, "/journal/rules", value);
    return named
      ? flash(args, "/setting", "仕訳の設定を保存しました。これから出力する仕訳に使います。")
      : flash(
          args,
          "/setting/journal",
          `保存しました。${PRODUCT_LABEL[value.product]}の税区分を確かめてください。`,
          "info",
        );
  });
}

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export default function JournalSettings() {
  const { version, ...values } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const { product } = values;
  return (
    <div className="grid gap-4">
      <header>
        <h1>仕訳</h1>
        <p className="text-muted">
          <a href="/accounting/journal">仕訳の出力</a>
          に使う名前です。会計ソフトの科目・補助科目・税区分の名前と、一字一句同じにしてください。
        </p>
      </header>
      <SchemaForm
        id="journal"
        schema={ruleInput}
        reply={reply}
        version={version}
        values={values}
        submit="保存"
        cancel="/setting"
      >
        <FieldSet legend="書き方" columns={2}>
          <SelectField name="product" label="会計ソフト" options={options(PRODUCT_LABEL)} width="full" />
          <RadioField name="bookkeeping" label="経理方式" options={options(BOOKKEEPING_LABEL)} />
          <SelectField name="sub_rule" label="取引先名" options={options(SUB_LABEL)} width="full" />
          <TextField
            name="bank"
            label="普通預金の補助科目"
            optional
            help="銀行名など、会計ソフトの名前です。取引先名と同じ欄に書きます。"
          />
          <SelectField
            name="fee_rule"
            label="当方が負担した振込手数料"
            options={options(FEE_LABEL)}
            width="full"
            help="仕入にするには、相手の適格請求書か仕入明細書（または少額特例）が要ります。"
          />
        </FieldSet>
        <FieldSet legend="勘定科目" columns={2}>
          {ACCOUNT_KEYS.map((key) => (
            <TextField key={key} name={`accounts.${key}`} label={ACCOUNTS[key].label} />
          ))}
        </FieldSet>
        <FieldSet legend={`税区分（${PRODUCT_LABEL[product]}）`} columns={2}>
          {TAX_CODES.map((code) => (
            <TextField key={code} name={`tax_names.${product}.${code}`} label={CODE_LABEL[code]} />
          ))}
          <p className="text-note text-muted col-span-full">
            {product === "yayoi"
              ? "税込経理の名前です。税抜経理のときは「込」を「内」にして書き出します。"
              : "会計ソフトの画面に出る名前のとおりに、空白も含めて入力してください。"}
            会計ソフトを変えたときは、保存するとその税区分の欄になります。
          </p>
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
