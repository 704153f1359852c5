import type { SubmissionResult } from "@conform-to/dom";
import { CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextArea, TextField, TimeField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { Merged } from "~/lib/task/card.conflict";
import { cardEdit } from "~/lib/task/card.edit.schema";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { unitOptions } from "~/lib/vocabulary/unit";
import { SeenText } from "../shared/stock.seen";
import { Conflicts } from "./Conflicts";
import { Ordered } from "./Ordered";

type Props = Pick<CardDetail, "card" | "deliveries" | "agreed"> & {
  units: Unit[];
  back: string;
  returning: string;
  amounts: boolean;
  reply?: SubmissionResult<string[]>;
  merged?: Merged;
};

const text = (value: unknown) =>
  value === null || value === undefined || value === false ? "" : value === true ? "on" : String(value);

function renewed(reply: Props["reply"], merged: Merged | undefined): Props["reply"] {
  return reply && merged ? { ...reply, initialValue: { ...reply.initialValue, ...merged.values } } : reply;
}

export function EditForm({
  card,
  deliveries,
  agreed,
  units,
  back,
  returning,
  amounts,
  reply,
  merged,
}: Props) {
  const values = Object.fromEntries(
    Object.keys(cardEdit.shape).map((name) => [name, text((card as Record<string, unknown>)[name])]),
  );
  const of = UNIT_LABEL[card.order_unit];
  const own = (name: keyof typeof CARD_LABEL) => !agreed?.fields.includes(name);
  const frozen = own("name") ? "品名・数量・単価など" : own("num_items") ? "数量・請求対象" : "請求対象";
  return (
    <SchemaForm
      id="edit"
      action={`/task/${card.key}/edit${returning}`}
      schema={cardEdit}
      reply={renewed(reply, merged)}
      version={card.version}
      submit="保存"
      cancel={back}
      values={values}
    >
      {merged ? <Conflicts {...merged} /> : null}
      {deliveries.length > 0 ? (
        <p className="rounded bg-warn-soft px-4 py-2 text-warn">
          納品書 {deliveries.map((one) => one.number).join("、")} に載っています。{frozen}
          を変えるには、先に納品書を取り消してください。
        </p>
      ) : null}
      {agreed ? <Ordered card={card} agreed={agreed} amounts={amounts} /> : null}
      <FieldSet
        legend={own("order_id") ? "注文" : own("delivery_date") ? "納期・納入先" : "扱い"}
        columns={2}
      >
        {own("order_id") ? <TextField name="order_id" label={CARD_LABEL.order_id} optional /> : null}
        {own("destination") ? <TextField name="destination" label={CARD_LABEL.destination} optional /> : null}
        {own("delivery_date") ? (
          <>
            <DateField name="delivery_date" label={CARD_LABEL.delivery_date} optional lean="coming" />
            <TimeField name="delivery_time" label={CARD_LABEL.delivery_time} optional />
          </>
        ) : null}
        <CheckField name="is_urgent" label={CARD_LABEL.is_urgent} />
        <CheckField name="is_billing_target" label={CARD_LABEL.is_billing_target} />
      </FieldSet>
      {own("num_items") ? (
        <FieldSet legend="品物" columns={2}>
          {own("name") ? <TextField name="name" label={CARD_LABEL.name} /> : null}
          <NumberField name="num_items" label={CARD_LABEL.num_items} unit={of} />
          <SeenText name="released" sure="この数量でよい" />
          {own("drawing_no") ? <TextField name="drawing_no" label={CARD_LABEL.drawing_no} optional /> : null}
          <TextField name="drawing_revision" label={CARD_LABEL.drawing_revision} optional width="short" />
          {own("unit") ? <Measure card={card} units={units} amounts={amounts} /> : null}
        </FieldSet>
      ) : null}
      <FieldSet legend="メモ">
        {own("note") ? (
          <TextArea name="note" label={CARD_LABEL.note} optional rows={2} help="依頼元に見えます。" />
        ) : null}
        <TextArea
          name="inner_note"
          label={CARD_LABEL.inner_note}
          optional
          rows={2}
          help="依頼元には見えません。"
        />
        <TextArea
          name="reason"
          label="変更の理由"
          optional
          rows={2}
          help="履歴に残り、依頼元にも見えます。"
        />
      </FieldSet>
    </SchemaForm>
  );
}

function Measure({ card, units, amounts }: Pick<Props, "card" | "units" | "amounts">) {
  return (
    <>
      {amounts ? <NumberField name="unit_price" label={CARD_LABEL.unit_price} optional unit="円" /> : null}
      <SelectField
        name="unit"
        label="単位（単価の単位）"
        width="short"
        options={unitOptions(units, card.unit)}
      />
      <NumberField name="unit_weight" label={CARD_LABEL.unit_weight} optional unit="kg/個" />
      <NumberField name="pieces_per_set" label={CARD_LABEL.pieces_per_set} optional unit="個" />
    </>
  );
}
