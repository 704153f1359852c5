import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReadMark } from "~/components/frame/ReadMark";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { SheetChoice, Sheets } from "~/components/paper/Sheets";
import { runFileName } from "~/lib/accounting/document.paper";
import { INVOICE_FORMS, invoiceForm, invoiceSheets } from "~/lib/accounting/invoice.cover";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { today } from "~/lib/time/date";
import { loadRun, takeReads, unreadOf } from "~/lib/web/document.server";
import { fileTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = fileTitled("請求書");

/** Several invoices as one run of sheets: ?key=1&key=2&form=cover. */
export async function loader(args: LoaderFunctionArgs) {
  const form = invoiceForm(new URL(args.request.url).searchParams.get("form"));
  const docs = await loadRun(args, invoiceKind);
  return json({
    form,
    docs,
    unread: await unreadOf(args, docs),
    file_name: runFileName(today(), "請求書", docs.length),
  });
}

/** 確認しました. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return takeReads(args, invoiceKind);
}

export default function InvoicesPrint() {
  const { docs, form, unread } = useLoaderData<typeof loader>();
  const keys = docs.map(({ key }) => ["key", String(key)]);
  return (
    <Sheets
      title={`請求書 ${docs.length}件`}
      back={{ label: "請求書一覧に戻る", href: "/accounting/invoice" }}
      actions={
        <>
          {unread.length > 0 ? <ReadMark action="/accounting/invoice/print" keys={unread} /> : null}
          <SheetChoice
            label="様式"
            value={form}
            choices={INVOICE_FORMS}
            href={(one) => `/accounting/invoice/print?${new URLSearchParams([...keys, ["form", one]])}`}
          />
        </>
      }
    >
      {docs.map((doc, at) => (
        <PaperDocument key={doc.key} {...invoiceSheets(doc, form)} further={at > 0} />
      ))}
    </Sheets>
  );
}
