import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { draftList } from "~/lib/accounting/delivery.draft.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("納品書の下書き");

export async function loader(args: LoaderFunctionArgs) {
  return json(await loadList(args, draftList));
}

export default function Drafts() {
  const { page, filter, printed } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={draftList}
      page={page}
      filter={filter}
      printed={printed}
      beside={<a href="/accounting/delivery?saved=1">納品書一覧</a>}
      primary={{ label: "納品書を作成", href: "/accounting/delivery/new" }}
    />
  );
}
