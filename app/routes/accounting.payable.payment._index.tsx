import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { PAYABLE } from "~/lib/payable/debt.list";
import { payoutList } from "~/lib/payable/payout.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { PayableTabs } from "./shared/payable.tabs";

export const meta = titled("支払一覧");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, payoutList);
  return json({ ...data, csv: `${payoutList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Payouts() {
  const data = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="print:hidden">買掛金管理</h1>
      <PayableTabs current={payoutList.path} />
      <ListPage
        {...data}
        list={payoutList}
        under
        primary={{ label: "支払予定表から登録する", href: `${PAYABLE}/due` }}
      />
    </section>
  );
}
