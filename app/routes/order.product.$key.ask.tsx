import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";
import { quoteDetail, quoteDone } from "~/lib/quote/quote.row.schema";
import { quoteAsk } from "~/lib/quote/quote.schema";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("再見積");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { key, number, name, version, parts } = await api.get(quoteDetail, `/quotes/${args.params.key}`);
  const wanted = new URL(args.request.url).searchParams.get("seller");
  const part = parts.find((one) => one.seller_id === wanted);
  if (!part) throw new Response(null, { status: 404 });
  const { seller_id, seller_name } = part;
  return json({ key, number, name, version, seller_id, seller_name });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, quoteAsk, async (api, value, given) => {
    await api.post(quoteDone, `/quotes/${key}/ask`, value, given);
    return flash(
      args,
      `/order/product/${key}`,
      "再見積を求めました。今の回答は、新しい版が届くまで残ります。",
    );
  });
}

export default function Ask() {
  const found = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  return (
    <section className="grid gap-4">
      <h1>再見積を求める</h1>
      <p>
        {found.number} {found.name}・<b>{found.seller_name}</b>
      </p>
      <SchemaForm
        id="ask"
        schema={quoteAsk}
        reply={again?.reply}
        version={found.version}
        idempotency_key={
          again?.idempotency_key ?? `quote.ask.${found.key}.${found.seller_id}.${found.version}`
        }
        submit="再見積を求める"
        cancel={`/order/product/${found.key}`}
      >
        <HiddenField name="seller_id" value={found.seller_id} />
        <TextArea
          autoFocus
          name="words"
          label={L.words}
          optional
          help="下げてほしい額、数量や納期の変更、有効期限の延長など。ほかの会社の金額や名前は書かないでください。"
        />
      </SchemaForm>
    </section>
  );
}
