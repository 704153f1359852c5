import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { destinationImport, destinationList } from "~/lib/partner/destination.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("納入先一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  return json(await loadList(args, destinationList(who.company_id)));
}

export default function Destinations() {
  const { page, filter, who } = useLoaderData<typeof loader>();
  const list = destinationList(who.company_id);
  return (
    <ListPage
      list={list}
      page={page}
      filter={filter}
      csv={`/setting/destination.csv?${new URLSearchParams(filter)}`}
      intake={destinationImport.path}
      primary={list.empty.none.action}
    />
  );
}
