import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { CheckField, RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Chip } from "~/components/list/Chip";
import { metaInput } from "~/lib/company/factory.edit.schema";
import { termsExample } from "~/lib/company/factory.terms";
import { BANK_SHIFT_OPTIONS } from "~/lib/time/bankday";
import { today } from "~/lib/time/date";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { ROUNDING_LABEL } from "~/lib/vocabulary/rounding";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

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

const MONTHS = ["当月", "翌月", "翌々月", "3か月後", "4か月後", "5か月後", "6か月後"].map((label, value) => ({
  value: String(value),
  label,
}));
const ROUNDINGS = Object.entries(ROUNDING_LABEL).map(([value, label]) => ({ value, label }));

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
      >
        <FieldSet legend="締め・支払" columns={2}>
          <CheckField name="is_payment_last_date" label="月末締め" />
          <NumberField
            name="payment_date"
            label="締め日"
            optional
            unit="日"
            help="月末締めのときは空で構いません。"
          />
          <SelectField name="pay_month" label="支払月" options={MONTHS} width="short" />
          <NumberField name="pay_day" label="支払日" unit="日" help="31は月末です。" />
          <SelectField
            name="bank_shift"
            label="支払日が銀行休業日のとき"
            options={BANK_SHIFT_OPTIONS}
            width="short"
            help="書面で合意したものを選びます。"
          />
          <NumberField
            name="inspection_days"
            label="検収日数"
            unit="日"
            help="受け取ってから検査を終えるまでの日数です。"
          />
          <div className="col-span-full grid gap-1 rounded bg-ground p-3" aria-live="polite">
            {wrong.length > 0 ? (
              wrong.map((one) => (
                <p key={one} className="text-bad">
                  {one}
                </p>
              ))
            ) : (
              <>
                <p>
                  <b>{terms.label}</b>　例: <span className="tabular-nums">{terms.example}</span>
                </p>
                <p>
                  <Chip tone={terms.tone}>{terms.verdict}</Chip> {terms.check}
                </p>
              </>
            )}
            <p>
              <Button formMethod="get" formAction="/setting/terms">
                例を確かめる
              </Button>
            </p>
          </div>
        </FieldSet>
        <FieldSet legend="帳票" columns={2}>
          <RadioField name="amount_rounding" label="金額の端数" options={ROUNDINGS} />
          <RadioField name="tax_rounding" label="消費税の端数" options={ROUNDINGS} />
        </FieldSet>
        <FieldSet legend="お知らせの日数" columns={2}>
          <NumberField name="stall_days" label="停滞とみなす日数" unit="日" />
          <NumberField name="warn_days" label="納期の警告" unit="日前" />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
