import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { deliveriesFor, deliveryList } from "~/lib/accounting/delivery.list";
import { SHEETS_MAX } from "~/lib/accounting/document.paper";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { askAll } from "~/lib/web/bulk.server";
import { json } from "~/lib/web/json.server";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("納品書一覧");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, deliveryList);
  const query = new URLSearchParams(data.filter);
  return json({
    ...data,
    csv: `/accounting/delivery.csv?${query}`,
    lines: `/accounting/delivery/lines.csv?${query}`,
  });
}

const ACTS = { print: "まとめて印刷" };

/** まとめて印刷: the ticked notes as one run of sheets. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const asked = await askAll(args, deliveryList as never, ACTS, SHEETS_MAX);
  if (asked) return asked;
  const keys = (await formOf(args)).getAll("ids").filter((id) => /^\d{1,15}$/.test(String(id)));
  return redirect(
    keys.length === 0
      ? "/accounting/delivery"
      : `/accounting/delivery/print?${keys.map((key) => `key=${key}`).join("&")}`,
    303,
  );
}

export default function Deliveries() {
  const { page, filter, hide, amounts, who, csv, lines } = useLoaderData<typeof loader>();
  const primary =
    who.company_type === "buyer" ? undefined : { label: "納品書を作成", href: "/accounting/delivery/new" };
  return (
    <ListPage
      list={deliveriesFor(who.company_type)}
      page={page}
      filter={filter}
      hide={hide}
      amounts={amounts}
      csv={csv}
      lines={lines}
      primary={primary}
      answer={bulkAnswer(useActionData())}
      bulk={
        <Button name="act" value="print">
          {ACTS.print}
        </Button>
      }
    />
  );
}
