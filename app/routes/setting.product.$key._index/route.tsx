import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { productChange } from "~/lib/product/product.edit.schema";
import { changedCount, productCategories, productPage } from "~/lib/product/product.master.schema";
import { boardMeta } from "~/lib/shop/meta.schema";
import { unitOptions } from "~/lib/vocabulary/unit";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { productTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { BasicFields } from "./BasicFields";
import { Head } from "./Head";

export const meta = productTitled("商品");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const [page, { units }, { items: categories }] = await Promise.all([
    api.get(productPage, `/products/${args.params.key}`),
    api.get(boardMeta, "/factories/self/meta"),
    api.get(productCategories, "/products/categories"),
  ]);
  return json({ ...page, units, categories });
}

/** Saves; the second button takes the product out of the choices, or back in. */
export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const path = `/setting/product/${key}`;
  if (new URL(args.request.url).searchParams.has("active")) {
    return submit(args, z.object({ is_active: z.enum(["true", "false"]) }), async (api, { is_active }) => {
      await api.post(changedCount, "/products/state", { ids: [Number(key)], is_active }, crypto.randomUUID());
      return flash(
        args,
        path,
        is_active === "true"
          ? "商品を有効に戻しました。"
          : "商品を無効にしました。これまでのカードと書類は残ります。",
      );
    });
  }
  return submit(args, productChange, async (api, value) => {
    await api.put(z.object({ product_id: z.number() }), `/products/${key}`, value);
    return flash(args, path, `商品「${value.code} ${value.name}」を保存しました。`);
  });
}

export default function Product() {
  const { units, categories, ...page } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const { product } = page;
  const path = `/setting/product/${product.product_id}`;
  const text = (value: string | null) => value ?? "";
  const values = {
    code: product.code,
    name: product.name,
    category: text(product.category),
    drawing_no: text(product.drawing_no),
    drawing_revision: text(product.drawing_revision),
    order_unit: product.order_unit,
    unit: product.unit,
    unit_weight: text(product.unit_weight),
    pieces_per_set: text(product.pieces_per_set),
    is_stock: product.is_stock ? "on" : "",
    num_threshold: text(product.num_threshold),
    note: text(product.note),
  };
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Head page={page} tab="" />
      <SchemaForm
        id="product"
        schema={productChange}
        reply={reply}
        version={product.version}
        values={values}
        submit="保存"
        cancel="/setting/product"
        pair
        action={path}
      >
        <BasicFields units={unitOptions(units, product.order_unit, product.unit)} categories={categories} />
      </SchemaForm>
      <section className="grid max-w-[720px] gap-2 border-t border-line pt-4">
        <p className="text-note text-muted">
          {product.is_active
            ? "無効にすると、注文やカードで選べなくなります。これまでのカードと書類は残ります。"
            : "この商品は無効です。"}
        </p>
        <div className="justify-self-start">
          <OneTap
            action={`${path}?active=1`}
            fields={{ is_active: String(!product.is_active) }}
            tone={product.is_active ? "danger" : undefined}
          >
            {product.is_active ? "無効にする" : "有効に戻す"}
          </OneTap>
        </div>
      </section>
    </div>
  );
}
