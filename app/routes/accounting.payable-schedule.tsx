import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { payableList } from "~/lib/accounting/payable.list";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import type { List } from "~/lib/list/list.schema";
import { askAll } from "~/lib/web/bulk.server";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("支払予定");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, payableList);
  return json({ ...data, csv: `${payableList.path}.csv?${new URLSearchParams(data.filter)}` });
}

const ACTS: Record<string, string> = { paid: "支払済みにする", unpaid: "支払済みの取消" };
/** As many as the page that asks once more draws. */
const MOST = 50;

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const asked = await askAll(args, payableList as unknown as List, ACTS, MOST);
  if (asked) return asked;
  const form = await formOf(args);
  const keys = new URLSearchParams(form.getAll("ids").map((id) => ["key", String(id)]));
  const act = form.get("act") === "unpaid" ? "unpaid" : "paid";
  return redirect(keys.size === 0 ? payableList.path : `${payableList.path}/${act}?${keys}`, 303);
}

export default function PayableSchedule() {
  const data = useLoaderData<typeof loader>();
  return (
    <ListPage
      {...data}
      list={payableList}
      answer={bulkAnswer(useActionData())}
      bulk={Object.entries(ACTS).map(([value, label]) => (
        <Button key={value} name="act" value={value}>
          {label}
        </Button>
      ))}
    >
      <p className="flex flex-wrap gap-x-6 print:hidden">
        <a href="/accounting/self-bill">支払通知書</a>
        <a href="/accounting/confirmation">取引先から届いた残高確認</a>
      </p>
      {data.filter.from || data.filter.to ? null : (
        <p className="text-note text-muted">
          支払期日が今月以降の請求書と、それより前で未払のものです。累計は、その日までに要る金額です。支払済は自社の記録で、取引先には見えません。
        </p>
      )}
    </ListPage>
  );
}
