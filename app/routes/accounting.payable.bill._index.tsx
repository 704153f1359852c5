import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { billList } from "~/lib/payable/bill.list";
import { PAYABLE } from "~/lib/payable/debt.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { PayableTabs } from "./shared/payable.tabs";

export const meta = titled("計上一覧");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, billList);
  return json({ ...data, csv: `${billList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Bills() {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">買掛金管理</h1>
      <PayableTabs current={billList.path} />
      <ListPage
        {...useLoaderData<typeof loader>()}
        list={billList}
        under
        primary={{ label: "請求書・経費を計上", href: `${PAYABLE}/bill/new` }}
      >
        <p className="text-note text-muted">
          計上した紙の請求書と経費のすべてです（支払済・取消・請求日が先のものも）。KOBAで受け取った請求書は
          <a href="/accounting/invoice">請求書一覧</a>にあります。
        </p>
      </ListPage>
    </section>
  );
}
