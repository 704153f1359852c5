import type { ReactNode } from "react";
import { Button } from "~/components/form/Button";
import { SchemaForm } from "~/components/form/SchemaForm";
import { type DeliveryPreview, deliveryNew } from "~/lib/accounting/delivery.schema";
import { monthLabel } from "~/lib/accounting/invoice";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { LINE_UNIT_LABEL, rateLabel } from "~/lib/vocabulary/document";
import { Carry, SaveDraft } from "./Steps";
import type { StepProps } from "./step";

const LINE =
  "grid grid-cols-3 items-baseline gap-x-4 border-b border-line px-4 py-2 tabular-nums last:border-0 " +
  "desk:grid-cols-check";

/** 3 確認: each note as it will be issued. */
export function CheckStep({
  answer,
  idempotency_key,
  preview,
  buyer,
}: StepProps & { preview: DeliveryPreview; buyer: string }) {
  const typed = answer!.reply.initialValue ?? {};
  const { documents } = preview;
  const sum = (of: "subtotal" | "tax" | "total") =>
    formatYen(documents.reduce((total, one) => total + one[of], 0));
  return (
    <SchemaForm
      id="check"
      schema={deliveryNew}
      reply={answer!.reply.error ? (answer!.reply as never) : undefined}
      cancel="/accounting/delivery"
      wide
      submit="もう一度確認する"
      press={{ name: "go", value: "check" }}
      final={{ name: "go", value: "issue", label: "納品書を発行する" }}
      idempotency_key={idempotency_key}
    >
      <Carry typed={typed} drawn={[]} step="check" />
      <input type="hidden" name="seen" value={preview.seen} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <span>
          <b>{buyer}</b>
        </span>
        <span>
          納品日 <b className="tabular-nums">{formatDate(documents[0]!.lines[0]!.sales_date)}</b>
        </span>
        <span>
          納品書 <b className="tabular-nums">{documents.length}</b>件
        </span>
        <span>
          税抜計 <b className="text-section tabular-nums">{sum("subtotal")}</b>
        </span>
        <span className="text-muted">
          消費税 {sum("tax")}・税込計 {sum("total")}
        </span>
        <span className="flex flex-wrap gap-2">
          <Button name="go" value="lines" formNoValidate tone="plain">
            カードを選び直す
          </Button>
          <Button name="go" value="terms_again" formNoValidate tone="plain">
            まとめ方に戻る
          </Button>
          <SaveDraft />
        </span>
      </div>
      {preview.billing_ym ? (
        <Notice>納品日が締め済みの期間にあるため、{monthLabel(preview.billing_ym)}の請求になります。</Notice>
      ) : null}
      {preview.missing ? <Notice>{preview.missing}会社情報を確認してください。</Notice> : null}
      {preview.caution ? <Notice>{preview.caution}</Notice> : null}
      {documents.map((one, at) => (
        <section key={at} aria-label={`${at + 1}件目`} className="rounded border border-line bg-surface">
          <h2 className="flex flex-wrap gap-x-4 border-b border-line px-4 py-2 text-base">
            <span>{at + 1}件目</span>
            {one.destination ? <span className="font-normal">納入先 {one.destination}</span> : null}
            <span className="ml-auto font-normal tabular-nums">
              税抜 <b>{formatYen(one.subtotal)}</b>
              <span className="ml-3 text-note text-muted">
                {one.by_rate
                  .map(({ tax_rate, tax }) => `${rateLabel(tax_rate)} 消費税 ${formatYen(tax)}`)
                  .join("・")}
              </span>
            </span>
          </h2>
          <ol>
            {one.lines.map((line) => (
              <li key={line.line_no} className={LINE}>
                <span className="text-note text-muted max-desk:hidden">{line.line_no}</span>
                <span className="text-note text-muted max-desk:col-span-3">{line.card_id}</span>
                <span className="max-desk:col-span-3">
                  {line.name}{" "}
                  <span className="text-note text-muted">
                    {[line.order_id, line.drawing_no, line.note].filter(Boolean).join("　")}
                  </span>
                </span>
                <span className="desk:text-right">
                  {formatNumber(line.num_items)}
                  <span className="ml-1 text-note text-muted">{LINE_UNIT_LABEL[line.order_unit]}</span>
                </span>
                <span className="text-right text-note text-muted">
                  {line.unit === line.order_unit
                    ? ""
                    : `${formatNumber(line.num_units)}${LINE_UNIT_LABEL[line.unit]} `}
                  @{formatNumber(line.unit_price)}
                </span>
                <b className="text-right">{formatYen(line.price)}</b>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <p>
        <Button name="go" value="issue_print">
          発行して印刷する
        </Button>
      </p>
    </SchemaForm>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">{children}</p>;
}
