import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { ZIP_MAX } from "~/lib/archive/archive";
import { archiveList } from "~/lib/archive/archive.list";
import { formatNumber } from "~/lib/money/decimal";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("電帳法の検索");

export async function loader(args: LoaderFunctionArgs) {
  return json(await loadList(args, archiveList));
}

export default function Archive() {
  const { who: _, ...data } = useLoaderData<typeof loader>();
  const query = new URLSearchParams(data.filter);
  return (
    <ListPage {...data} list={archiveList} csv={`/accounting/archive.csv?${query}`}>
      <div className="max-desk:order-last flex flex-wrap items-center gap-3 print:hidden">
        {data.page.items.length > 0 ? (
          <form method="post" action={`/accounting/archive/zip?${query}`}>
            <Button>ZIPで保存</Button>
          </form>
        ) : null}
        <p className="text-note text-muted">
          金額は税込です（税抜で発行する外注依頼書と見積書は10%を加えた額、円未満切捨て。いくつもの数量の見積書は、金額なし）。ZIPには書類・索引簿・訂正削除履歴が
          {formatNumber(ZIP_MAX)}
          件まで入ります（1,000件でおよそ1分。画面はそのまま使えます）。チャットで送り合ったPDF・Excelなどの資料も入ります（写真とDXF・STEPは入らず、30日で消えます）。
          受け取った書類は、保存すると確認したものになります。
        </p>
      </div>
    </ListPage>
  );
}
