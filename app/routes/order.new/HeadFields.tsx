import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextField } from "~/components/form/fields";
import type { Option } from "~/lib/list/option";
import { LINE_LABEL } from "~/lib/order/order.fields";
import { orderForm } from "~/lib/order/order.schema";
import { labelOf } from "~/lib/text/text.schema";

export function HeadFields({ places, order_date }: { places: Option[]; order_date: string }) {
  return (
    <FieldSet legend="依頼の内容" columns={3} titled={false}>
      <DateField name="order_date" label="依頼日" />
      <TextField
        name="order_id"
        label={LINE_LABEL.order_id}
        optional
        width="medium"
        help={`空欄なら、H${order_date.replace(/\D/g, "").slice(2, 6)}-に続く番号が自動で付きます`}
      />
      <DateField
        name="delivery_date"
        label={labelOf(orderForm.shape.delivery_date)}
        optional
        lean="coming"
        help="納期が空欄の明細に使います"
      />
      {places.length > 0 ? (
        <SelectField name="destination_id" label={LINE_LABEL.destination_id} options={places} either />
      ) : null}
      <TextField
        name="destination"
        label={places.length > 0 ? labelOf(orderForm.shape.destination) : LINE_LABEL.destination}
        either={places.length > 0}
        help={places.length > 0 ? "一覧にない場所へ納めるときに入力します" : "名称と住所を入力します"}
      />
      <NumberField name="inspection_days" label="検査完了（受領から）" unit="日後" />
    </FieldSet>
  );
}
