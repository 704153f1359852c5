import { Button } from "~/components/form/Button";
import { CheckField } from "~/components/form/choices";
import { SchemaForm } from "~/components/form/SchemaForm";
import { FactPanel } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { monthLabel } from "~/lib/accounting/invoice";
import { type Column, unpaged, visibleColumns } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { type PaymentPlan, paymentNew } from "~/lib/receivable/payment.schema";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { rateLabel } from "~/lib/vocabulary/document";
import { KIND_LABEL } from "~/lib/vocabulary/payment";
import { carried } from "../shared/typed.form";
import { Shortfall } from "./Shortfall";
import type { Answer } from "./step";

const PLANNED: Column<PaymentPlan["rows"][number]>[] = [
  { name: "number", label: "請求書", kind: "text" },
  { name: "ym", label: "請求月", kind: "text", text: (row) => monthLabel(row.ym) },
  { name: "due_date", label: "入金期日", kind: "date", fact: 1 },
  { name: "open", label: "残額", kind: "yen" },
  {
    name: "amount",
    label: "今回充当",
    kind: "yen",
    fact: 2,
    below: ({ open, left }) => `残額 ${formatYen(open)}、登録後 ${formatYen(left)}`,
  },
  { name: "left", label: "登録後の残額", kind: "yen" },
];

/** Each row as it will be written. */
export function CheckStep({
  answer,
  plan,
  idempotency_key,
}: {
  answer: Answer;
  plan: PaymentPlan;
  idempotency_key: string;
}) {
  const typed = answer.reply.initialValue ?? {};
  return (
    <SchemaForm
      id="check"
      schema={paymentNew}
      reply={answer.reply.error ? (answer.reply as never) : undefined}
      values={typed}
      cancel="/accounting/receivable/payment"
      wide
      submit="もう一度確認する"
      press={{ name: "go", value: "check" }}
      final={{ name: "go", value: "save", label: "この内容で登録する" }}
      idempotency_key={idempotency_key}
    >
      {carried(typed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="seen" value={plan.seen} />
      <p className="flex flex-wrap items-center gap-4">
        まだ登録していません。
        <Button name="go" value="back" formNoValidate tone="plain">
          入力に戻る
        </Button>
      </p>
      <FactPanel
        columns={2}
        facts={[
          { label: "取引先", value: plan.buyer_name },
          { label: "入金日", value: formatDate(plan.payment_date) },
          ...plan.lines.map(({ kind, amount, maturity_date, tax_rate }) => ({
            label: KIND_LABEL[kind],
            value: [
              formatYen(amount),
              maturity_date ? `満期 ${formatDate(maturity_date)}` : "",
              tax_rate === undefined ? "" : rateLabel(tax_rate),
            ]
              .filter(Boolean)
              .join("　"),
          })),
          { label: "計", value: <b>{formatYen(plan.amount)}</b> },
          { label: "前受", value: formatYen(plan.unapplied) },
        ]}
      />
      {plan.rows.length === 0 ? null : (
        <Table columns={visibleColumns(PLANNED, true)} page={unpaged(plan.rows)} title="充当する請求書" />
      )}
      <Shortfall plan={plan} />
      {plan.notes.map((note) => (
        <p key={note} className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          {note}
        </p>
      ))}
      {plan.twins.length > 0 ? (
        <div className="rounded border border-warn bg-warn-soft px-4 py-2">
          <p className="font-bold text-warn">
            二重ではありませんか。同じ取引先・入金日・金額の入金が登録済みです:{" "}
            {plan.twins.map(({ key, recorded_time }) => (
              <a
                key={key}
                href={`/accounting/receivable/payment/${key}`}
                className="mr-2 text-accent underline"
              >
                {formatDateTime(recorded_time)} 登録
              </a>
            ))}
          </p>
          <CheckField name="twice" label="別の入金として登録する" />
        </div>
      ) : null}
    </SchemaForm>
  );
}
