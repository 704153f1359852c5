import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CancelDocument } from "~/components/paper/CancelDocument";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { cancelling } from "~/lib/accounting/document.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { cancelDocument, loadCancelling } from "~/lib/web/document.server";
import { titledOf } from "~/lib/web/title";

export const meta = titledOf<{ doc: { number: string } }>("納品書の取消", ({ doc }) => doc.number);

export async function loader(args: LoaderFunctionArgs) {
  return json({ doc: await loadCancelling(args, deliveryKind) });
}

export async function action(args: ActionFunctionArgs) {
  return cancelDocument(args, deliveryKind, "納品書を取り消しました。載っていたカードは未納品に戻りました。");
}

export default function DeliveryCancel() {
  const { doc } = useLoaderData<typeof loader>();
  const names = doc.lines.map((line) => line.name);
  const first = names.slice(0, 3).join("、");
  return (
    <CancelDocument
      title={`納品書 ${doc.number} の取消`}
      facts={[
        { label: "取引先", value: doc.buyer.name },
        { label: "納品日", value: formatDate(doc.delivery_date) },
        { label: "品名", value: names.length > 3 ? `${first} 他${names.length - 3}件` : first },
        { label: "税込合計", value: formatYen(doc.total) },
      ]}
      doc={doc}
      schema={cancelling}
      effect="取り消すと、納品書に「取消」と印字され、載っているカードは未納品に戻ります。納品書番号は再利用されません。"
      submit="取消を実行する"
      back={{ label: "納品書に戻る", href: `/accounting/delivery/${doc.key}` }}
      answer={useActionData<typeof action>()}
      idempotency_key={`cancel.delivery.${doc.key}.${doc.version}`}
    />
  );
}
