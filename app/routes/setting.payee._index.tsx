import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { payeeImport } from "~/lib/transfer/payee.import";
import { payeeList } from "~/lib/transfer/payee.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("振込先の口座");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, payeeList);
  return json({ ...data, csv: `${payeeList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Payees() {
  return (
    <ListPage {...useLoaderData<typeof loader>()} list={payeeList} intake={payeeImport.path}>
      <p className="text-note text-muted">
        総合振込で支払う口座です。口座番号は下4桁だけを表示します。登録や変更は、管理者全員に知らせます。
      </p>
    </ListPage>
  );
}
