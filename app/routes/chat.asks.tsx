import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { askList } from "~/lib/chat/ask.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("要回答");

export async function loader(args: LoaderFunctionArgs) {
  return json(await loadList(args, askList));
}

export default function Asks() {
  const { page, filter } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={askList}
      page={page}
      filter={filter}
      csv={`/chat/asks.csv?${new URLSearchParams(filter)}`}
    >
      <p>
        <a href="/chat">チャットへ戻る</a>
      </p>
    </ListPage>
  );
}
