import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { templateList } from "~/lib/order/draft.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("外注依頼のひな形");

export async function loader(args: LoaderFunctionArgs) {
  return json(await loadList(args, templateList));
}

export default function Templates() {
  const { page, filter, printed } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={templateList}
      page={page}
      filter={filter}
      printed={printed}
      beside={
        <>
          <a href="/order">外注依頼書</a>
          <a href="/order/draft">下書き</a>
        </>
      }
      primary={{ label: "外注依頼を作る", href: "/order/new" }}
    />
  );
}
