import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import type { PayoutRow } from "~/lib/payable/payout.list";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { transferAsked } from "~/lib/transfer/file.schema";
import { PayoutTicks } from "./PayoutTicks";
import type { Answer } from "./step";

type Props = {
  accounts: { key: number; label: string }[];
  payouts: PayoutRow[];
  chosen: number[];
  /** The day the books say, where a bank can still pay on it. */
  pay_date: string;
  answer?: Answer;
  idempotency_key: string;
};

/** Which payments, from where and when. */
export function EntryStep({ accounts, payouts, chosen, pay_date, answer, idempotency_key }: Props) {
  const typed = answer?.reply.initialValue;
  return (
    <SchemaForm
      id="transfer"
      schema={transferAsked}
      reply={answer?.reply.error ? answer.reply : undefined}
      values={typed ?? { account_key: String(accounts[0]!.key), pay_date }}
      cancel={TRANSFERS}
      wide
      submit="内容を確認する"
      press={{ name: "go", value: "check" }}
      idempotency_key={idempotency_key}
    >
      <FieldSet legend="振込元" columns={2}>
        <SelectField
          name="account_key"
          label="振込元の口座"
          options={accounts.map(({ key, label }) => ({ value: String(key), label }))}
          width="full"
        />
        <DateField
          name="pay_date"
          label="振込指定日"
          lean="coming"
          help="銀行の営業日です。何日前まで受け付けるかは、銀行の案内で確かめてください。"
        />
      </FieldSet>
      <FieldSet legend="振り込む支払">
        <PayoutTicks payouts={payouts} chosen={chosen} typed={typed?.rows} />
      </FieldSet>
    </SchemaForm>
  );
}
