import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/form/fields";
import { DocumentsForm } from "~/components/paper/DocumentsForm";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { payableList } from "~/lib/accounting/payable.list";
import { payUnmarked, payUnmarking } from "~/lib/payable/mark.schema";
import { loadRun } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { paidRow, paidRows } from "./shared/paid.columns";

export const meta = titled("支払済みの取消");

/** ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const docs = await loadRun(args, invoiceKind);
  return json({ docs: docs.map(paidRow), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, payUnmarking, async (api, value, idempotency_key) => {
    const { cancelled } = await api.post(payUnmarked, "/paid-marks/undo", value, idempotency_key);
    const text = cancelled > 0 ? `支払の記録 ${cancelled}件を取り消しました。` : "取り消す支払はありません。";
    return flash(args, payableList.path, text);
  });
}

export default function Unpaid() {
  const { docs, idempotency_key } = useLoaderData<typeof loader>();
  return (
    <DocumentsForm
      title="支払済みの取消"
      path={invoiceKind.path}
      docs={docs}
      columns={paidRows}
      schema={payUnmarking}
      submit={`${docs.length}件の支払済みを取り消す`}
      answer={useActionData<typeof action>()}
      idempotency_key={idempotency_key}
    >
      <p>今日の日付で取り消します。記録は残ります。</p>
      <TextField name="reason" label="理由" />
    </DocumentsForm>
  );
}
