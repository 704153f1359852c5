import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import type { List } from "~/lib/list/list.schema";
import { debtList, PAYABLE } from "~/lib/payable/debt.list";
import { askAll } from "~/lib/web/bulk.server";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { PayableTabs } from "./shared/payable.tabs";

export const meta = titled("支払予定表");

/** At most so many at once: what is ticked travels in the address. */
const MOST = 200;

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, debtList);
  return json({ ...data, csv: `${debtList.path}.csv?${new URLSearchParams(data.filter)}` });
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const asked = await askAll(args, debtList as unknown as List, { pay: "支払登録" }, MOST);
  if (asked) return asked;
  const form = await formOf(args);
  const debts = new URLSearchParams(form.getAll("ids").map((id) => ["debt", String(id)]));
  return redirect(debts.size === 0 ? debtList.path : `${PAYABLE}/payment/new?${debts}`, 303);
}

export default function Due() {
  const data = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">買掛金管理</h1>
      <PayableTabs current={debtList.path} />
      <ListPage
        {...data}
        list={debtList}
        under
        answer={bulkAnswer(useActionData())}
        beside={
          <LinkButton className="folded print:hidden" href={`${PAYABLE}/bill/new`}>
            請求書・経費を計上
          </LinkButton>
        }
        bulk={
          <Button name="act" value="pay">
            支払登録
          </Button>
        }
      >
        <p className="text-note text-muted">
          まだ支払っていない請求書と経費です。累計は、その日までに要る金額です。受領後日数は、最初の受領から数えます（取適法の60日）。
        </p>
      </ListPage>
    </section>
  );
}
