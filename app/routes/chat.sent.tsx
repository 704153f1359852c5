import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { sentFileList } from "~/lib/chat/search.list";
import { loadFound } from "~/lib/web/chat.search.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { FoundLinks } from "./shared/found.links";

export const meta = titled("チャットのファイル");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json(await loadFound(args, sentFileList()));
}

export default function SentFiles() {
  const { page, filter, rooms } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={sentFileList(rooms)}
      page={page}
      filter={filter}
      csv={`/chat/sent.csv?${new URLSearchParams(filter)}`}
    >
      <FoundLinks path="/chat/sent" filter={filter} />
    </ListPage>
  );
}
