import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { orderList, withSellers } from "~/lib/order/order.list";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("外注依頼書");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const [data, sellers] = await Promise.all([
    loadList(args, orderList),
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
  ]);
  const csv = `/order.csv?${new URLSearchParams(data.filter)}`;
  return json({ ...data, csv, sellers: sellers.items.map(({ id, name }) => ({ value: id, label: name })) });
}

export default function Orders() {
  const { page, filter, hide, amounts, csv, sellers } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={withSellers(orderList, sellers)}
      page={page}
      filter={filter}
      hide={hide}
      amounts={amounts}
      csv={csv}
      beside={<a href="/order/draft">下書き</a>}
      primary={{ label: "外注依頼を作る", href: "/order/new" }}
    />
  );
}
