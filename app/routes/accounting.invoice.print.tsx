import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { sheetKeys, tooManySheets } from "~/lib/accounting/document.paper";
import { invoicePaper } from "~/lib/accounting/invoice.paper";
import { invoiceDetail } from "~/lib/accounting/invoice.schema";
import { json } from "~/lib/web/json.server";
import { drawable } from "~/lib/web/paper.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("請求書");

/** Several invoices as one run of sheets: ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const keys = sheetKeys(new URL(args.request.url).searchParams.getAll("key"));
  if (!keys) throw new Response(tooManySheets, { status: 422 });
  if (keys.length === 0) throw new Response(null, { status: 404 });
  const docs = await Promise.all(
    keys.map((key) => api.get(invoiceDetail, `/invoices/${encodeURIComponent(key)}`)),
  );
  return json({ docs: docs.map(drawable) });
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
