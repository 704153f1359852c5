import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, HiddenField, NumberField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { SUPPLY_FIELDS, type SupplyLedger, supplyMoved } from "~/lib/order/supply.schema";
import { formatDate } from "~/lib/time/date";
import { SUPPLY_MOVEMENT_LABEL } from "~/lib/vocabulary/supply";
import type { Reply } from "~/lib/web/submit.server";

type Props = { doc: SupplyLedger; day: string; answer?: Reply; idempotency_key: string };

/** The buyer takes back; the seller uses, or gives back. */
export function MoveForm({ doc, day, answer, idempotency_key }: Props) {
  return (
    <SchemaForm
      id="move"
      schema={supplyMoved}
      answer={answer}
      values={{ movement: doc.is_buyer ? "returned" : "used", move_date: formatDate(day) }}
      submit={doc.is_buyer ? "返却を記録する" : "記録する"}
      idempotency_key={idempotency_key}
    >
      <FieldSet legend={doc.is_buyer ? "返却を受けた" : "使用・返却"}>
        {doc.is_buyer ? (
          <HiddenField name="movement" value="returned" />
        ) : (
          <RadioField
            name="movement"
            label="動き"
            options={(["used", "returned"] as const).map((value) => ({
              value,
              label: SUPPLY_MOVEMENT_LABEL[value],
            }))}
          />
        )}
        <NumberField name="quantity" label={SUPPLY_FIELDS.quantity} unit={doc.unit} />
        <DateField name="move_date" label={SUPPLY_FIELDS.move_date} />
        <TextField name="note" label={SUPPLY_FIELDS.note} optional />
      </FieldSet>
    </SchemaForm>
  );
}
