import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Refused } from "~/components/form/Refused";
import { Empty } from "~/components/list/Empty";
import { FactPanel } from "~/components/list/Facts";
import {
  type CorrectionPreview,
  correctionMade,
  correctionNew,
  correctionPreview,
} from "~/lib/accounting/correction.schema";
import { monthLabel } from "~/lib/accounting/invoice";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { loadCancelling } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { checkAgain } from "~/lib/web/refused.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { CorrectionForm } from "./CorrectionForm";

export const meta = titled("請求書の訂正");

export async function loader(args: LoaderFunctionArgs) {
  return json({ doc: await loadCancelling(args, invoiceKind), idempotency_key: crypto.randomUUID() });
}

/** Enter and 内容を確認する only count; what is issued is what was shown. */
export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  const path = `/invoices/${args.params.key}/correction`;
  return submit(args, correctionNew, async (api, { seen, ...value }, key) => {
    const look = () => api.post(correctionPreview, `${path}/preview`, value, crypto.randomUUID());
    if (form.get("go") !== "issue" || seen === undefined) {
      const reply = parseWithZod(form, { schema: z.object({}) }).reply();
      return json({ reply, idempotency_key: key, preview: await look() });
    }
    const { invoices } = await api
      .post(correctionMade, path, { ...value, seen }, key)
      .catch(checkAgain(async () => ({ preview: await look() })));
    const numbers = invoices.map(({ number }) => number).join("、");
    return flash(args, `/accounting/invoice/${invoices[0]!.key}`, `請求書 ${numbers} を発行しました。`);
  });
}

export default function InvoiceCorrect() {
  const { doc, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as (Reply & { preview?: CorrectionPreview }) | undefined;
  const back = `/accounting/invoice/${doc.key}`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>請求書 {doc.number} の訂正</h1>
      <FactPanel
        columns={2}
        facts={[
          { label: "取引先", value: doc.buyer.name },
          { label: "請求月", value: monthLabel(doc.ym) },
          { label: "請求日", value: formatDate(doc.invoice_date) },
          { label: "合計（税込）", value: formatYen(doc.total) },
          doc.paid !== null && { label: "入金済・充当済", value: formatYen(doc.paid) },
          { label: "閲覧", value: doc.viewed_time ? "閲覧済" : "未" },
        ]}
      />
      {doc.cannot_correct === null ? (
        <CorrectionForm
          doc={doc}
          reply={answer?.reply}
          preview={answer?.preview}
          idempotency_key={answer?.idempotency_key ?? idempotency_key}
        />
      ) : (
        <>
          <Refused reply={answer?.reply} typed={{ name: "reason", label: "訂正の理由" }} />
          <Empty text={doc.cannot_correct} action={{ label: "請求書に戻る", href: back }} />
        </>
      )}
    </section>
  );
}
