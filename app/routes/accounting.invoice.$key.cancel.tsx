import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CancelDocument } from "~/components/paper/CancelDocument";
import { cancelling } from "~/lib/accounting/document.schema";
import { monthLabel } from "~/lib/accounting/invoice";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatPeriod } from "~/lib/time/period";
import { cancelDocument, loadCancelling } from "~/lib/web/document.server";
import { titled } from "~/lib/web/title";

export const meta = titled("締め解除");

export async function loader(args: LoaderFunctionArgs) {
  return json({ doc: await loadCancelling(args, invoiceKind) });
}

export async function action(args: ActionFunctionArgs) {
  return cancelDocument(
    args,
    invoiceKind,
    "締めを解除し、請求書を取り消しました。納品書は未請求に戻りました。",
  );
}

export default function InvoiceCancel() {
  const { doc } = useLoaderData<typeof loader>();
  const period = formatPeriod({ start: doc.start_date, end: doc.end_date });
  return (
    <CancelDocument
      title={`請求書 ${doc.number} の締め解除`}
      facts={[
        { label: "取引先", value: doc.buyer.name },
        { label: "請求月", value: `${monthLabel(doc.ym)}（${period}）` },
        { label: "今回請求額（税込）", value: formatYen(doc.billed_now) },
      ]}
      doc={doc}
      schema={cancelling}
      effect="締めを解除すると、請求書に「取消」と印字され、載っている納品書は未請求に戻ります。請求書番号は再利用されません。"
      submit="締めを解除する"
      back={{ label: "請求書に戻る", href: `/accounting/invoice/${doc.key}` }}
      answer={useActionData<typeof action>()}
      idempotency_key={`cancel.invoice.${doc.key}.${doc.version}`}
    />
  );
}
