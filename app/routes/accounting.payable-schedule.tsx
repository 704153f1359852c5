import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { payableList } from "~/lib/accounting/payable.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("支払予定");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, payableList);
  return json({ ...data, csv: `${payableList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export default function PayableSchedule() {
  const data = useLoaderData<typeof loader>();
  return (
    <ListPage {...data} list={payableList}>
      <p className="print:hidden">
        <a href="/accounting/confirmation">取引先から届いた残高確認</a>
      </p>
      {data.filter.from || data.filter.to ? null : (
        <p className="text-note text-muted">
          支払期日が今月以降の請求書です。累計は、その日までに要る金額です。
        </p>
      )}
    </ListPage>
  );
}
