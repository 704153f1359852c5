import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CancelDocument } from "~/components/paper/CancelDocument";
import { formatYen } from "~/lib/money/decimal";
import { paymentCancelling, paymentChanged, paymentDetail } from "~/lib/receivable/payment.schema";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("入金の取消");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ doc: await api.get(paymentDetail, `/payments/${args.params.key}`) });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, paymentCancelling, async (api, value, idempotency_key) => {
    await api.post(paymentChanged, `/payments/${args.params.key}/cancel`, value, idempotency_key);
    const text = "取り消しました。充当していた請求書の残額は元に戻りました。";
    return flash(args, `/accounting/receivable/payment/${args.params.key}`, text);
  });
}

export default function PaymentCancel() {
  const { doc } = useLoaderData<typeof loader>();
  const noun = doc.direction === "out" ? "返金" : "入金";
  const live = doc.allocations.filter((one) => one.undone_date === null);
  const from = doc.is_closed
    ? "締め済みの期間なので、今日の日付で取り消します。"
    : `${noun}日にさかのぼって、なかったものとして数えます。`;
  return (
    <CancelDocument
      title={`${noun}の取消`}
      facts={[
        { label: "取引先", value: doc.buyer_name },
        { label: `${noun}日`, value: formatDate(doc.payment_date) },
        { label: "金額", value: formatYen(doc.amount) },
        ...live.map((one) => ({ label: `充当 ${one.number}`, value: formatYen(one.amount) })),
        doc.unapplied > 0 && { label: "前受", value: formatYen(doc.unapplied) },
      ]}
      doc={doc}
      schema={paymentCancelling}
      effect={`${from}充当はすべて外れ、請求書の残額が元に戻ります。記録は残ります。`}
      submit={`${noun}を取り消す`}
      help="履歴に残ります"
      back={{ label: "入金に戻る", href: `/accounting/receivable/payment/${doc.key}` }}
      answer={useActionData<typeof action>()}
      idempotency_key={`cancel.payment.${doc.key}.${doc.version}`}
    />
  );
}
