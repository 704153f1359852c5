import type { SubmissionResult } from "@conform-to/dom";
import type { z } from "zod";
import { CheckField, ComboField, RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextArea, TextField, TimeField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { Option } from "~/lib/list/option";
import { cardNewForm } from "~/lib/stock/allocation.schema";
import type { cardChoices } from "~/lib/task/card.page.schema";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { unitOptions } from "~/lib/vocabulary/unit";
import { FromStock } from "~/routes/shared/from.stock";

type Choices = Pick<z.output<typeof cardChoices>, "buyers" | "processes" | "units">;
type Props = Choices & {
  products: Option[];
  values: Record<string, string | undefined>;
  amounts: boolean;
  stocked: boolean;
  reply?: SubmissionResult<string[]>;
  idempotency_key: string;
};

const INNER_HELP = "依頼元には見えません。";

export function CardForm({
  buyers,
  products,
  processes,
  units: used,
  values,
  amounts,
  stocked,
  reply,
  idempotency_key,
}: Props) {
  const units = unitOptions(used, ...([values.order_unit, values.unit].filter(Boolean) as Unit[]));
  return (
    <SchemaForm
      id="card"
      schema={cardNewForm}
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
        <TextField name="order_id" label={CARD_LABEL.order_id} optional />
        <DateField name="delivery_date" label={CARD_LABEL.delivery_date} optional lean="coming" />
        <TimeField name="delivery_time" label={CARD_LABEL.delivery_time} optional />
        <TextField name="destination" label={CARD_LABEL.destination} optional />
        <CheckField name="is_urgent" label={CARD_LABEL.is_urgent} />
      </FieldSet>
      <FieldSet legend="品物" columns={2}>
        <ComboField
          name="product_id"
          label={CARD_LABEL.product_id}
          optional
          width="full"
          source="/setting/product/find?q="
          help="選ぶと、品名・単位・単価・図番は商品マスタのものになります。"
          options={products}
        />
        <output name="stock" className="text-note text-muted empty:hidden col-span-full">
          {String(reply?.initialValue?.stock ?? values.stock ?? "")}
        </output>
        <TextField
          name="name"
          label={CARD_LABEL.name}
          optional
          either
          help="商品を選ばないときは必要です。"
        />
        <NumberField name="num_items" label={CARD_LABEL.num_items} />
        <SelectField
          name="order_unit"
          label={CARD_LABEL.order_unit}
          optional
          either
          options={units}
          width="short"
          help="商品を選ばないときは必要です。"
        />
        {amounts ? (
          <NumberField
            name="unit_price"
            label={CARD_LABEL.unit_price}
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
        <NumberField name="unit_weight" label={CARD_LABEL.unit_weight} optional unit="kg/個" />
        <NumberField name="pieces_per_set" label={CARD_LABEL.pieces_per_set} optional unit="個" />
        <TextField name="drawing_no" label={CARD_LABEL.drawing_no} optional />
        <TextField name="drawing_revision" label={CARD_LABEL.drawing_revision} optional width="short" />
        <RadioField
          name="is_billing_target"
          label={CARD_LABEL.is_billing_target}
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
      {stocked ? (
        <FromStock help="在庫として管理している商品だけです。出す分は工程を通らず「出荷待ち」に置き、出荷したときに在庫から引きます。入荷予定は出せません。" />
      ) : null}
      <FieldSet legend="メモ">
        <TextArea name="note" label={CARD_LABEL.note} optional rows={2} help="依頼元に見えます。" />
        <TextArea name="inner_note" label={CARD_LABEL.inner_note} optional rows={2} help={INNER_HELP} />
      </FieldSet>
    </SchemaForm>
  );
}
