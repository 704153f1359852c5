import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReadMark } from "~/components/frame/ReadMark";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { invoicePaper } from "~/lib/accounting/invoice.paper";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { loadSheets } from "~/lib/web/document.server";
import { titled } from "~/lib/web/title";

export const handle = { bare: true };
export const meta = titled("請求書");

export async function loader(args: LoaderFunctionArgs) {
  const { doc, unread } = await loadSheets(args, invoiceKind);
  return json({ unread, doc });
}

export default function InvoicePrint() {
  const { unread, doc } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`請求書 ${doc.number}`}
      back={{ label: "請求書に戻る", href: `/accounting/invoice/${doc.key}` }}
      actions={unread ? <ReadMark action={`/accounting/invoice/${doc.key}/view`} /> : null}
    >
      <PaperDocument {...invoicePaper(doc)} />
    </Sheets>
  );
}
