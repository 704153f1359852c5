import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextArea, TextField } from "~/components/form/fields";
import { QUOTE_LABEL as L } from "~/lib/quote/quote.fields";
import { TOOLING_OWNER_LABEL, TOOLING_OWNERS } from "~/lib/vocabulary/quote";

const OWNERS = TOOLING_OWNERS.map((value) => ({ value, label: TOOLING_OWNER_LABEL[value] }));

/** What an answer says once for all its quantities. */
export const AnswerHead = () => (
  <FieldSet legend="条件" columns={2}>
    <NumberField name="tooling" label={L.tooling} optional unit="円" help="最初の注文だけに加わります。" />
    <SelectField name="tooling_owner" label={L.tooling_owner} optional options={OWNERS} />
    <NumberField name="other" label={L.other} optional unit="円" help="最初の注文だけに加わります。" />
    <DateField name="valid_until" label={L.valid_until} lean="coming" help="この日の24時まで有効です。" />
    <TextField name="person" label={L.person} optional width="medium" />
    <TextArea name="comment" label={L.comment} optional />
  </FieldSet>
);
