import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { Sheets } from "~/components/paper/Sheets";
import { PAYABLE } from "~/lib/payable/debt.list";
import { payoutPaper } from "~/lib/payable/payout.paper";
import { payoutDetail } from "~/lib/payable/payout.schema";
import { documentFileName } from "~/lib/text/file.name";
import { fileTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const handle = { bare: true };
export const meta = fileTitled("支払通知書");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const doc = await api.get(payoutDetail, `/payables/payments/${args.params.key}`);
  return json({ doc, file_name: documentFileName(doc.payment_date, doc.partner_name, doc.amount) });
}

export default function PayoutPrint() {
  const { doc } = useLoaderData<typeof loader>();
  return (
    <Sheets
      title={`支払通知書 ${doc.partner_name}`}
      back={{ label: "支払に戻る", href: `${PAYABLE}/payment/${doc.key}` }}
    >
      <PaperDocument {...payoutPaper(doc)} />
    </Sheets>
  );
}
