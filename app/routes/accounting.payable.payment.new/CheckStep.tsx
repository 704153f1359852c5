import { Button } from "~/components/form/Button";
import { CheckField } from "~/components/form/choices";
import { SchemaForm } from "~/components/form/SchemaForm";
import { FactPanel } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { type Column, unpaged, visibleColumns } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { PAYABLE } from "~/lib/payable/debt.list";
import { type PayoutPlan, payoutNew } from "~/lib/payable/payout.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { PAYOUT_KIND_LABEL } from "~/lib/vocabulary/payable";
import { PrintedCompany } from "../shared/printed.company";
import { carried } from "../shared/typed.form";
import type { Answer } from "./step";

const PLANNED: Column<PayoutPlan["partners"][number]["rows"][number]>[] = [
  { name: "reason", label: "要因", kind: "text", text: (row) => row.reason || "計上" },
  {
    name: "due_date",
    label: "支払期日",
    kind: "date",
    fact: 1,
    below: ({ interest }) => (interest > 0 ? `遅延利息（別途） ${formatYen(interest)}` : null),
  },
  { name: "open", label: "残額", kind: "yen" },
  {
    name: "amount",
    label: "今回支払",
    kind: "yen",
    fact: 2,
    below: ({ open, left }) => `残額 ${formatYen(open)}、登録後 ${formatYen(left)}`,
  },
  { name: "left", label: "登録後の残額", kind: "yen" },
  { name: "interest", label: "遅延利息（別途）", kind: "yen" },
];

type Props = { answer: Answer; plan: PayoutPlan; today: string; idempotency_key: string };

/** Each row as it will be written. */
export function CheckStep({ answer, plan, today, idempotency_key }: Props) {
  const typed = answer.reply.initialValue ?? {};
  const differs = plan.sent !== plan.amount;
  return (
    <SchemaForm
      id="check"
      schema={payoutNew}
      reply={answer.reply.error ? (answer.reply as never) : undefined}
      values={{ ...(plan.payment_date < today ? {} : { then_file: "on" }), ...typed }}
      cancel={`${PAYABLE}/due`}
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
      <PrintedCompany />
      <p className="flex flex-wrap items-center gap-4">
        まだ登録していません。
        <span className="print:hidden">
          <Button name="go" value="back" formNoValidate tone="plain">
            入力に戻る
          </Button>
        </span>
      </p>
      <FactPanel
        columns={2}
        facts={[
          { label: "支払日", value: formatDate(plan.payment_date) },
          { label: "方法", value: PAYOUT_KIND_LABEL[plan.kind] },
          { label: "支払先", value: `${plan.partners.length}社` },
          { label: "支払額 計", value: <b>{formatYen(plan.amount)}</b> },
          differs && { label: "差引手数料", value: formatYen(plan.fee) },
          differs && { label: "振込額 計", value: formatYen(plan.sent) },
          plan.own_fee > 0 && {
            label: "当方負担の振込手数料",
            value: `${formatYen(plan.own_fee)} × ${plan.partners.length}件`,
          },
          plan.maturity_date !== null && { label: "満期日", value: formatDate(plan.maturity_date) },
        ]}
      />
      {plan.notes.map((note) => (
        <p key={note} className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          {note}
        </p>
      ))}
      {plan.kind === "transfer" ? (
        <div className="print:hidden">
          <CheckField name="then_file" label="続けて振込ファイル（全銀）を作る" />
        </div>
      ) : null}
      {plan.partners.map((partner) => (
        <div key={partner.partner_id} className="grid gap-2">
          <h2 className="text-section font-bold">
            {partner.partner_name} {formatYen(partner.amount)}
          </h2>
          <Table
            columns={visibleColumns(PLANNED, true)}
            page={unpaged(partner.rows)}
            title={`${partner.partner_name}への支払`}
          />
        </div>
      ))}
      {plan.twins.length > 0 ? (
        <div className="rounded border border-warn bg-warn-soft px-4 py-2">
          <p className="font-bold text-warn">
            二重ではありませんか。同じ支払先・支払日・金額の支払が登録済みです:{" "}
            {plan.twins.map(({ key, partner_name, recorded_time }) => (
              <a key={key} href={`${PAYABLE}/payment/${key}`} className="mr-2 text-accent underline">
                {partner_name} {formatDateTime(recorded_time)} 登録
              </a>
            ))}
          </p>
          <CheckField name="twice" label="別の支払として登録する" />
        </div>
      ) : null}
    </SchemaForm>
  );
}
