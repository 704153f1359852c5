import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { SHEETS_MAX } from "~/lib/accounting/document.paper";
import { invoiceList, invoicesFor, openNote } from "~/lib/accounting/invoice.list";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { askAll } from "~/lib/web/bulk.server";
import { json } from "~/lib/web/json.server";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";

export const meta = titled("請求書一覧");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, invoiceList);
  const query = new URLSearchParams(data.filter);
  return json({
    ...data,
    csv: `/accounting/invoice.csv?${query}`,
    lines: `/accounting/invoice/lines.csv?${query}`,
  });
}

const ACTS = { print: "まとめて印刷" };

/** まとめて印刷: the ticked invoices as one run of sheets. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const asked = await askAll(args, invoiceList as never, ACTS, SHEETS_MAX);
  if (asked) return asked;
  const keys = (await formOf(args)).getAll("ids").filter((id) => /^\d{1,15}$/.test(String(id)));
  return redirect(
    keys.length === 0
      ? "/accounting/invoice"
      : `/accounting/invoice/print?${keys.map((key) => `key=${key}`).join("&")}`,
    303,
  );
}

export default function Invoices() {
  const { page, filter, hide, amounts, who, csv, lines } = useLoaderData<typeof loader>();
  const primary =
    who.company_type === "buyer" ? undefined : { label: "締め処理をする", href: "/accounting/invoice/close" };
  const note = openNote(page.items as never);
  return (
    <ListPage
      list={invoicesFor(who.company_type)}
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
    >
      {amounts && note ? <p className="text-note text-muted">{note}</p> : null}
    </ListPage>
  );
}
