import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { SchemaForm } from "~/components/form/SchemaForm";
import { FACTOR_RULE_LABEL } from "~/lib/auth/factor";
import { factorRule, factorRuleAnswer } from "~/lib/auth/factor.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("二段階認証の決まり");

const RULES = Object.entries(FACTOR_RULE_LABEL).map(([value, label]) => ({ value, label }));

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(factorRuleAnswer, "/factories/self/factor"));
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, factorRule, async (api, value) => {
    const { factor_rule } = await api.put(factorRuleAnswer, "/factories/self/factor", value);
    return flash(args, "/setting", `二段階認証の決まりを「${FACTOR_RULE_LABEL[factor_rule]}」にしました。`);
  });
}

export default function FactorRule() {
  const { version, factor_rule } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <header>
        <h1>二段階認証の決まり</h1>
        <p className="text-muted">
          必要にした人は、次のログインのときに設定します。今ログインしている端末は、そのまま使えます。
        </p>
      </header>
      <SchemaForm
        id="factor-rule"
        schema={factorRule}
        reply={reply}
        version={version}
        values={{ factor_rule }}
        submit="保存"
        cancel="/setting"
      >
        <FieldSet legend="ログイン">
          <RadioField name="factor_rule" label="二段階認証を必要にする人" options={RULES} />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
