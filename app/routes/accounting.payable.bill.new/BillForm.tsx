import { AskedField, RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, FileField, TextField, YenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { billNew, type Supplier } from "~/lib/payable/bill.schema";
import { PAYABLE } from "~/lib/payable/debt.list";
import {
  BILL_KIND_LABEL,
  BILL_KINDS,
  EXPENSE_ACCOUNT_LABEL,
  EXPENSE_ACCOUNTS,
} from "~/lib/vocabulary/payable";
import type { Reply } from "~/lib/web/submit.server";
import { PAPER_FILES } from "../shared/paper.files";

const KINDS = BILL_KINDS.map((value) => ({ value, label: BILL_KIND_LABEL[value] }));
const ACCOUNTS = EXPENSE_ACCOUNTS.map((value) => ({ value, label: EXPENSE_ACCOUNT_LABEL[value] }));
/** The last paper of who is dealt with no more comes after the end. */
const optionOf = ({ id, name, is_active }: Supplier) => ({
  value: id,
  label: is_active ? name : `${name}（取引終了）`,
});

type Props = {
  partners: Supplier[];
  values: Record<string, string>;
  reply?: Reply["reply"];
  idempotency_key: string;
};

export function BillForm({ partners, values, reply, idempotency_key }: Props) {
  return (
    <SchemaForm
      id="bill"
      schema={billNew}
      reply={reply}
      values={values}
      submit="計上する"
      cancel={`${PAYABLE}/due`}
      upload
      idempotency_key={idempotency_key}
    >
      <FieldSet legend="請求書" columns={2}>
        <SelectField name="partner_id" label="支払先" options={partners.map(optionOf)} />
        <RadioField
          name="kind"
          label="種類"
          options={KINDS}
          help="値引・返品は、届いた赤伝の金額をプラスで入力します。次の支払から差し引けます"
        />
        <TextField
          name="number"
          label="請求書番号"
          optional
          width="medium"
          help="経費と値引・返品では空欄でもかまいません"
        />
        <SelectField name="account" label="科目" options={ACCOUNTS} />
        <DateField name="bill_date" label="請求日" />
        <DateField
          name="received_date"
          label="受領日"
          optional
          help="品物を受け取った日（取適法の60日は、この日から）。空欄は請求日"
        />
        <DateField
          name="due_date"
          label="支払期日"
          optional
          lean="coming"
          help="空欄は支払条件から計算します"
        />
        <TextField
          name="registration_number"
          label="登録番号"
          optional
          width="medium"
          help="空欄は免税事業者として、経過措置の割合で控除します"
        />
      </FieldSet>
      <FieldSet legend="金額" columns={2}>
        <YenField name="base_10" label="10%対象（税抜）" optional />
        <YenField name="tax_10" label="消費税（10%）" optional help="空欄は計算します" />
        <YenField name="base_8" label="8%対象（税抜）" optional />
        <YenField name="tax_8" label="消費税（8%）" optional help="空欄は計算します" />
        <YenField name="base_0" label="対象外" optional />
      </FieldSet>
      {values.late_debt ? <input type="hidden" name="late_debt" value={values.late_debt} /> : null}
      <AskedField name="as_printed" label="消費税は請求書の記載どおりに計上する" />
      <AskedField name="unusual_date" label="この日付で計上する" />
      <AskedField name="twice" label="二重ではないので計上する" />
      <AskedField name="is_their_fault" label="支払先に責任のある値引・返品として計上する" />
      <FileField name="files" label="原本のファイル" optional {...PAPER_FILES} />
      <TextField name="note" label="備考" optional help="値引・返品では、理由を書きます" />
    </SchemaForm>
  );
}
