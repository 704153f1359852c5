import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { ownSecurityList } from "~/lib/auth/security.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("自分のログインの記録");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, ownSecurityList);
  return json({ ...data, csv: `${ownSecurityList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export default function SecurityLog() {
  const { page, filter, turned, csv, printed } = useLoaderData<typeof loader>();
  return (
    <ListPage list={ownSecurityList} page={page} filter={filter} turned={turned} csv={csv} printed={printed}>
      <p className="text-note text-muted">
        自分の名前で行われたログインと、その失敗です。400日で消えます。
        <a href="/setting/self/sessions">ログイン中の端末を見る</a>
      </p>
    </ListPage>
  );
}
