import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { productNew } from "~/lib/product/product.edit.schema";
import { PRODUCT_LABEL } from "~/lib/product/product.fields";
import { productCategories } from "~/lib/product/product.master.schema";
import { boardMeta } from "~/lib/shop/meta.schema";
import { today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { unitOptions } from "~/lib/vocabulary/unit";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { BasicFields } from "./setting.product.$key._index/BasicFields";

export const meta = titled("商品の追加");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const [{ items }, { units }, { items: categories }] = await Promise.all([
    api.get(collaborators, "/factories/collaborators", { side: "buyer" }),
    api.get(boardMeta, "/factories/self/meta"),
    api.get(productCategories, "/products/categories"),
  ]);
  return json({
    units,
    categories,
    buyers: items.map(({ id, name }) => ({ value: id, label: name })),
    amounts: seesAmounts(who),
    today: today(),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, productNew, async (api, value, key) => {
    const { product_id } = await api.post(z.object({ product_id: z.number() }), "/products", value, key);
    return flash(
      args,
      `/setting/product/${product_id}`,
      `商品「${value.code} ${value.name}」を追加しました。`,
    );
  });
}

export default function NewProduct() {
  const { units, categories, buyers, amounts, today: day, idempotency_key } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-4">
      <h1>商品の追加</h1>
      <SchemaForm
        id="product"
        schema={productNew}
        answer={useActionData<typeof action>()}
        idempotency_key={idempotency_key}
        submit="追加する"
        cancel="/setting/product"
        values={{ order_unit: units[0], unit: units[0], effective_from: day, agreed_on: day }}
      >
        <FieldSet legend="依頼元">
          <SelectField
            name="buyer_id"
            label="依頼元"
            options={buyers}
            width="full"
            help="だれのために作る商品か。あとから変えられません。"
          />
        </FieldSet>
        <BasicFields units={unitOptions(units)} categories={categories} />
        {amounts ? (
          <FieldSet legend="初めの単価" columns={2}>
            <NumberField name="unit_price" label={PRODUCT_LABEL.unit_price} optional unit="円" />
            <DateField name="effective_from" label={PRODUCT_LABEL.effective_from} optional />
            <DateField name="agreed_on" label={PRODUCT_LABEL.agreed_on} optional />
          </FieldSet>
        ) : null}
      </SchemaForm>
    </div>
  );
}
