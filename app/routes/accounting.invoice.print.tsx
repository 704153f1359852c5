import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { invoicePaper } from "~/lib/accounting/invoice.paper";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { loadRun } from "~/lib/web/document.server";
import { titled } from "~/lib/web/title";

export const handle = { bare: true };
export const meta = titled("請求書");

/** Several invoices as one run of sheets: ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  return json({ docs: await loadRun(args, invoiceKind) });
}

export default function InvoicesPrint() {
  const { docs } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`請求書 ${docs.length}件`}
      back={{ label: "請求書一覧に戻る", href: "/accounting/invoice" }}
    >
      {docs.map((doc, at) => (
        <PaperDocument key={doc.key} {...invoicePaper(doc)} further={at > 0} />
      ))}
    </Sheets>
  );
}
