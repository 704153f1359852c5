import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { unpaged } from "~/lib/list/list.schema";
import { sortRows } from "~/lib/list/sort";
import { destinationImport } from "~/lib/partner/destination.import";
import { destinationList } from "~/lib/partner/destination.list";
import { destinations } from "~/lib/partner/destination.schema";
import { json } from "~/lib/web/json.server";
import { filterOf } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("納入先一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const found = await api.get(destinations, `/factories/${who.company_id}/destinations`);
  const { sort } = filterOf(destinationList as never, args.request);
  const items = sortRows(destinationList.columns, found.items, sort);
  return json({
    filter: sort ? { sort } : {},
    page: unpaged(items),
  });
}

export default function Destinations() {
  const { page, filter } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={destinationList}
      page={page}
      filter={filter}
      csv={`/setting/destination.csv?${new URLSearchParams(filter)}`}
      intake={destinationImport.path}
      primary={{ label: "納入先を追加", href: "/setting/destination/new" }}
    />
  );
}
