import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { destinationImport } from "~/lib/setting/destination.import";
import { destinationList } from "~/lib/setting/destination.list";
import { destinations } from "~/lib/setting/destination.schema";
import { json } from "~/lib/web/json.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("納入先一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { items } = await api.get(destinations, `/factories/${who.company_id}/destinations`);
  return json({ items, total: items.length, total_more: false, next: null, previous: null });
}

export default function Destinations() {
  return (
    <ListPage list={destinationList} page={useLoaderData<typeof loader>()} filter={{}} csv="/setting/destination.csv" intake={destinationImport.path}
      primary={{ label: "納入先を追加", href: "/setting/destination/new" }} />
  );
}
