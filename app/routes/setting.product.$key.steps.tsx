import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FieldSet } from "~/components/form/FieldSet";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import { productSteps } from "~/lib/product/product.edit.schema";
import { productPage } from "~/lib/product/product.master.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { productTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Head } from "./setting.product.$key._index/Head";

export const meta = productTitled("商品の工程");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(productPage, `/products/${args.params.key}`));
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, productSteps, async (api, value) => {
    await api.put(z.object({ product_id: z.number() }), `/products/${key}/steps`, value);
    return flash(
      args,
      `/setting/product/${key}/steps`,
      "標準工程を保存しました。これから作るカードに使います。",
    );
  });
}

const text = (value: string | number | null) => (value === null ? "" : String(value));

export default function Steps() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const { product, steps, items, processes, record_items } = page;
  const choices = processes
    .filter((one) => one.role !== "inbox")
    .map((one) => ({ value: String(one.group_id), label: one.label }));
  const measures = record_items.map((one) => ({ value: String(one.item_id), label: one.label }));
  const values = {
    steps: steps.map((one, index) => ({
      at: String((index + 1) * 10),
      group_id: String(one.group_id),
      setup_minutes: text(one.setup_minutes),
      minutes_per_item: text(one.minutes_per_item),
      caution: text(one.caution),
    })),
    items: items.map((one) => ({
      item_id: String(one.item_id),
      lower_limit: text(one.lower_limit),
      upper_limit: text(one.upper_limit),
    })),
  };
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Head page={page} tab="steps" />
      <SchemaForm
        id="steps"
        schema={productSteps}
        reply={reply}
        version={product.version}
        values={values}
        submit="保存"
        wide
        cancel={`/setting/product/${product.product_id}`}
        action={`/setting/product/${product.product_id}/steps`}
      >
        <FieldSet legend="標準工程">
          <p className="text-note text-muted">
            カードは初めの工程から始まります。「順」の小さい順に並びます。時間は加工実績で標準時間として使います。
          </p>
          <Lines
            name="steps"
            min={0}
            max={30}
            columns={[
              { name: "at", label: "順", kind: "number", optional: true, width: "narrow" },
              { name: "group_id", label: "工程", kind: "combo", options: choices },
              { name: "setup_minutes", label: "段取（分）", kind: "number", optional: true, width: "narrow" },
              {
                name: "minutes_per_item",
                label: `1${UNIT_LABEL[product.order_unit]}あたり（分）`,
                kind: "number",
                optional: true,
                width: "narrow",
              },
              { name: "caution", label: "QR注意書き", kind: "text", optional: true, width: "wide" },
            ]}
          />
        </FieldSet>
        <FieldSet legend="記録項目・検査項目">
          <p className="text-note text-muted">
            {measures.length > 0
              ? "メタ情報で決めた記録項目から選びます。規格がこの商品だけ違うときは、下限と上限を入れます。"
              : "記録項目は、メタ情報で決めるとここで選べます。"}
          </p>
          {measures.length > 0 ? (
            <Lines
              name="items"
              min={0}
              max={50}
              columns={[
                { name: "item_id", label: "記録項目", kind: "combo", options: measures },
                { name: "lower_limit", label: "下限", kind: "number", optional: true },
                { name: "upper_limit", label: "上限", kind: "number", optional: true },
              ]}
            />
          ) : null}
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
