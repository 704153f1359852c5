import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { changed } from "~/lib/accounting/delivery.schema";
import { invoicePaper } from "~/lib/accounting/invoice.paper";
import { invoiceDetail } from "~/lib/accounting/invoice.schema";
import { json } from "~/lib/web/json.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = titled("請求書");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const doc = await api.get(invoiceDetail, `/invoices/${args.params.key}`);
  if (!doc.viewed_time && doc.buyer_id === who.company_id && !who.acting) await api.post(changed, `/invoices/${doc.key}/view`, {}, `view.invoice.${doc.key}`);
  return json({ doc });
}

export default function InvoicePrint() {
  const { doc } = useLoaderData<typeof loader>();
  return (
    <Sheets title={`請求書 ${doc.number}`} back={{ label: "請求書に戻る", href: `/accounting/invoice/${doc.key}` }}>
      <PaperDocument {...invoicePaper(doc)} />
    </Sheets>
  );
}
