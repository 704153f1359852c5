import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { searchList } from "~/lib/chat/search.list";
import { loadFound } from "~/lib/web/chat.search.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { FoundLinks } from "./shared/found.links";

export const meta = titled("メッセージの検索");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json(await loadFound(args, searchList()));
}

export default function SearchMessages() {
  const { page, filter, rooms } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={searchList(rooms)}
      page={page}
      filter={filter}
      csv={`/chat/search.csv?${new URLSearchParams(filter)}`}
    >
      <FoundLinks path="/chat/search" filter={filter} />
    </ListPage>
  );
}
