import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { recordList } from "~/lib/payable/record.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { PayableTabs } from "./shared/payable.tabs";

export const meta = titled("取適法の記録");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, recordList);
  return json({ ...data, csv: `${recordList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Records() {
  const data = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">買掛金管理</h1>
      <PayableTabs current={recordList.path} />
      <ListPage {...data} list={recordList} under>
        <p className="text-note text-muted">
          外注加工の請求書ごとに、受領日・検査・変更・増減・支払を並べた記録です（取適法7条、取引が終わってから2年保存）。注文の内容は外注依頼書にあります。遅延利息は、支払った分について計算した額です。
          <span className="print:hidden">押すと、その計上（科目「遅延利息」）を入力できます。</span>
        </p>
      </ListPage>
    </section>
  );
}
