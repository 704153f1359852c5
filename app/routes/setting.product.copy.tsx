import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ComboField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { SchemaForm } from "~/components/form/SchemaForm";
import { pageOf } from "~/lib/list/list.schema";
import { stepCopying } from "~/lib/product/product.edit.schema";
import { changedCount, productLine } from "~/lib/product/product.master.schema";
import { flash } from "~/lib/web/flash.server";
import { chosenProducts } from "~/lib/web/product.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("工程コピー");
const form = stepCopying.omit({ ids: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items } = await api.get(pageOf(productLine), "/products/master", { size: 200 });
  const options = items
    .filter((one) => one.steps)
    .map((one) => ({ value: String(one.product_id), label: `${one.code} ${one.name}（${one.steps}）` }));
  return json({
    num: chosenProducts(args).length,
    options,
    search: new URL(args.request.url).search,
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, form, async (api, value, key) => {
    const ids = chosenProducts(args);
    const { num } = await api.post(changedCount, "/products/steps", { ids, ...value }, key);
    return flash(args, "/setting/product", `${num}件の商品に標準工程をコピーしました。`);
  });
}

export default function Copy() {
  const { num, options, search, idempotency_key } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-4">
      <header>
        <h1 className="text-title font-bold">工程コピー</h1>
        <p className="text-muted">
          選んだ{num}件の商品の標準工程と記録項目を、コピー元と同じにします。いまの標準工程は置き換わります。
        </p>
      </header>
      <SchemaForm
        id="copy"
        schema={form}
        answer={useActionData<typeof action>()}
        idempotency_key={idempotency_key}
        submit="コピーする"
        cancel="/setting/product"
        action={`/setting/product/copy${search}`}
      >
        <FieldSet legend="コピー元">
          <ComboField
            name="from_id"
            label="コピー元の商品"
            options={options}
            source="/setting/product/find?q="
            width="full"
            autoFocus
          />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
