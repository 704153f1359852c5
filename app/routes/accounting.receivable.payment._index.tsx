import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { paymentList } from "~/lib/receivable/payment.list";
import { loadDocuments } from "~/lib/web/document.server";
import { titled } from "~/lib/web/title";
import { ReceivableTabs } from "./shared/receivable.tabs";

export const meta = titled("入金一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { lines: _, ...data } = await loadDocuments(args, paymentList);
  return json(data);
}

export default function Payments() {
  const { who: _, ...data } = useLoaderData<typeof loader>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">売掛・請求残</h1>
      <ReceivableTabs current="/accounting/receivable/payment" />
      <ListPage
        {...data}
        under
        list={paymentList}
        primary={{ label: "入金を登録する", href: "/accounting/receivable/payment/new" }}
      />
    </div>
  );
}
