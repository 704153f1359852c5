import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { draftList } from "~/lib/order/draft.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("外注依頼の下書き");

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
      beside={
        <>
          <a href="/order">外注依頼書</a>
          <a href="/order/template">ひな形</a>
        </>
      }
      primary={{ label: "外注依頼を作る", href: "/order/new" }}
    />
  );
}
