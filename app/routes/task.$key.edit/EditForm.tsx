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

type Props = Pick<CardDetail, "card" | "deliveries"> & {
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

export function EditForm({ card, deliveries, units, back, returning, amounts, reply, merged }: Props) {
  const values = Object.fromEntries(
    Object.keys(cardEdit.shape).map((name) => [name, text((card as Record<string, unknown>)[name])]),
  );
  const of = UNIT_LABEL[card.order_unit];
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
          納品書 {deliveries.map((one) => one.number).join("、")}{" "}
          に載っています。品名・数量・単価などを変えるには、先に納品書を取り消してください。
        </p>
      ) : null}
      <FieldSet legend="注文" columns={2}>
        <TextField name="order_id" label={CARD_LABEL.order_id} optional />
        <TextField name="destination" label={CARD_LABEL.destination} optional />
        <DateField name="delivery_date" label={CARD_LABEL.delivery_date} optional lean="coming" />
        <TimeField name="delivery_time" label={CARD_LABEL.delivery_time} optional />
        <CheckField name="is_urgent" label={CARD_LABEL.is_urgent} />
        <CheckField name="is_billing_target" label={CARD_LABEL.is_billing_target} />
      </FieldSet>
      <FieldSet legend="品物" columns={2}>
        <TextField name="name" label={CARD_LABEL.name} />
        <NumberField name="num_items" label={CARD_LABEL.num_items} unit={of} />
        <SeenText name="released" sure="この数量でよい" />
        <TextField name="drawing_no" label={CARD_LABEL.drawing_no} optional />
        <TextField name="drawing_revision" label={CARD_LABEL.drawing_revision} optional width="short" />
        {amounts ? <NumberField name="unit_price" label={CARD_LABEL.unit_price} optional unit="円" /> : null}
        <SelectField
          name="unit"
          label="単位（単価の単位）"
          width="short"
          options={unitOptions(units, card.unit)}
        />
        <NumberField name="unit_weight" label={CARD_LABEL.unit_weight} optional unit="kg/個" />
        <NumberField name="pieces_per_set" label={CARD_LABEL.pieces_per_set} optional unit="個" />
      </FieldSet>
      <FieldSet legend="メモ">
        <TextArea name="note" label={CARD_LABEL.note} optional rows={2} help="依頼元に見えます。" />
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
