import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CancelDocument } from "~/components/paper/CancelDocument";
import { changed, restoring } from "~/lib/accounting/document.schema";
import { monthLabel } from "~/lib/accounting/invoice";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { formatYen } from "~/lib/money/decimal";
import { loadCancelling } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("請求書の復元");

export async function loader(args: LoaderFunctionArgs) {
  return json({ doc: await loadCancelling(args, invoiceKind) });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, restoring, async (api, value, idempotency_key) => {
    await api.post(changed, `/invoices/${key}/restore`, value, idempotency_key);
    return flash(args, `/accounting/invoice/${key}`, "請求書を復元しました。");
  });
}

export default function InvoiceRestore() {
  const { doc } = useLoaderData<typeof loader>();
  return (
    <CancelDocument
      title={`請求書 ${doc.number} の復元`}
      facts={[
        { label: "取引先", value: doc.buyer.name },
        { label: "請求月", value: monthLabel(doc.ym) },
        { label: "今回請求額（税込）", value: formatYen(doc.billed_now) },
        { label: "取消の理由", value: doc.cancel_reason },
      ]}
      doc={{ version: doc.version, cannot_cancel: doc.cannot_restore }}
      schema={restoring}
      label="復元の理由"
      effect={`取消をなかったことにし、同じ番号の請求書に戻します。載っている納品書は請求済になります${doc.is_single ? "" : "。期間はもう一度締まります"}。`}
      submit="復元する"
      back={{ label: "請求書に戻る", href: `/accounting/invoice/${doc.key}` }}
      answer={useActionData<typeof action>()}
      idempotency_key={`restore.invoice.${doc.key}.${doc.version}`}
    />
  );
}
