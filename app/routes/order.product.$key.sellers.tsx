import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChecksField } from "~/components/form/ChecksField";
import { CheckField } from "~/components/form/choices";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { FactPanel } from "~/components/list/Facts";
import { quoteDetail, quoteDone } from "~/lib/quote/quote.row.schema";
import { quoteSellersForm } from "~/lib/quote/quote.schema";
import { furtherProblem } from "~/lib/quote/quote.sellers";
import { today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { quoteChoices } from "~/lib/web/quote.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { factsOfQuote } from "./order.product.$key._index/facts";

export const meta = titled("依頼先の追加");

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { api } = visitor;
  const found = await api.get(quoteDetail, `/quotes/${args.params.key}`);
  if (found.is_offer) throw new Response(null, { status: 404 });
  const problem = furtherProblem(found, today());
  if (problem) return redirect(`/order/product/${found.key}`, 303);
  const { sellers } = await quoteChoices(visitor);
  const asked = new Set(found.parts.map((part) => part.seller_id));
  return json({
    found,
    sellers: sellers.filter(({ value }) => !asked.has(value)),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, quoteSellersForm, async (api, { confirmed: _, ...value }, given) => {
    await api.post(quoteDone, `/quotes/${key}/sellers`, value, given);
    return flash(args, `/order/product/${key}`, `${value.seller_ids.length}社に見積を依頼しました。`);
  });
}

export default function Sellers() {
  const { found, sellers, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  const at = `/order/product/${found.key}`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>依頼先の追加</h1>
      <FactPanel columns={2} facts={[{ label: "見積番号", value: found.number }, ...factsOfQuote(found)]} />
      {sellers.length === 0 ? (
        <Empty text="ほかに依頼先はありません。" action={{ label: "見積依頼に戻る", href: at }} />
      ) : (
        <SchemaForm
          id="sellers"
          schema={quoteSellersForm}
          answer={again}
          version={found.version}
          idempotency_key={idempotency_key}
          submit="追加して送信する"
          cancel={at}
        >
          <ChecksField
            name="seller_ids"
            label="追加する依頼先"
            options={sellers}
            help="上と同じ内容、同じ回答期限で届きます。もう依頼した会社には、何も伝わりません。"
          />
          <CheckField
            name="confirmed"
            label="この内容で、選択した依頼先に送る"
            help="送ったあとは、依頼先から外せません。"
          />
        </SchemaForm>
      )}
    </section>
  );
}
