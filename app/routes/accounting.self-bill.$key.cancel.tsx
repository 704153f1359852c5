import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CancelDocument } from "~/components/paper/CancelDocument";
import { monthLabel } from "~/lib/accounting/invoice";
import { formatYen } from "~/lib/money/decimal";
import { selfBillCancelling, selfBillChanged, selfBillDetail } from "~/lib/selfbill/selfbill.schema";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("支払通知書の取消");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const doc = await api.get(selfBillDetail, `/self-bills/${args.params.key}`);
  if (!doc.is_payer) throw new Response(null, { status: 403 });
  return json({ doc });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, selfBillCancelling, async (api, value, idempotency_key) => {
    await api.post(selfBillChanged, `/self-bills/${key}/cancel`, value, idempotency_key);
    return flash(args, `${SELF_BILLS}/${key}`, "取り消しました。明細は未請求に戻りました。");
  });
}

export default function SelfBillCancel() {
  const { doc } = useLoaderData<typeof loader>();
  return (
    <CancelDocument
      title={`支払通知書 ${doc.number} の取消`}
      facts={[
        { label: "支払先", value: doc.seller.name },
        { label: "対象月", value: monthLabel(doc.ym) },
        { label: "金額（税込）", value: formatYen(doc.total) },
      ]}
      doc={doc}
      schema={selfBillCancelling}
      effect="取り消すと「取消」と印字され、支払予定から除かれ、明細は未請求に戻ります。番号は再利用されません。直した内容は、次の版として作り直せます。"
      submit="取り消す"
      back={{ label: "支払通知書に戻る", href: `${SELF_BILLS}/${doc.key}` }}
      answer={useActionData<typeof action>()}
      idempotency_key={`cancel.self-bill.${doc.key}.${doc.version}`}
    />
  );
}
