import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FieldSet } from "~/components/form/FieldSet";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import { productParts } from "~/lib/product/product.edit.schema";
import { PRODUCT_LABEL } from "~/lib/product/product.fields";
import { productPage } from "~/lib/product/product.master.schema";
import { products } from "~/lib/product/product.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { productTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Head } from "./setting.product.$key._index/Head";

export const meta = productTitled("商品の部品構成");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const page = await api.get(productPage, `/products/${args.params.key}`);
  const { items } = await api.get(products, "/products", { seller_id: who.company_id, size: 50 });
  const known = [
    ...items.map(({ product_id, code, name }) => ({ product_id, code, name })),
    ...page.parts.flatMap(({ part_id, code, name }) =>
      part_id !== null && !items.some((one) => one.product_id === part_id)
        ? { product_id: part_id, code: code ?? "", name }
        : [],
    ),
  ];
  return json({
    page,
    options: known
      .filter((one) => one.product_id !== page.product.product_id)
      .map(({ product_id, code, name }) => ({
        value: String(product_id),
        label: `${code} ${name}`,
        fill: { name },
      })),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, productParts, async (api, value) => {
    await api.put(z.object({ product_id: z.number() }), `/products/${key}/parts`, value);
    return flash(args, `/setting/product/${key}/parts`, "部品構成を保存しました。");
  });
}

export default function Parts() {
  const { page, options } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const { product, parts, used_in } = page;
  const values = {
    parts: parts.map((one) => ({
      part_id: one.part_id === null ? "" : String(one.part_id),
      name: one.name,
      per_parent: one.per_parent,
    })),
  };
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Head page={page} tab="parts" />
      <SchemaForm
        id="parts"
        schema={productParts}
        reply={reply}
        version={product.version}
        values={values}
        submit="保存"
        wide
        cancel={`/setting/product/${product.product_id}`}
        action={`/setting/product/${product.product_id}/parts`}
      >
        <FieldSet legend="部品構成">
          <p className="text-note text-muted">
            1{UNIT_LABEL[product.order_unit]}
            を作るのに使う部品と員数です。商品マスタにないものは、品名だけでかまいません。
          </p>
          <Lines
            name="parts"
            min={0}
            max={50}
            columns={[
              {
                name: "part_id",
                label: "商品",
                kind: "combo",
                optional: true,
                width: "wide",
                options,
                source: "/setting/product/find?q=",
              },
              { name: "name", label: PRODUCT_LABEL.name, kind: "text", optional: true, width: "wide" },
              { name: "per_parent", label: "員数", kind: "number", width: "narrow" },
            ]}
          />
        </FieldSet>
      </SchemaForm>
      {used_in.length > 0 ? (
        <section className="grid gap-1">
          <h2 className="text-section font-bold">この商品を使う商品</h2>
          <ul>
            {used_in.map((one) => (
              <li key={one.product_id}>
                <a href={`/setting/product/${one.product_id}/parts`}>
                  {one.code} {one.name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
