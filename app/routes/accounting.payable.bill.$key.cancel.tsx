import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CancelDocument } from "~/components/paper/CancelDocument";
import { formatYen } from "~/lib/money/decimal";
import { billCancelling, billChanged, billDetail } from "~/lib/payable/bill.schema";
import { PAYABLE } from "~/lib/payable/debt.list";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("計上の取消");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ doc: await api.get(billDetail, `/payables/bills/${args.params.key}`) });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, billCancelling, async (api, value, idempotency_key) => {
    await api.post(billChanged, `/payables/bills/${args.params.key}/cancel`, value, idempotency_key);
    return flash(args, `${PAYABLE}/bill/${args.params.key}`, "取り消しました。買掛残から除きました。");
  });
}

export default function BillCancel() {
  const { doc } = useLoaderData<typeof loader>();
  return (
    <CancelDocument
      title="計上の取消"
      facts={[
        { label: "支払先", value: doc.partner_name },
        { label: "請求書番号", value: doc.number },
        { label: "請求日", value: formatDate(doc.bill_date) },
        { label: "金額（税込）", value: formatYen(doc.total) },
      ]}
      doc={doc}
      schema={billCancelling}
      effect="今日の日付で取り消し、買掛残から除きます。内容を直すときは、取り消してからもう一度計上します。記録とファイルは残ります。"
      submit="計上を取り消す"
      help="記録に残ります。支払先には見えません"
      back={{ label: "計上に戻る", href: `${PAYABLE}/bill/${doc.key}` }}
      answer={useActionData<typeof action>()}
      idempotency_key={`cancel.bill.${doc.key}.${doc.version}`}
    />
  );
}
