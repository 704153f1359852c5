import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextArea } from "~/components/form/fields";
import { Refused } from "~/components/form/Refused";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { Facts } from "~/components/list/Facts";
import { changed } from "~/lib/accounting/delivery.schema";
import { monthLabel } from "~/lib/accounting/invoice";
import { invoiceCancelling, invoiceDetail } from "~/lib/accounting/invoice.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatPeriod } from "~/lib/time/period";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("締め解除");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const doc = await api.get(invoiceDetail, `/invoices/${args.params.key}`);
  if (doc.seller_id !== who.company_id) throw new Response(null, { status: 403 });
  return json({ doc });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, invoiceCancelling, async (api, value, idempotency_key) => {
    await api.post(changed, `/invoices/${key}/cancel`, value, idempotency_key);
    return flash(
      args,
      `/accounting/invoice/${key}`,
      "締めを解除し、請求書を取り消しました。納品書は未請求に戻りました。",
    );
  });
}

export default function InvoiceCancel() {
  const { doc } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = `/accounting/invoice/${doc.key}`;
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>請求書 {doc.number} の締め解除</h1>
      <div className="rounded border border-line bg-surface p-4">
        <Facts
          facts={[
            { label: "取引先", value: doc.buyer.name },
            {
              label: "請求月",
              value: `${monthLabel(doc.ym)}（${formatPeriod({ start: doc.start_date, end: doc.end_date })}）`,
            },
            { label: "今回請求額（税込）", value: formatYen(doc.billed_now) },
          ]}
        />
      </div>
      {doc.cannot_cancel !== null ? (
        <Refused reply={answer?.reply} typed={{ name: "reason", label: "取消の理由" }} />
      ) : null}
      {doc.cannot_cancel !== null ? (
        <Empty text={doc.cannot_cancel} action={{ label: "請求書に戻る", href: back }} />
      ) : (
        <>
          <p>
            締めを解除すると、請求書に「取消」と印字され、載っている納品書は未請求に戻ります。請求書番号は再利用されません。
          </p>
          <SchemaForm
            id="cancel"
            schema={invoiceCancelling}
            reply={answer?.reply}
            submit="締めを解除する"
            cancel={back}
            version={doc.version}
            idempotency_key={answer?.idempotency_key ?? `cancel.invoice.${doc.key}.${doc.version}`}
          >
            <TextArea name="reason" label="取消の理由" rows={2} help="履歴に残り、取引先にも見えます" />
          </SchemaForm>
        </>
      )}
    </section>
  );
}
