import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import type { LineColumn } from "~/components/form/lines.columns";
import { SchemaForm } from "~/components/form/SchemaForm";
import { addBankDays } from "~/lib/time/bankday";
import { today } from "~/lib/time/date";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { transferAsked } from "~/lib/transfer/file.schema";
import type { Answer } from "./step";

type Props = {
  accounts: { key: number; label: string }[];
  partners: { partner_id: string; partner_name: string }[];
  answer?: Answer;
  idempotency_key: string;
};

/** Whom to pay how much, from where and when. */
export function EntryStep({ accounts, partners, answer, idempotency_key }: Props) {
  const columns: LineColumn[] = [
    {
      name: "partner_id",
      label: "支払先",
      kind: "select",
      width: "wide",
      options: [
        { value: "", label: "" },
        ...partners.map(({ partner_id, partner_name }) => ({ value: partner_id, label: partner_name })),
      ],
    },
    { name: "amount", label: "金額", kind: "number", unit: "円", total: true },
    { name: "edi", label: "EDI情報", kind: "text", optional: true },
  ];
  const typed = answer?.reply.initialValue;
  return (
    <SchemaForm
      id="transfer"
      schema={transferAsked}
      reply={answer?.reply.error ? answer.reply : undefined}
      values={
        typed ?? {
          account_key: String(accounts[0]!.key),
          pay_date: addBankDays(today(), 1),
          rows: [{}],
        }
      }
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
      <FieldSet legend="振込先">
        <p className="text-note text-muted">
          振り込む額（手数料を差し引くときは差し引いた額）です。ここでは支払の記録は付きません。
        </p>
        <Lines name="rows" columns={columns} />
      </FieldSet>
    </SchemaForm>
  );
}
