import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { formatYen } from "~/lib/money/decimal";
import { paymentChanged, undoing } from "~/lib/receivable/payment.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { UndoSettlement } from "./shared/undo.settlement";

export const meta = titled("充当を外す");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { key, settlement } = args.params;
  const doc = await api.get(invoiceKind.detail, `/invoices/${key}`);
  const row = doc.credits.find((one) => String(one.key) === settlement && one.credit_key === doc.key);
  if (!row) throw new Response(null, { status: 404 });
  return json({ doc, row });
}

export async function action(args: ActionFunctionArgs) {
  const { key, settlement } = args.params;
  return submit(args, undoing, async (api, value, idempotency_key) => {
    await api.post(paymentChanged, `/payments/settlements/${settlement}/undo`, value, idempotency_key);
    return flash(
      args,
      `/accounting/invoice/${key}`,
      "充当を外しました。外した分は、ほかの請求書に使えます。",
    );
  });
}

export default function UndoCredit() {
  const { doc, row } = useLoaderData<typeof loader>();
  return (
    <UndoSettlement
      row={row}
      facts={[
        { label: "充当元", value: `請求書 ${doc.number}　${doc.buyer.name}` },
        { label: "充当先", value: `請求書 ${row.invoice_number}` },
      ]}
      effect={`充当先の残額が ${formatYen(row.amount)} 増え、同じ額を充当元からほかの請求書に使えます。`}
      refused={row.cannot_free}
      back={{ href: `/accounting/invoice/${doc.key}`, label: "請求書" }}
      version={doc.version}
      answer={useActionData<typeof action>()}
    />
  );
}
