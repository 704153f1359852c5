import { ChecksField } from "~/components/form/ChecksField";
import { CheckField, type Option, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { COLOUR_LABEL } from "~/lib/vocabulary/colour";

const colours = Object.entries(COLOUR_LABEL).map(([value, label]) => ({ value, label }));

/** A 作業者: the same when added and later. `has_pin` offers to take the PIN away. */
export function WorkerFields({
  has_pin,
  processes,
  people,
}: {
  has_pin?: boolean;
  processes: Option[];
  people: Option[];
}) {
  return (
    <FieldSet legend="作業者" columns={2}>
      <TextField name="name" label="氏名" />
      <TextField name="kana" label="カナ" optional />
      <TextField name="group_name" label="グループ" optional help="班や職場の名前です。" />
      <SelectField name="colour" label="色" optional options={colours} width="short" />
      <SelectField
        name="username"
        label="ログインユーザー"
        optional
        options={people}
        help="アカウントを持っている人だけ選びます。"
      />
      <TextField
        name="pin"
        label="暗証番号"
        optional
        width="short"
        help={
          has_pin ? "登録済みです。変えるときだけ入力してください（4〜8桁の数字）。" : "4〜8桁の数字です。"
        }
      />
      {has_pin ? <CheckField name="clear_pin" label="暗証番号をなくす" /> : null}
      <div className="col-span-full">
        <ChecksField name="group_ids" label="担当工程" optional options={processes} />
      </div>
    </FieldSet>
  );
}
