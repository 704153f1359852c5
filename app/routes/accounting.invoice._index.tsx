import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PrintableList } from "~/components/list/PrintableList";
import { monthLabel } from "~/lib/accounting/invoice";
import { invoiceList, invoicesFor, openNote } from "~/lib/accounting/invoice.list";
import { conditionProblem } from "~/lib/list/list.schema";
import { loadDocuments, printDocuments } from "~/lib/web/document.server";
import { titled } from "~/lib/web/title";

export const meta = titled("請求書一覧");

export async function loader(args: LoaderFunctionArgs) {
  return json(await loadDocuments(args, invoiceList));
}

const ACTS = { send: "送付", payment: "入金登録" };

export async function action(args: ActionFunctionArgs) {
  return printDocuments(args, invoiceList as never, ACTS);
}

export default function Invoices() {
  const { who, ...data } = useLoaderData<typeof loader>();
  const { ym } = data.filter;
  const month = ym && !conditionProblem(invoiceList, "ym", ym) ? ym : data.page.items[0]?.ym;
  const note = openNote(data.page.items as never);
  const isBuyer = who.company_type === "buyer";
  const primary =
    who.company_type === "buyer" ? undefined : { label: "締め処理をする", href: "/accounting/invoice/close" };
  return (
    <PrintableList
      {...data}
      list={invoicesFor(who.company_type)}
      primary={primary}
      acts={who.company_type === "buyer" || data.filter.received ? {} : ACTS}
    >
      <p className="flex flex-wrap gap-x-6 empty:hidden max-desk:order-last print:hidden">
        {data.amounts ? (
          <>
            {isBuyer ? null : <a href="/accounting/invoice/new">都度請求</a>}
            <a href={`/accounting/reconcile${isBuyer || !data.filter.received ? "" : "?received=on"}`}>
              締め前の照合
            </a>
            <a href="/accounting/self-bill">支払通知書</a>
          </>
        ) : null}
        {month ? (
          <a href={`/accounting/invoice/summary?ym=${month}`}>{monthLabel(Number(month))}の請求一覧表</a>
        ) : null}
      </p>
      {data.amounts && note ? <p className="text-note text-muted max-desk:order-last">{note}</p> : null}
    </PrintableList>
  );
}
