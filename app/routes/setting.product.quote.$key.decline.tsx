import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { declining } from "~/lib/quote/answer.schema";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";
import { quoteViewed, received } from "~/lib/quote/quote.row.schema";
import { DECLINE_LABEL, DECLINE_REASONS } from "~/lib/vocabulary/quote";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("見積依頼の辞退");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const found = await api.get(received, `/quotes/received/${args.params.key}`);
  if (!found.may_decline) return redirect(`/setting/product/quote/${found.key}`, 303);
  const { key, number, name, buyer } = found;
  return json({ key, number, name, buyer: buyer.name, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, declining, async (api, value, given) => {
    await api.post(quoteViewed, `/quotes/received/${key}/decline`, value, given);
    return flash(args, `/setting/product/quote/${key}`, "見積依頼を辞退しました。依頼元に知らせました。");
  });
}

export default function Decline() {
  const found = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  return (
    <section className="grid gap-4">
      <h1>見積依頼の辞退</h1>
      <p>
        {found.number} {found.name}・<b>{found.buyer}</b>
      </p>
      <SchemaForm
        id="decline"
        schema={declining}
        answer={again}
        idempotency_key={found.idempotency_key}
        submit="辞退する"
        tone="danger"
        cancel={`/setting/product/quote/${found.key}`}
      >
        <RadioField
          name="reason"
          label={L.declined_reason}
          options={DECLINE_REASONS.map((value) => ({ value, label: DECLINE_LABEL[value] }))}
        />
        <TextArea
          name="words"
          label={L.words}
          optional
          help="理由と言葉は、依頼元に伝わります。締め切られるまでは、辞退を取り消して回答できます。"
        />
      </SchemaForm>
    </section>
  );
}
