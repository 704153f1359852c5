import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { selfBillList } from "~/lib/selfbill/selfbill.list";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { SelfBillTabs } from "./shared/selfbill.tabs";

export const meta = titled("支払通知書");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, selfBillList);
  return json({ ...data, csv: `${SELF_BILLS}.csv?${new URLSearchParams(data.filter)}` });
}

export default function SelfBills() {
  const data = useLoaderData<typeof loader>();
  const { company_type } = data.who;
  const orders = company_type === "buyer";
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      {orders ? null : <h1 className="led print:hidden">買掛金管理</h1>}
      <SelfBillTabs company_type={company_type} />
      <ListPage
        {...data}
        list={selfBillList}
        under={!orders}
        primary={{ label: "支払通知書を作る", href: `${SELF_BILLS}/new` }}
      >
        <p className="print:hidden">
          <a href={`${SELF_BILLS}/agreement`}>取り決め（請求書の代わりにする支払先・依頼元）</a>
        </p>
      </ListPage>
    </section>
  );
}
