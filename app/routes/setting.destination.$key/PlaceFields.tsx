import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea, TextField } from "~/components/form/fields";
import { PostalField } from "~/components/form/PostalField";

/** A place of delivery: the same when added and later. */
export function PlaceFields({ help = "置き場所や納入のしかたなど。依頼先に見えます。" }: { help?: string }) {
  return (
    <FieldSet legend="納入先" columns={2}>
      <TextField name="name" label="納入先名" />
      <TextField name="person" label="担当者" optional />
      <PostalField />
      <TextField name="tel" label="TEL" optional type="tel" />
      <TextField name="address" label="住所" optional />
      <TextField name="hours" label="受入時間" optional help="例：8:30〜16:30（12時台を除く）" />
      <TextArea name="note" label="注意書き" optional rows={2} help={help} />
      <CheckField name="is_default" label="既定の納入先にする" />
    </FieldSet>
  );
}
