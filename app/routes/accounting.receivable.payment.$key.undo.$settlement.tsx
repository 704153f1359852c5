import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatYen } from "~/lib/money/decimal";
import { paymentChanged, paymentDetail, undoing } from "~/lib/receivable/payment.schema";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { UndoSettlement } from "./shared/undo.settlement";

export const meta = titled("充当を外す");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const doc = await api.get(paymentDetail, `/payments/${args.params.key}`);
  const row = doc.allocations.find((one) => String(one.key) === args.params.settlement);
  if (!row) throw new Response(null, { status: 404 });
  return json({ doc, row });
}

export async function action(args: ActionFunctionArgs) {
  const { key, settlement } = args.params;
  return submit(args, undoing, async (api, value, idempotency_key) => {
    await api.post(paymentChanged, `/payments/settlements/${settlement}/undo`, value, idempotency_key);
    return flash(args, `/accounting/receivable/payment/${key}`, "充当を外しました。外した分は前受です。");
  });
}

export default function Undo() {
  const { doc, row } = useLoaderData<typeof loader>();
  return (
    <UndoSettlement
      row={row}
      facts={[
        { label: "入金", value: `${formatDate(doc.payment_date)} ${doc.buyer_name}` },
        { label: "請求書", value: row.number },
      ]}
      effect={`この請求書の残額が ${formatYen(row.amount)} 増え、同じ額が前受になります。`}
      back={{ href: `/accounting/receivable/payment/${doc.key}`, label: "入金" }}
      version={doc.version}
      answer={useActionData<typeof action>()}
    />
  );
}
