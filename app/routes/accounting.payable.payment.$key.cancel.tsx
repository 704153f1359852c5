import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CancelDocument } from "~/components/paper/CancelDocument";
import { formatYen } from "~/lib/money/decimal";
import { PAYABLE } from "~/lib/payable/debt.list";
import { payoutCancelling, payoutChanged, payoutDetail } from "~/lib/payable/payout.schema";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("支払の取消");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ doc: await api.get(payoutDetail, `/payables/payments/${args.params.key}`) });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, payoutCancelling, async (api, value, idempotency_key) => {
    const path = `/payables/payments/${args.params.key}/cancel`;
    await api.post(payoutChanged, path, value, idempotency_key);
    const text = "取り消しました。支払った請求書の残額は元に戻りました。";
    return flash(args, `${PAYABLE}/payment/${args.params.key}`, text);
  });
}

const TAKEN =
  "この支払が入った振込ファイルは取得済みです。銀行が振り込まないことを確かめてください（振込の組戻しは銀行に頼みます）。";
const BANKED = {
  none: "",
  made: "この支払が入った振込ファイルは、取得できなくなります（取りやめて作り直します）。",
  taken: TAKEN,
  again: TAKEN,
};

export default function PayoutCancel() {
  const { doc } = useLoaderData<typeof loader>();
  return (
    <CancelDocument
      title="支払の取消"
      facts={[
        { label: "支払先", value: doc.partner_name },
        { label: "支払日", value: formatDate(doc.payment_date) },
        { label: "支払額", value: formatYen(doc.amount) },
        ...doc.parts.map((part) => ({ label: part.reason || "計上", value: formatYen(part.amount) })),
      ]}
      doc={doc}
      schema={payoutCancelling}
      effect={`${BANKED[doc.banked ?? "none"]}今日の日付で取り消します。支払った請求書と経費の残額が元に戻ります。記録は残ります。`}
      submit="支払を取り消す"
      help="記録に残ります。支払先には見えません"
      back={{ label: "支払に戻る", href: `${PAYABLE}/payment/${doc.key}` }}
      answer={useActionData<typeof action>()}
      idempotency_key={`cancel.payout.${doc.key}.${doc.version}`}
    />
  );
}
