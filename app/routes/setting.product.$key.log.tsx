import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Timeline } from "~/components/list/Timeline";
import { productLog } from "~/lib/product/product.log";
import { productPage } from "~/lib/product/product.master.schema";
import { productTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Head } from "./setting.product.$key._index/Head";

export const meta = productTitled("商品の履歴");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(productPage, `/products/${args.params.key}`));
}

export default function Log() {
  const page = useLoaderData<typeof loader>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Head page={page} tab="log" />
      <Timeline entries={productLog(page.log)} empty="まだ変更はありません。" />
    </div>
  );
}
