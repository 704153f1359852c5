import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { SUPPLIES_AT, supplyList } from "~/lib/order/supply.list";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("支給品");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const [data, sellers] = await Promise.all([
    loadList(args, supplyList),
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
  ]);
  const csv = `${SUPPLIES_AT}.csv?${new URLSearchParams(data.filter)}`;
  return json({ ...data, csv, orders: sellers.items.length > 0 });
}

export default function Supplies() {
  const { orders, ...data } = useLoaderData<typeof loader>();
  const primary = orders ? { label: "支給を記録する", href: `${SUPPLIES_AT}/new` } : undefined;
  return <ListPage {...data} list={supplyList} primary={primary} />;
}
