import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, TextField } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import { listAt } from "~/lib/product/product";
import { priceWithdrawal, productPrice } from "~/lib/product/product.edit.schema";
import { OPEN, PRODUCT_LABEL } from "~/lib/product/product.fields";
import { productPage } from "~/lib/product/product.master.schema";
import { formatDate, today } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { productTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Head } from "~/routes/setting.product.$key._index/Head";
import { History } from "./History";

export const meta = productTitled("商品の単価");
const done = z.object({ product_id: z.number() });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const page = await api.get(productPage, `/products/${args.params.key}`);
  if (!page.prices) throw new Response(null, { status: 403 });
  return json({ page, prices: page.prices, today: today(), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const path = `/setting/product/${key}/prices`;
  if (new URL(args.request.url).searchParams.has("withdraw")) {
    return submit(args, priceWithdrawal, async (api, value) => {
      await api.post(done, `/products/${key}/prices/withdraw`, value, crypto.randomUUID());
      return flash(args, path, "まだ使われていない単価を取り消しました。");
    });
  }
  return submit(args, productPrice, async (api, value, given) => {
    await api.post(done, `/products/${key}/prices`, value, given);
    return flash(args, path, `${formatDate(value.effective_from)} からの単価を追加しました。`);
  });
}

export default function Prices() {
  const { page, prices, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const { product } = page;
  const path = `/setting/product/${product.product_id}/prices`;
  const now = listAt(prices, day);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Head page={page} tab="prices" />
      <History prices={prices} now={now?.effective_from} day={day} path={path} product={product} />
      <SchemaForm
        id="price"
        schema={productPrice}
        answer={useActionData<typeof action>()}
        idempotency_key={idempotency_key}
        version={product.version}
        submit="単価を追加する"
        cancel={`/setting/product/${product.product_id}`}
        action={path}
        values={{
          effective_from: day,
          agreed_on: day,
          tiers: now?.tiers.map(({ unit_price, ...tier }) => ({
            ...tier,
            unit_price: unit_price ?? OPEN,
          })) ?? [{ min_quantity: "0", unit_price: "" }],
        }}
      >
        <FieldSet legend="新しい版を追加する" columns={2}>
          <DateField
            name="effective_from"
            label={PRODUCT_LABEL.effective_from}
            lean="coming"
            help="この日からの注文に使います。"
          />
          <DateField
            name="agreed_on"
            label={PRODUCT_LABEL.agreed_on}
            help="依頼元と合意した日。値下げは、合意日より前にさかのぼれません。"
          />
          <TextField name="note" label="メモ" optional help="改定の理由など。" />
          <div className="col-span-full min-w-0">
            <p className="text-note text-muted">単価の決まっていない数量は、単価に「{OPEN}」と入力します。</p>
            <Lines
              name="tiers"
              max={20}
              columns={[
                {
                  name: "min_quantity",
                  label: `数量（${UNIT_LABEL[product.order_unit]}）から`,
                  kind: "number",
                },
                { name: "unit_price", label: `単価（円/${UNIT_LABEL[product.unit]}）`, kind: "text" },
              ]}
            />
          </div>
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
