import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DocumentsForm } from "~/components/paper/DocumentsForm";
import { actColumns } from "~/lib/accounting/delivery.act.list";
import { documentsPostponing } from "~/lib/accounting/delivery.act.schema";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { doneText } from "~/lib/accounting/sending";
import { documentsDone } from "~/lib/accounting/sending.schema";
import { flashDone, loadRun } from "~/lib/web/document.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("来月に回す");

/** ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  const docs = await loadRun(args, deliveryKind);
  return json({
    docs: docs.map(({ key, version, number, delivery_date, buyer, total, cannot_postpone }) => ({
      key,
      version,
      number,
      delivery_date,
      partner_name: buyer.name,
      total,
      problem: cannot_postpone,
    })),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, documentsPostponing, async (api, value, idempotency_key) => {
    const done = await api.post(documentsDone, "/deliveries/postpone", value, idempotency_key);
    const said = doneText(done, "翌月の請求に回しました");
    return flashDone(args, deliveryKind, "postpone", { ...said, keys: value.keys });
  });
}

export default function DeliveriesPostpone() {
  const { docs, idempotency_key } = useLoaderData<typeof loader>();
  return (
    <DocumentsForm
      title="来月に回す"
      path={deliveryKind.path}
      docs={docs}
      columns={actColumns}
      schema={documentsPostponing}
      submit={`${docs.length}件を来月に回す`}
      answer={useActionData<typeof action>()}
      idempotency_key={idempotency_key}
    >
      {docs.map(({ key, version }) => (
        <input key={key} type="hidden" name="versions" value={`${key}.${version}`} />
      ))}
      <p>請求前の明細を、いまの請求月の翌月に回します。回せないものは、そのままになります。</p>
    </DocumentsForm>
  );
}
