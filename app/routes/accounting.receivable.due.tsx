import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { dueList } from "~/lib/receivable/due.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { ReceivableTabs } from "./shared/receivable.tabs";

export const meta = titled("入金予定");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, dueList);
  return json({ ...data, csv: `${dueList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Due() {
  const data = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">売掛・請求残</h1>
      <ReceivableTabs current={dueList.path} />
      <ListPage {...data} list={dueList} under>
        {data.page.sums?.maturing ? (
          <p className="text-note text-muted">
            手形・でんさい・小切手は入金として登録済みです。残には入れず、現金になる期日に手形等と累計に入れています。
          </p>
        ) : null}
      </ListPage>
    </section>
  );
}
