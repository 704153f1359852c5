import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { allSecurityList } from "~/lib/auth/security.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("ログインの記録（全社）");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, allSecurityList);
  return json({ ...data, csv: `${allSecurityList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export default function SecurityLog() {
  const { page, filter, turned, csv, printed } = useLoaderData<typeof loader>();
  return (
    <ListPage list={allSecurityList} page={page} filter={filter} turned={turned} csv={csv} printed={printed}>
      <p className="text-note text-muted">
        全社のログイン・失敗・権限のない操作です。登録のない名前は、同じ名前と分かる印だけを残します。400日で消えます。
      </p>
    </ListPage>
  );
}
