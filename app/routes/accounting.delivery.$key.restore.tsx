import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CancelDocument } from "~/components/paper/CancelDocument";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { changed, restoring } from "~/lib/accounting/document.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { loadCancelling } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("納品書の復元");

export async function loader(args: LoaderFunctionArgs) {
  return json({ doc: await loadCancelling(args, deliveryKind) });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, restoring, async (api, value, idempotency_key) => {
    await api.post(changed, `/deliveries/${key}/restore`, value, idempotency_key);
    return flash(
      args,
      `/accounting/delivery/${key}`,
      "納品書を復元しました。載っているカードは納品済みになりました。",
    );
  });
}

export default function DeliveryRestore() {
  const { doc } = useLoaderData<typeof loader>();
  const { cancelled_time, cancel_reason, cannot_restore } = doc;
  return (
    <CancelDocument
      title={`納品書 ${doc.number} の復元`}
      facts={[
        { label: "取引先", value: doc.buyer.name },
        { label: "納品日", value: formatDate(doc.delivery_date) },
        { label: "税込合計", value: formatYen(doc.total) },
        cancelled_time !== null && {
          label: "取消",
          value: `${formatDateTime(cancelled_time)}　${cancel_reason}`,
        },
      ]}
      doc={{ version: doc.version, cannot_cancel: cannot_restore }}
      schema={restoring}
      label="復元の理由"
      effect="復元すると、同じ番号のまま取消がなかったことになり、載っているカードは納品済みに戻ります。取消と復元は履歴に残ります。"
      submit="復元を実行する"
      back={{ label: "納品書に戻る", href: `/accounting/delivery/${doc.key}` }}
      answer={useActionData<typeof action>()}
      idempotency_key={`restore.delivery.${doc.key}.${doc.version}`}
    />
  );
}
