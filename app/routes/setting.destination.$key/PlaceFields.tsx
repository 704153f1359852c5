import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea, TextField } from "~/components/form/fields";
import { PostalField } from "~/components/form/PostalField";
import { DESTINATION_LABEL } from "~/lib/partner/destination.fields";

/** A place of delivery: the same when added and later. */
export function PlaceFields({ help = "置き場所や納入のしかたなど。依頼先に見えます。" }: { help?: string }) {
  return (
    <FieldSet legend="納入先" columns={2}>
      <TextField name="name" label={DESTINATION_LABEL.name} />
      <TextField name="person" label={DESTINATION_LABEL.person} optional />
      <PostalField />
      <TextField name="tel" label={DESTINATION_LABEL.tel} optional type="tel" />
      <TextField name="address" label={DESTINATION_LABEL.address} optional />
      <TextField
        name="hours"
        label={DESTINATION_LABEL.hours}
        optional
        help="例：8:30〜16:30（12時台を除く）"
      />
      <TextArea name="note" label={DESTINATION_LABEL.note} optional rows={2} help={help} />
      <CheckField name="is_default" label="既定の納入先にする" />
    </FieldSet>
  );
}
