import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, YenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { metaInput } from "~/lib/company/factory.edit.schema";
import { termsExample } from "~/lib/company/factory.terms";
import { today } from "~/lib/time/date";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { ROUNDING_LABEL } from "~/lib/vocabulary/rounding";
import { VALUATION_LABEL } from "~/lib/vocabulary/stock";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PeriodFields } from "./setting.collaborator.new/PeriodFields";
import { TermsExample } from "./setting.collaborator.new/TermsExample";

export const meta = titled("締め・支払・帳票");

/** 例を確かめる asks for the page again with what was typed, and changes nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { meta: saved } = await api.get(factorySelf, "/factories/self");
  const query = Object.fromEntries(new URL(args.request.url).searchParams);
  const typed = "pay_month" in query ? metaInput.safeParse({ ...query, version: saved.version }) : null;
  const shown = typed?.success ? { ...typed.data, payment_date: typed.data.payment_date ?? null } : saved;
  const wrong = typed && !typed.success ? typed.error.issues.map((issue) => issue.message) : [];
  return json({
    values: typed ? { ...query } : saved,
    version: saved.version,
    terms: termsExample(shown, today()),
    wrong,
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, metaInput, async (api, value) => {
    await api.put(factorySelf, "/factories/self/meta", value);
    const { tone, check } = termsExample({ ...value, payment_date: value.payment_date ?? null }, today());
    return flash(
      args,
      "/setting",
      tone === "good" ? "設定を保存しました。" : `設定を保存しました。${check}`,
      tone === "good" ? "success" : "info",
    );
  });
}

const ROUNDINGS = Object.entries(ROUNDING_LABEL).map(([value, label]) => ({ value, label }));
const VALUATIONS = Object.entries(VALUATION_LABEL).map(([value, label]) => ({ value, label }));

export default function TermsForm() {
  const { values, version, terms, wrong } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <header>
        <h1>締め・支払・帳票</h1>
        <p className="text-muted">
          これから登録する取引先と、これから作る書類の既定です。取引先ごとの条件や発行済みの書類は変わりません。
        </p>
      </header>
      <SchemaForm
        id="terms"
        schema={metaInput}
        reply={reply}
        version={version}
        values={values}
        submit="保存"
        cancel="/setting"
        pair
      >
        <FieldSet legend="締め・支払" columns={2}>
          <PeriodFields />
          <NumberField
            name="inspection_days"
            label="検収日数"
            unit="日"
            help="受け取ってから検査を終えるまでの日数です。"
          />
          <TermsExample example={{ ...terms, wrong }} check="/setting/terms" />
        </FieldSet>
        <div className="grid gap-4">
          <FieldSet legend="帳票" columns={2}>
            <RadioField name="amount_rounding" label="金額の端数" options={ROUNDINGS} />
            <RadioField name="tax_rounding" label="消費税の端数" options={ROUNDINGS} />
          </FieldSet>
          <FieldSet legend="お知らせの日数" columns={2}>
            <NumberField name="stall_days" label="停滞とみなす日数" unit="日" />
            <NumberField name="warn_days" label="納期の警告" unit="日前" />
            <NumberField
              name="early_days"
              label="早すぎるとみなす日数"
              optional
              unit="日"
              help="納期よりこの日数を超えて早く納めたカードに、出荷済みの一覧で印を付け、加工実績の納期遵守率に枚数を出します。間に合った数には入れます。空欄なら印を付けません。"
            />
          </FieldSet>
          <FieldSet legend="入金" columns={2}>
            <YenField
              name="small_difference"
              label="少額の差額"
              optional
              help="入金と請求書の差がこの額までのとき、手数料・端数・雑収入にするボタンを勧めます。"
            />
          </FieldSet>
          <FieldSet legend="在庫" columns={2}>
            <RadioField name="stock_valuation" label="在庫の評価方法" options={VALUATIONS} />
          </FieldSet>
        </div>
      </SchemaForm>
    </div>
  );
}
