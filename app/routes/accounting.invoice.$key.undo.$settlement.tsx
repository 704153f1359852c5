import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { formatYen } from "~/lib/money/decimal";
import { paymentChanged, undoing } from "~/lib/receivable/payment.schema";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("充当を外す");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { key, settlement } = args.params;
  const doc = await api.get(invoiceKind.detail, `/invoices/${key}`);
  const row = doc.credits.find((one) => String(one.key) === settlement && one.credit_key === doc.key);
  if (!row) throw new Response(null, { status: 404 });
  return json({ doc, row });
}

export async function action(args: ActionFunctionArgs) {
  const { key, settlement } = args.params;
  return submit(args, undoing, async (api, value, idempotency_key) => {
    await api.post(paymentChanged, `/payments/settlements/${settlement}/undo`, value, idempotency_key);
    return flash(
      args,
      `/accounting/invoice/${key}`,
      "充当を外しました。外した分は、ほかの請求書に使えます。",
    );
  });
}

export default function UndoCredit() {
  const { doc, row } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const path = `/accounting/invoice/${doc.key}`;
  const refused = row.undone_date === null ? row.cannot_free : "この充当は外されています。";
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>この充当だけ外す</h1>
      <div className="rounded border border-line bg-surface p-4">
        <Facts
          facts={[
            { label: "充当元", value: `請求書 ${doc.number}　${doc.buyer.name}` },
            { label: "充当先", value: `請求書 ${row.invoice_number}` },
            { label: "外す額", value: <b>{formatYen(row.amount)}</b> },
            { label: "充当日", value: formatDate(row.settled_date) },
          ]}
        />
      </div>
      {refused === null ? (
        <>
          <p>
            充当先の残額が {formatYen(row.amount)}{" "}
            増え、同じ額を充当元からほかの請求書に使えます。ほかの充当は変わりません。
            {row.is_closed ? "締め済みの期間の充当なので、今日の日付で外します。理由が要ります。" : ""}
          </p>
          <SchemaForm
            id="undo"
            schema={undoing}
            reply={answer?.reply}
            submit="この充当を外す"
            cancel={path}
            version={doc.version}
            idempotency_key={answer?.idempotency_key ?? `undo.settlement.${row.key}`}
          >
            <TextArea name="reason" label="理由" rows={2} optional={!row.is_closed} help="履歴に残ります" />
          </SchemaForm>
        </>
      ) : (
        <p>
          {refused}
          <a href={path}>請求書に戻る</a>
        </p>
      )}
    </section>
  );
}
