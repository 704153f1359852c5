import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatNumber } from "~/lib/money/decimal";
import { stockHref } from "~/lib/stock/stock.list";
import { stockRow } from "~/lib/stock/stock.schema";
import { weighing, weighingDone } from "~/lib/stock/weigh.schema";
import { enterStock, flashTerms } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { productTitled } from "~/lib/web/title";
import { StockOf } from "./shared/stock.of";
import { SeenText } from "./shared/stock.seen";

export const meta = productTitled("10個の重さを量る");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  return json({ row: await api.get(stockRow, `/inventory/${args.params.product_id}`) });
}

export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  const id = Number(args.params.product_id);
  return submit(args, weighing, async (api, value) => {
    const { unit_weight, changed_time } = await api.put(weighingDone, `/inventory/${id}/weight`, value);
    const text = `単重を${formatNumber(unit_weight)}kg/個にしました。`;
    return flashTerms(args, stockHref(id), text, changed_time, String(id));
  });
}

export default function StockWeight() {
  const { row } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <StockOf row={row} />
      <h1>10個の重さを量る</h1>
      <p>
        いまの単重 <b>{row.unit_weight === null ? "なし" : `${formatNumber(row.unit_weight)}kg/個`}</b>
      </p>
      <SchemaForm
        id="weight"
        schema={weighing}
        reply={answer?.reply}
        version={row.product_version}
        values={{ num_weighed: "10" }}
        submit="単重にする"
        cancel={stockHref(row.product_id)}
      >
        <FieldSet legend="量ったもの" columns={2}>
          <NumberField name="num_weighed" label="量った個数" unit="個" />
          <NumberField
            name="weight"
            label="重さ"
            unit="kg"
            help="容器の重さは引きます。軽いものは、個数を増やすと正確になります。"
          />
          <TextField
            name="reason"
            label="理由"
            optional
            help="いまの単重と1%を超えて違うときは必要です。商品の履歴に残ります。"
          />
          <SeenText name="doubt" sure="この重さでよい" />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
