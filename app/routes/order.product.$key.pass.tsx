import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField, RadioField } from "~/components/form/choices";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { DAYS_TO_TELL, isUndecided } from "~/lib/quote/award";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";
import { quoteDetail, quoteDone } from "~/lib/quote/quote.row.schema";
import { quotePass } from "~/lib/quote/quote.schema";
import { addBusinessDays } from "~/lib/time/businessday";
import { today, tokyoDate } from "~/lib/time/date";
import { PASS_LABEL, PASS_REASONS } from "~/lib/vocabulary/quote";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("見送り");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { key, number, name, version, parts, awards } = await api.get(
    quoteDetail,
    `/quotes/${args.params.key}`,
  );
  const wanted = new URL(args.request.url).searchParams.get("seller");
  const part = parts.find((one) => one.seller_id === wanted);
  if (!part) throw new Response(null, { status: 404 });
  // 知らせる is the usual thing once the choice has stood for some days.
  const [first] = awards;
  const isStanding = first && addBusinessDays(tokyoDate(first.awarded_time), DAYS_TO_TELL) <= today();
  const tells = Boolean(isStanding) || part.passed_time !== null;
  const { seller_id, seller_name, passed_reason, passed_words } = part;
  const chosen = awards.map((one) => one.seller_id);
  const others = parts.filter(
    (one) => one !== part && isUndecided(one) && !chosen.includes(one.seller_id),
  ).length;
  const said = { seller_id, seller_name, passed_reason, passed_words };
  return json({ key, number, name, version, ...said, tells, others });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, quotePass, async (api, value, given) => {
    await api.post(quoteDone, `/quotes/${key}/pass`, value, given);
    const done = value.tell ? "見送りを知らせました。" : "見送りを記録しました。まだ知らせていません。";
    return flash(args, `/order/product/${key}`, done);
  });
}

export default function Pass() {
  const found = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  return (
    <section className="grid gap-4">
      <h1>見送り</h1>
      <p>
        {found.number} {found.name}・<b>{found.seller_name}</b>
      </p>
      <SchemaForm
        id="pass"
        schema={quotePass}
        reply={again?.reply}
        version={found.version}
        idempotency_key={
          again?.idempotency_key ?? `quote.pass.${found.key}.${found.seller_id}.${found.version}`
        }
        values={{
          reason: found.passed_reason ?? "unsaid",
          words: found.passed_words ?? "",
          tell: found.tells ? "on" : "",
        }}
        submit="見送る"
        cancel={`/order/product/${found.key}`}
      >
        <HiddenField name="seller_id" value={found.seller_id} />
        <RadioField
          name="reason"
          label={L.passed_reason}
          options={PASS_REASONS.map((value) => ({ value, label: PASS_LABEL[value] }))}
        />
        <TextArea name="words" label={L.words} optional help="ほかの会社の金額や名前は書かないでください。" />
        <CheckField
          name="tell"
          label="依頼先に知らせる"
          help="付けなければ、社内の記録だけになります。知らせたあとは取り消せません。"
        />
        {found.others > 0 ? (
          <CheckField
            name="others"
            label={`ほかの${found.others}社も、同じ理由と言葉で見送る`}
            help="採用した依頼先、辞退した依頼先、もう見送りにした依頼先は除きます。お互いの会社名は伝わりません。"
          />
        ) : null}
      </SchemaForm>
    </section>
  );
}
