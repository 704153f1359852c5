import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { DateField } from "~/components/form/fields";
import { DocumentsForm } from "~/components/paper/DocumentsForm";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { payableList } from "~/lib/accounting/payable.list";
import { formatYen } from "~/lib/money/decimal";
import { MARK_KINDS, payMarked, payMarking } from "~/lib/payable/mark.schema";
import { today } from "~/lib/time/date";
import { PAYOUT_KIND_LABEL } from "~/lib/vocabulary/payable";
import { loadRun } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { paidRow, paidRows } from "./shared/paid.columns";

export const meta = titled("支払済みにする");

/** ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const docs = await loadRun(args, invoiceKind);
  return json({ docs: docs.map(paidRow), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, payMarking, async (api, value, idempotency_key) => {
    const done = await api.post(payMarked, "/paid-marks", value, idempotency_key);
    const rest = done.skipped > 0 ? `残額のない${done.skipped}件は、そのままです。` : "";
    const text = `${done.paid}件（${formatYen(done.amount)}）を支払済みにしました。${rest}`;
    return flash(args, payableList.path, text);
  });
}

const KINDS = MARK_KINDS.map((value) => ({ value, label: PAYOUT_KIND_LABEL[value] }));

export default function Paid() {
  const { docs, idempotency_key } = useLoaderData<typeof loader>();
  return (
    <DocumentsForm
      title="支払済みにする"
      path={invoiceKind.path}
      docs={docs}
      columns={paidRows}
      schema={payMarking}
      values={{ payment_date: today(), kind: "transfer" }}
      submit={`${docs.length}件を支払済みにする`}
      answer={useActionData<typeof action>()}
      idempotency_key={idempotency_key}
    >
      <p>残額をすべて支払ったものとして記録します。取り消せます。</p>
      <DateField name="payment_date" label="支払日" />
      <SelectField name="kind" label="方法" options={KINDS} />
    </DocumentsForm>
  );
}
