import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { securityList } from "~/lib/auth/security.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("ログインの記録");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, securityList);
  return json({ ...data, csv: `${securityList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export default function SecurityLog() {
  const { page, filter, turned, csv, printed } = useLoaderData<typeof loader>();
  return (
    <ListPage list={securityList} page={page} filter={filter} turned={turned} csv={csv} printed={printed}>
      <p className="text-note text-muted">
        会社のアカウントのログイン・失敗・権限のない操作です。400日で消えます。権限の変更は各アカウントの履歴にあります。
      </p>
    </ListPage>
  );
}
