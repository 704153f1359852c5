import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, TextField, YenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatYen } from "~/lib/money/decimal";
import { type DebtRow, debtHref, debtReason, PAYABLE } from "~/lib/payable/debt.list";
import { payoutNew } from "~/lib/payable/payout.schema";
import { PAYOUT_KIND_LABEL, PAYOUT_KINDS } from "~/lib/vocabulary/payable";
import { OpenInvoices } from "../shared/open.invoices";
import type { Answer } from "./step";

const KINDS = PAYOUT_KINDS.map((value) => ({ value, label: PAYOUT_KIND_LABEL[value] }));

/** To whom, and what can't be paid of it now. */
const belowOf = ({ partner_name, waiting }: DebtRow) =>
  [partner_name, waiting > 0 && `${formatYen(waiting)}は相殺の回答待ち`].filter(Boolean).join("　");

type Props = { debts: DebtRow[]; today: string; answer?: Answer; idempotency_key: string };

export function EntryStep({ debts, today, answer, idempotency_key }: Props) {
  const typed = answer?.reply.initialValue ?? undefined;
  return (
    <SchemaForm
      id="payout"
      schema={payoutNew}
      reply={answer?.reply.error ? (answer.reply as never) : undefined}
      values={typed ?? { payment_date: today, kind: "transfer" }}
      submit="確認する"
      press={{ name: "go", value: "check" }}
      cancel={`${PAYABLE}/due`}
      wide
      idempotency_key={idempotency_key}
    >
      <OpenInvoices
        invoices={debts.map((row) => ({
          key: row.id,
          number: debtReason(row) || "計上",
          below: belowOf(row),
          href: debtHref(row),
          due_date: row.due_date,
          total: row.total,
          open: row.open - row.planned,
        }))}
        typed={typed?.debts}
        chosen={debts.map(({ id }) => id)}
        today={today}
        name="debts"
        field="debt"
        due="支払期日"
        act="今回支払"
      />
      <p className="text-note text-muted">今回支払を空欄にすると、残額をすべて支払います。</p>
      <FieldSet legend="支払" columns={2}>
        <DateField name="payment_date" label="支払日" help="振込は、振込指定日を60日先まで入れられます。" />
        <SelectField name="kind" label="方法" options={KINDS} />
        <YenField
          name="fee"
          label="差引手数料"
          optional
          help="支払先が負担する振込手数料を差し引くときだけ入力します（取適法の対象の支払先からは差し引けません）。"
        />
        <YenField
          name="own_fee"
          label="当方負担の振込手数料"
          optional
          help="1件あたり。支払額とは別に口座から出た額です（仕訳の支払手数料）。分からないときは空欄にします。"
        />
        <DateField name="maturity_date" label="満期日" optional lean="coming" help="でんさいのとき" />
        <TextField name="note" label="備考" optional />
      </FieldSet>
    </SchemaForm>
  );
}
