import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { INVENTORY, stockList } from "~/lib/stock/stock.list";
import { stockPage } from "~/lib/stock/stock.schema";
import { loadList } from "~/lib/web/list.server";
import { stockKinds } from "~/lib/web/stock.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { StockTabs } from "../shared/stock.tabs";
import { StockTiles } from "./StockTiles";

export const meta = titled("在庫管理");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const isOwner = who.company_type === "buyer";
  const buyer_id = new URL(args.request.url).searchParams.get("buyer_id") ?? undefined;
  const [data, whole, { items }] = await Promise.all([
    loadList(args, stockList()),
    api.get(stockPage, INVENTORY, { buyer_id, size: 1 }),
    api.get(collaborators, "/factories/collaborators", { side: isOwner ? "seller" : "buyer" }),
  ]);
  return json({
    ...data,
    isOwner,
    whole,
    kinds: stockKinds(args),
    owners: items.map(({ id, name }) => ({ value: id, label: name })),
    csv: `${INVENTORY}.csv?${new URLSearchParams(data.filter)}`,
  });
}

export default function Inventory() {
  const { isOwner, whole, kinds, owners, filter, ...data } = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="print:hidden">在庫管理</h1>
      <StockTabs kinds={kinds} current={filter.buyer_id} isOwner={isOwner} />
      <StockTiles page={whole} buyer_id={filter.buyer_id} />
      <ListPage {...data} list={stockList({ kinds, owners, isOwner })} filter={filter} under />
    </section>
  );
}
