import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea, TextField } from "~/components/form/fields";
import { LINE_LABEL, SUPPLY_TERMS_LABEL } from "~/lib/order/order.fields";
import { PAYMENT_METHOD_OPTIONS } from "~/lib/vocabulary/maturity";
import { MaturityFields } from "~/routes/setting.collaborator.new/MaturityFields";

export function Terms() {
  return (
    <FieldSet legend="条件" columns={3}>
      <SelectField name="payment_method" label="支払方法" options={PAYMENT_METHOD_OPTIONS} />
      <MaturityFields />
      <TextField
        name="payment_detail"
        label="支払方法の内容"
        optional
        help="一括決済方式のとき: 金融機関、額"
      />
      <TextField name="person" label="担当者" optional />
      <TextArea
        name="supply_terms"
        label={SUPPLY_TERMS_LABEL}
        optional
        rows={2}
        help="例: 製品代金の支払期日に、代金と相殺"
      />
      <TextArea name="note" label={LINE_LABEL.note} optional rows={2} />
    </FieldSet>
  );
}
