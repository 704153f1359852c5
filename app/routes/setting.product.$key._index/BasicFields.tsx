import { CheckField, type Option, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, TextArea, TextField } from "~/components/form/fields";

/** 基本: the same for a new product and later. */
export function BasicFields({ units }: { units: Option[] }) {
  return (
    <>
      <FieldSet legend="品物" columns={2}>
        <TextField name="code" label="商品番号" width="medium" />
        <TextField name="name" label="品名" />
        <TextField name="drawing_no" label="図番" optional width="medium" />
        <TextField name="drawing_revision" label="図面の版" optional width="short" />
      </FieldSet>
      <FieldSet legend="数え方と在庫" columns={2}>
        <SelectField
          name="order_unit"
          label="注文単位"
          options={units}
          width="short"
          help="注文の数量を数える単位です。"
        />
        <SelectField name="unit" label="単位" options={units} width="short" help="単価の単位です。" />
        <NumberField
          name="unit_weight"
          label="単重"
          optional
          unit="kg/個"
          help="個とkgを換えるときに使います。"
        />
        <NumberField name="pieces_per_set" label="1セットの個数" optional unit="個" />
        <CheckField name="is_stock" label="在庫管理する" help="在庫管理の一覧に出ます。" />
        <NumberField name="num_threshold" label="しきい値" optional help="在庫がこれを下回ると知らせます。" />
        <TextArea name="note" label="備考" optional rows={2} />
      </FieldSet>
    </>
  );
}
