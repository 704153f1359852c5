import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextArea } from "~/components/form/fields";
import { DocumentsForm } from "~/components/paper/DocumentsForm";
import { actColumns } from "~/lib/accounting/delivery.act.list";
import { documentsCancelling } from "~/lib/accounting/delivery.act.schema";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { doneText } from "~/lib/accounting/sending";
import { documentsDone } from "~/lib/accounting/sending.schema";
import { flashDone, loadRun } from "~/lib/web/document.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("納品書の取消");

/** ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  const docs = await loadRun(args, deliveryKind);
  return json({
    docs: docs.map(({ key, number, delivery_date, buyer, total, cannot_cancel }) => ({
      key,
      number,
      delivery_date,
      partner_name: buyer.name,
      total,
      problem: cannot_cancel,
    })),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, documentsCancelling, async (api, value, idempotency_key) => {
    const done = await api.post(documentsDone, "/deliveries/cancel", value, idempotency_key);
    const said = doneText(done, "取り消しました");
    return flashDone(args, deliveryKind, "cancel", { ...said, keys: value.keys });
  });
}

export default function DeliveriesCancel() {
  const { docs, idempotency_key } = useLoaderData<typeof loader>();
  return (
    <DocumentsForm
      title="納品書の取消"
      path={deliveryKind.path}
      docs={docs}
      columns={actColumns}
      schema={documentsCancelling}
      submit={`${docs.length}件の取消を実行する`}
      answer={useActionData<typeof action>()}
      idempotency_key={idempotency_key}
    >
      <p>
        取り消すと、納品書に「取消」と印字され、載っているカードは未納品に戻ります。取り消せないものは、そのままになります。
      </p>
      <TextArea name="reason" label="取消の理由" rows={2} help="履歴に残り、取引先にも見えます" />
    </DocumentsForm>
  );
}
