import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { CONFIRMATIONS, confirmationList } from "~/lib/receivable/confirmation.schema";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { ReceivableTabs } from "./shared/receivable.tabs";

export const meta = titled("残高確認");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, confirmationList);
  return json({ ...data, csv: `${CONFIRMATIONS}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Confirmations() {
  const data = useLoaderData<typeof loader>();
  const isSeller = data.who.company_type === "seller";
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      {isSeller ? (
        <>
          <h1 className="led print:hidden">売掛・請求残</h1>
          <ReceivableTabs current={CONFIRMATIONS} />
        </>
      ) : null}
      <ListPage {...data} list={confirmationList} under={isSeller} />
    </section>
  );
}
