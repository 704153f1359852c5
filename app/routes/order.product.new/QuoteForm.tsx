import type { SubmissionResult } from "@conform-to/dom";
import { ChecksField } from "~/components/form/ChecksField";
import { CheckField, ComboField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import {
  DateField,
  FileField,
  HiddenField,
  NumberField,
  TextArea,
  TextField,
} from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { KINDS_HELP } from "~/lib/file/file";
import { ACCEPT } from "~/lib/file/limit";
import type { Option } from "~/lib/list/option";
import { QUOTE_LABEL as L, MAX_QUANTITIES } from "~/lib/quote/quote.fields";
import { quoteInput } from "~/lib/quote/quote.schema";

type Props = {
  reply?: SubmissionResult<string[]> | null;
  values: Record<string, unknown>;
  idempotency_key: string;
  version?: number;
  sellers: Option[];
  products: Option[];
  units: Option[];
  places: Option[];
  cancel: string;
};

/** The same for a new request and for one that is still a draft. */
export function QuoteForm({
  reply,
  values,
  idempotency_key,
  version,
  sellers,
  products,
  units,
  places,
  cancel,
}: Props) {
  const num = String(values.order_files ?? "")
    .split(" ")
    .filter(Boolean).length;
  const carried = num > 0 ? `外注依頼に添付した${num}件も、一緒に載せます。` : "";
  return (
    <SchemaForm
      id="quote"
      schema={quoteInput}
      reply={reply}
      values={values}
      idempotency_key={idempotency_key}
      version={version}
      submit="下書きに保存して確認する"
      cancel={cancel}
      upload={version === undefined}
    >
      <FieldSet legend="品物" columns={2}>
        <ComboField
          name="product_id"
          label={L.product_id}
          optional
          options={products}
          source="/order/products?q="
          help="前に注文した商品。新しい品物は、品名から入力します。"
        />
        <TextField name="name" label={L.name} optional help="商品を選択したときは、空欄でもかまいません。" />
        <TextField name="drawing_no" label={L.drawing_no} optional width="medium" />
        <TextField name="drawing_revision" label={L.drawing_revision} optional width="short" />
        <TextField name="material" label={L.material} optional />
        <TextField name="surface" label={L.surface} optional />
        <TextField name="dimensions" label={L.dimensions} optional />
        <NumberField name="unit_weight" label={L.unit_weight} optional unit="kg/個" />
        {version === undefined ? <HiddenField name="order_files" /> : null}
        {version === undefined ? (
          <FileField
            name="files"
            label="図面・資料"
            optional
            accept={ACCEPT}
            help={`${carried}${KINDS_HELP}`}
          />
        ) : null}
        <TextArea name="note" label={L.note} optional help="依頼先に伝わります。" />
      </FieldSet>
      <FieldSet legend="数量と期限" columns={3}>
        {Array.from({ length: MAX_QUANTITIES }, (_, index) => (
          <NumberField
            key={index}
            name={`quantities[${index}]`}
            label={`数量 ${index + 1}`}
            optional={index > 0}
          />
        ))}
        <SelectField name="order_unit" label={L.order_unit} optional options={units} width="short" />
        <DateField name="deadline" label={L.deadline} lean="coming" />
        <DateField name="wish_date" label={L.wish_date} optional lean="coming" />
      </FieldSet>
      <FieldSet legend="納入場所と担当者" columns={2}>
        <ComboField
          name="destination"
          label={L.destination}
          optional
          free
          width="full"
          options={places}
          help="見積依頼書に載ります。支払条件は、取引先ごとの条件が載ります。"
        />
        <TextField name="person" label={L.person} optional width="medium" />
      </FieldSet>
      <FieldSet legend="依頼先">
        <ChecksField
          name="seller_ids"
          label="依頼先（何社でも）"
          options={sellers}
          help="依頼先どうしには、ほかの会社の名前も回答も見えません。"
        />
        <CheckField
          name="is_sealed"
          label={L.is_sealed}
          help="回答期限を過ぎるか締め切るまで、金額を見ません。"
        />
        <CheckField name="tells_count" label={L.tells_count} help="付けなければ、社数も伝わりません。" />
      </FieldSet>
      <FieldSet legend="社内だけの記録" columns={2}>
        <TextArea name="memo" label={L.memo} optional help="依頼先には伝わりません。" />
        <NumberField
          name="target_price"
          label={L.target_price}
          optional
          unit="円"
          help="依頼先には伝わりません。"
        />
      </FieldSet>
    </SchemaForm>
  );
}
