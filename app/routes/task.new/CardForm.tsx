import type { SubmissionResult } from "@conform-to/dom";
import type { z } from "zod";
import { CheckField, ComboField, RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextArea, TextField, TimeField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatNumber } from "~/lib/money/decimal";
import { cardNew } from "~/lib/task/card.new.schema";
import type { cardChoices } from "~/lib/task/card.page.schema";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { unitOptions } from "~/lib/vocabulary/unit";

type Choices = Pick<z.output<typeof cardChoices>, "buyers" | "products" | "processes" | "units">;
type Props = Choices & {
  values: Record<string, string>;
  amounts: boolean;
  reply?: SubmissionResult<string[]>;
  idempotency_key: string;
};

export function CardForm({
  buyers,
  products,
  processes,
  units: used,
  values,
  amounts,
  reply,
  idempotency_key,
}: Props) {
  const names = new Map(buyers.map((buyer) => [buyer.id, buyer.name]));
  const units = unitOptions(used, ...([values.order_unit, values.unit].filter(Boolean) as Unit[]));
  const priced = (one: Choices["products"][number]) =>
    one.unit_price === null ? "" : ` ${formatNumber(one.unit_price)}円/${UNIT_LABEL[one.unit]}`;
  return (
    <SchemaForm
      id="card"
      schema={cardNew}
      reply={reply}
      idempotency_key={idempotency_key}
      submit="登録する"
      cancel="/task/kanban"
      values={values}
    >
      <FieldSet legend="注文" columns={2}>
        <SelectField
          name="buyer_id"
          label="依頼元"
          options={buyers.map((buyer) => ({ value: buyer.id, label: buyer.name }))}
          width="full"
        />
        <TextField name="order_id" label="注文番号" optional />
        <DateField name="delivery_date" label="納期" optional lean="coming" />
        <TimeField name="delivery_time" label="納入時刻" optional />
        <TextField name="destination" label="納入先" optional />
        <CheckField name="is_urgent" label="至急" />
      </FieldSet>
      <FieldSet legend="品物" columns={2}>
        <ComboField
          name="product_id"
          label="商品"
          optional
          width="full"
          source="/setting/product/find?q="
          help="選ぶと、品名・単位・単価・図番は商品マスタのものになります。"
          options={products.map(({ product_id, code, name, buyer_id, order_unit, unit, ...price }) => ({
            value: String(product_id),
            fill: { buyer_id, name, order_unit, unit },
            label: `${code} ${name}（${names.get(buyer_id) ?? ""}）${priced({ product_id, code, name, buyer_id, order_unit, unit, ...price })}`,
          }))}
        />
        <TextField name="name" label="品名" optional either help="商品を選ばないときは必要です。" />
        <NumberField name="num_items" label="数量" />
        <SelectField
          name="order_unit"
          label="注文単位"
          optional
          either
          options={units}
          width="short"
          help="商品を選ばないときは必要です。"
        />
        {amounts ? (
          <NumberField
            name="unit_price"
            label="単価"
            optional
            unit="円"
            help="空欄のときは、商品マスタの数量に合う単価です。"
          />
        ) : null}
        <SelectField
          name="unit"
          label="単位（単価の単位）"
          optional
          either
          options={units}
          width="short"
          help="商品を選ばないときは必要です。"
        />
        <NumberField name="unit_weight" label="単重" optional unit="kg/個" />
        <NumberField name="pieces_per_set" label="1セットの個数" optional unit="個" />
        <TextField name="drawing_no" label="図番" optional />
        <TextField name="drawing_revision" label="図面の改訂" optional width="short" />
        <RadioField
          name="is_billing_target"
          label="請求対象"
          options={[
            { value: "true", label: "請求する" },
            { value: "false", label: "請求しない" },
          ]}
        />
        <SelectField
          name="group_id"
          label="始める工程"
          optional
          help="空欄のときは、最初の工程です。"
          options={processes.map((one) => ({ value: String(one.group_id), label: one.label }))}
        />
      </FieldSet>
      <FieldSet legend="メモ">
        <TextArea name="note" label="備考" optional rows={2} help="依頼元に見えます。" />
        <TextArea name="inner_note" label="社内メモ" optional rows={2} help="依頼元には見えません。" />
      </FieldSet>
    </SchemaForm>
  );
}
