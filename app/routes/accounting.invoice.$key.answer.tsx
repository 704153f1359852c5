import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { changed } from "~/lib/accounting/document.schema";
import { asksPayment } from "~/lib/accounting/invoice";
import { invoiceAnswering } from "~/lib/accounting/invoice.answer.schema";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { loadDocument } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";

export const meta = titled("請求書の確認");

export async function loader(args: LoaderFunctionArgs) {
  const { doc, own } = await loadDocument(args, invoiceKind);
  if (own) throw new Response(null, { status: 403 });
  return json({ doc, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, invoiceAnswering, async (api, value, idempotency_key) => {
    await api.post(changed, `/invoices/${key}/answer`, value, idempotency_key);
    const done = value.agreed === "yes" ? "確認済みにしました。" : "差異を連絡しました。";
    return flash(args, `/accounting/invoice/${key}`, done);
  });
}

export default function InvoiceAnswer() {
  const { doc, idempotency_key } = useLoaderData<typeof loader>();
  const at = `/accounting/invoice/${doc.key}`;
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-1">
        <h1>請求書 {doc.number} の確認</h1>
        <p>
          {doc.seller.name}・{asksPayment(doc) ? `支払期日 ${formatDate(doc.due_date)}・` : ""}今回請求額{" "}
          <b>{formatYen(doc.billed_now)}</b>
        </p>
      </header>
      <SchemaForm
        id="answer"
        schema={invoiceAnswering}
        answer={useActionData<typeof action>()}
        version={doc.version}
        idempotency_key={idempotency_key}
        submit="送る"
        cancel={at}
        values={{ agreed: "yes" }}
      >
        <FieldSet legend="確認">
          <RadioField
            name="agreed"
            label="確認"
            options={[
              { value: "yes", label: "確認済みにする" },
              { value: "no", label: "差異を連絡する" },
            ]}
          />
          <TextArea
            name="words"
            label="差異の内容"
            optional
            rows={3}
            help="請求書は受け取った側では変更できません。発行した会社が訂正します。"
          />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
