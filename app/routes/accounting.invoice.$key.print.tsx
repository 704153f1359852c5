import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReadMark } from "~/components/frame/ReadMark";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { SheetChoice, Sheets } from "~/components/paper/Sheets";
import { sheetFileName } from "~/lib/accounting/document.paper";
import { INVOICE_FORMS, invoiceForm, invoiceSheets } from "~/lib/accounting/invoice.cover";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { loadSheets } from "~/lib/web/document.server";
import { fileTitled } from "~/lib/web/title";

export const handle = { bare: true };
export const meta = fileTitled("請求書");

/** ?form=full or cover. */
export async function loader(args: LoaderFunctionArgs) {
  const { doc, unread, own } = await loadSheets(args, invoiceKind);
  const form = invoiceForm(new URL(args.request.url).searchParams.get("form"));
  return json({ unread, doc, form, file_name: sheetFileName(doc, doc.invoice_date, own) });
}

export default function InvoicePrint() {
  const { unread, doc, form } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`請求書 ${doc.number}`}
      back={{ label: "請求書に戻る", href: `/accounting/invoice/${doc.key}` }}
      actions={
        <>
          {unread ? <ReadMark action={`/accounting/invoice/${doc.key}/view`} /> : null}
          <SheetChoice
            label="様式"
            value={form}
            choices={INVOICE_FORMS}
            href={(one) => `/accounting/invoice/${doc.key}/print?form=${one}`}
          />
        </>
      }
    >
      <PaperDocument {...invoiceSheets(doc, form)} />
    </Sheets>
  );
}
