import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { agreementAnswer, agreementEnd, agreementMade, agreements } from "~/lib/selfbill/agreement.schema";
import { CONFIRM_FORM_LABEL, SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("支払通知書の取り決め");
const BACK = `${SELF_BILLS}/agreement`;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items } = await api.get(agreements, "/self-bills/agreements");
  const key = Number(args.params.key);
  const row = items.find(({ log }) => log.some((one) => one.key === key && one.act === "proposed"));
  if (!row) throw new Response(null, { status: 404 });
  const mayAnswer = !row.is_payer && row.waiting?.key === key;
  const act = mayAnswer ? "answer" : row.live?.key === key ? "end" : "none";
  const { partner_name } = row;
  const proposal = row.log.find((one) => one.key === key)!;
  return json({ key, act, partner_name, proposal, idempotency_key: crypto.randomUUID() });
}

/** What is asked is what the form was of: a reply that came late is refused by its own call. */
export async function action(args: ActionFunctionArgs) {
  const at = `/self-bills/agreements/${args.params.key}`;
  const form = await formOf(args);
  if (form.get("ending"))
    return submit(args, agreementEnd, async (api, value, idempotency_key) => {
      await api.post(agreementMade, `${at}/end`, value, idempotency_key);
      return flash(args, BACK, "取り決めを終了しました。発行済みの支払通知書はそのまま残ります。");
    });
  return submit(args, agreementAnswer, async (api, value, idempotency_key) => {
    await api.post(agreementMade, `${at}/answer`, value, idempotency_key);
    const done = value.agreed === "yes" ? "取り決めに同意しました。" : "提案を断りました。";
    return flash(args, BACK, done);
  });
}

export default function Agreement() {
  const { act, partner_name, proposal, ...data } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const common = {
    reply: answer?.reply,
    idempotency_key: answer?.idempotency_key ?? data.idempotency_key,
    cancel: BACK,
  };
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>{partner_name} との取り決め</h1>
      <div className="grid gap-2 rounded border border-line bg-surface p-4">
        <p>
          第{proposal.version}版　{CONFIRM_FORM_LABEL[proposal.form]}
          {proposal.days === null ? "" : `（${proposal.days}日）`}
        </p>
        <p>「{proposal.words}」</p>
      </div>
      {act === "none" ? (
        <Empty text="この取り決めは、もう変わっています。" action={{ label: "取り決めを見る", href: BACK }} />
      ) : null}
      {act === "answer" ? (
        <SchemaForm id="answer" schema={agreementAnswer} submit="送る" {...common}>
          <FieldSet legend="回答">
            <RadioField
              name="agreed"
              label="回答"
              options={[
                { value: "yes", label: "同意する" },
                { value: "no", label: "断る" },
              ]}
              help="同意すると、支払通知書が当社の請求書の代わりになります。載った納品は、当社からは請求しません。"
            />
            <TextArea name="reason" label="断る理由" optional rows={2} />
          </FieldSet>
        </SchemaForm>
      ) : null}
      {act === "end" ? (
        <SchemaForm id="end" schema={agreementEnd} submit="取り決めを終了する" tone="danger" {...common}>
          <input type="hidden" name="ending" value="1" />
          <p>終了すると、新しい支払通知書は発行できません。発行済みの支払通知書はそのまま残ります。</p>
          <TextArea name="reason" label="理由" rows={2} help="取引先にも見えます" />
        </SchemaForm>
      ) : null}
    </section>
  );
}
