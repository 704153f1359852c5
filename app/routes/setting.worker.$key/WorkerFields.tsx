import { CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, TextField } from "~/components/form/fields";
import { COLOUR_LABEL } from "~/lib/setting/worker.schema";

const colours = Object.entries(COLOUR_LABEL).map(([value, label]) => ({ value, label }));

/** A 作業者: the same when added and later. `has_pin` offers to take the PIN away. */
export function WorkerFields({ has_pin }: { has_pin?: boolean }) {
  return (
    <FieldSet legend="作業者" columns={2}>
      <TextField name="name" label="氏名" />
      <TextField name="kana" label="カナ" optional />
      <TextField name="group_name" label="グループ" optional help="班や職場の名前です。" />
      <SelectField name="colour" label="色" optional options={colours} width="short" />
      <NumberField name="sort" label="並び順" optional help="小さい順に並びます。空欄のときは最後です。" />
      <TextField name="pin" label="暗証番号" optional width="short" help={has_pin ? "登録済みです。変えるときだけ入力してください（4〜8桁の数字）。" : "4〜8桁の数字です。"} />
      {has_pin ? <CheckField name="clear_pin" label="暗証番号をなくす" /> : null}
    </FieldSet>
  );
}
