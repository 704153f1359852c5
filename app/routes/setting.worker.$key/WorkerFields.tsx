import { ChecksField } from "~/components/form/ChecksField";
import { CheckField, type Option, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { WORKER_LABEL } from "~/lib/shop/worker.fields";
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
      <TextField name="name" label={WORKER_LABEL.name} />
      <TextField name="kana" label={WORKER_LABEL.kana} optional />
      <TextField name="group_name" label={WORKER_LABEL.group_name} optional help="班や職場の名前です。" />
      <SelectField name="colour" label={WORKER_LABEL.colour} optional options={colours} width="short" />
      <SelectField
        name="username"
        label={WORKER_LABEL.username}
        optional
        options={people}
        help="アカウントを持っている人だけ選びます。"
      />
      <TextField
        name="pin"
        label={WORKER_LABEL.pin}
        optional
        width="short"
        help={
          has_pin ? "登録済みです。変えるときだけ入力してください（4〜8桁の数字）。" : "4〜8桁の数字です。"
        }
      />
      {has_pin ? <CheckField name="clear_pin" label={WORKER_LABEL.clear_pin} /> : null}
      <div className="col-span-full">
        <ChecksField name="group_ids" label={WORKER_LABEL.group_ids} optional options={processes} />
      </div>
    </FieldSet>
  );
}
