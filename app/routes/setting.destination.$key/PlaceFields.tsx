import { FieldSet } from "~/components/form/FieldSet";
import { CheckField } from "~/components/form/choices";
import { TextArea, TextField } from "~/components/form/fields";

/** A place of delivery: the same when added and later. */
export function PlaceFields() {
  return (
    <FieldSet legend="納入先" columns={2}>
      <TextField name="name" label="納入先名" />
      <TextField name="person" label="担当者" optional />
      <TextField name="postal_code" label="郵便番号" optional width="short" />
      <TextField name="tel" label="電話番号" optional type="tel" />
      <TextField name="address" label="住所" optional />
      <TextArea name="note" label="備考" optional rows={2} help="受入時間や置き場所など。依頼先に見えます。" />
      <CheckField name="is_default" label="既定の納入先にする" />
    </FieldSet>
  );
}
