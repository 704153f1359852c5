import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import type { List } from "~/lib/list/list.schema";
import { PAYABLE } from "~/lib/payable/debt.list";
import { payoutList } from "~/lib/payable/payout.list";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { askAll } from "~/lib/web/bulk.server";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { PayableTabs } from "./shared/payable.tabs";

export const meta = titled("支払一覧");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, payoutList);
  return json({ ...data, csv: `${payoutList.path}.csv?${new URLSearchParams(data.filter)}` });
}

/** At most so many at once: what is ticked travels in the address. */
const MOST = 200;

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const asked = await askAll(args, payoutList as unknown as List, { file: "振込ファイルを作る" }, MOST);
  if (asked) return asked;
  const form = await formOf(args);
  const payouts = new URLSearchParams(form.getAll("ids").map((id) => ["payout", String(id)]));
  return redirect(payouts.size === 0 ? payoutList.path : `${TRANSFERS}/new?${payouts}`, 303);
}

export default function Payouts() {
  const data = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">買掛金管理</h1>
      <PayableTabs current={payoutList.path} />
      <ListPage
        {...data}
        list={payoutList}
        under
        answer={bulkAnswer(useActionData())}
        bulk={
          <Button name="act" value="file">
            振込ファイルを作る
          </Button>
        }
        primary={{ label: "支払予定表から登録する", href: `${PAYABLE}/due` }}
      />
    </section>
  );
}
