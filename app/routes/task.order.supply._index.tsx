import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { plannedColumns, SUPPLIES_AT, supplyList } from "~/lib/order/supply.list";
import { plannedSupplies } from "~/lib/order/supply.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("支給品");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const [data, planned, sellers] = await Promise.all([
    loadList(args, supplyList),
    api.get(plannedSupplies, "/supplies/planned"),
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
  ]);
  const csv = `${SUPPLIES_AT}.csv?${new URLSearchParams(data.filter)}`;
  return json({ ...data, planned: planned.items, csv, orders: sellers.items.length > 0 });
}

export default function Supplies() {
  const { orders, planned, ...data } = useLoaderData<typeof loader>();
  const primary = orders ? { label: "支給を記録する", href: `${SUPPLIES_AT}/new` } : undefined;
  return (
    <ListPage {...data} list={supplyList} primary={primary}>
      {planned.length > 0 ? (
        <section className="grid gap-2">
          <h2>これから渡す支給品</h2>
          <Table columns={plannedColumns as Column[]} page={unpaged(planned)} title="これから渡す支給品" />
        </section>
      ) : null}
    </ListPage>
  );
}
