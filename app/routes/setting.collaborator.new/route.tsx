import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { POSTAL_ENTER } from "~/components/form/PostalField";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Tabs } from "~/components/list/Tabs";
import { collaborationForm, collaborationMade } from "~/lib/partner/collaboration.schema";
import { termsPreview, termsSaved } from "~/lib/partner/terms.preview";
import { today } from "~/lib/time/date";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { sendsMail } from "~/lib/web/temporary.password.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { CompanyFields } from "./CompanyFields";
import { TermsFields } from "./TermsFields";

export const meta = titled("依頼元の追加");

/** The own defaults stand in the form; 例を確かめる asks for it again with what was typed. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  if (!who.is_admin) throw new Response(null, { status: 403 });
  const { meta: own } = await api.get(factorySelf, "/factories/self");
  const query = Object.fromEntries(new URL(args.request.url).searchParams);
  const kind = query.kind === "existing" ? ("existing" as const) : ("new" as const);
  const usual = {
    ...own,
    relation: query.relation === "seller" ? "seller" : "buyer",
    company_type: "buyer",
    invoice_basis: "monthly",
    fee_bearer: "payer",
    toriteki: "unknown",
    payment_method: "transfer",
    maturity_unit: "days",
    show_carry_over: "on",
    over_bill: "delivered",
    rest_base: "delivered",
  };
  const values = "pay_month" in query ? query : usual;
  return json({
    kind,
    values,
    preview: termsPreview(query, own, today()),
    idempotency_key: query.idempotency_key ?? crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const kind = new URL(args.request.url).searchParams.get("kind") === "existing" ? "existing" : "new";
  return submit(args, collaborationForm[kind], async (api, value, key) => {
    const made = await api.post(collaborationMade, "/factories/collaborators", value, key);
    if (made.is_waiting) {
      return flash(
        args,
        "/setting/partner",
        "依頼を送りました。会社IDとメールアドレスが合っていれば、お相手の管理者に届きます。承認されると取引が始まります。",
      );
    }
    if (made.is_invited && !sendsMail(args)) {
      return flash(
        args,
        `/setting/collaborator/${made.id}/password`,
        `「${made.name}」を登録しました。仮パスワードを表示して、お相手の管理者に伝えてください。`,
      );
    }
    const said = made.is_invited
      ? `「${made.name}」を登録し、${value.email} に招待のメールを送りました。`
      : `「${made.name}」を登録しました。`;
    const { text, severity } = termsSaved(said, value, today());
    return flash(args, `/setting/collaborator/${made.id}`, text, severity);
  });
}

const AT = "/setting/collaborator/new";

export default function NewPartner() {
  const { kind, values, preview, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const tabs = [
    { label: "新しい会社", href: AT },
    { label: "登録済みの会社", href: `${AT}?kind=existing` },
  ];
  return (
    <div className="grid max-w-[720px] gap-4">
      <header>
        <h1>依頼元・協力会社の追加</h1>
        <p className="text-muted">
          {kind === "new"
            ? "会社と取引の条件を登録します。メールアドレスを入れると、相手も進み具合と書類を見られるようになります。"
            : "すでに登録されている会社に、取引を依頼します。お相手の管理者が承認すると始まります。それまで、お互いの情報は見えません。"}
        </p>
      </header>
      <Tabs label="登録のしかた" tabs={tabs} current={kind === "new" ? AT : `${AT}?kind=existing`} />
      <SchemaForm
        id="partner"
        enter={POSTAL_ENTER}
        schema={collaborationForm[kind]}
        answer={again}
        idempotency_key={idempotency_key}
        values={values}
        submit={kind === "new" ? "登録する" : "依頼を送る"}
        cancel="/setting/collaborator"
        action={kind === "new" ? AT : `${AT}?kind=existing`}
      >
        <CompanyFields kind={kind} />
        <TermsFields preview={preview} check={AT} />
      </SchemaForm>
    </div>
  );
}
