import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, TextField } from "~/components/form/fields";

const OWNERSHIPS = [
  { value: "", label: "自社の在庫（在庫金額に入れる）" },
  { value: "supplied", label: "支給品・預かり品（0円）" },
];

export function PlaceFields({ amounts }: { amounts: boolean }) {
  return (
    <FieldSet legend={amounts ? "置場と単価" : "置場"} columns={2}>
      <TextField name="shelf" label="置場" optional width="medium" help="棚札に印刷します。" />
      {amounts ? (
        <SelectField
          name="ownership"
          label="評価"
          options={OWNERSHIPS}
          optional
          width="full"
          help="支給品は数だけを管理し、在庫金額と平均単価に入れません。"
        />
      ) : null}
      {amounts ? (
        <NumberField
          name="standard_price"
          label="標準単価"
          unit="円(税抜)"
          optional
          help="入庫の単価が空欄のときと、標準単価での評価に使います。"
        />
      ) : null}
    </FieldSet>
  );
}
