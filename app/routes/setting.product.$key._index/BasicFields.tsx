import { CheckField, ComboField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, TextArea, TextField } from "~/components/form/fields";
import type { Option } from "~/lib/list/option";
import { PRODUCT_LABEL } from "~/lib/product/product.fields";

/** 基本: the same for a new product and later. */
export function BasicFields({ units, categories }: { units: Option[]; categories: string[] }) {
  return (
    <>
      <FieldSet legend="品物" columns={2}>
        <TextField name="code" label={PRODUCT_LABEL.code} width="medium" />
        <TextField name="name" label={PRODUCT_LABEL.name} />
        <TextField name="drawing_no" label={PRODUCT_LABEL.drawing_no} optional width="medium" />
        <TextField name="drawing_revision" label={PRODUCT_LABEL.drawing_revision} optional width="short" />
        <ComboField
          name="category"
          label={PRODUCT_LABEL.category}
          options={categories.map((value) => ({ value, label: value }))}
          free
          optional
          help="棚卸と在庫一覧を、分類ごとに分けられます。"
        />
      </FieldSet>
      <FieldSet legend="数え方と在庫" columns={2}>
        <SelectField
          name="order_unit"
          label={PRODUCT_LABEL.order_unit}
          options={units}
          width="short"
          help="注文の数量を数える単位です。"
        />
        <SelectField
          name="unit"
          label={PRODUCT_LABEL.unit}
          options={units}
          width="short"
          help="単価の単位です。"
        />
        <NumberField
          name="unit_weight"
          label={PRODUCT_LABEL.unit_weight}
          optional
          unit="kg/個"
          help="個とkgを換えるときに使います。"
        />
        <NumberField name="pieces_per_set" label={PRODUCT_LABEL.pieces_per_set} optional unit="個" />
        <CheckField name="is_stock" label="在庫管理する" help="在庫管理の一覧に出ます。" />
        <NumberField
          name="num_threshold"
          label={PRODUCT_LABEL.num_threshold}
          optional
          help="在庫がこれを下回ると知らせます。"
        />
        <TextArea name="note" label={PRODUCT_LABEL.note} optional rows={2} />
      </FieldSet>
    </>
  );
}
