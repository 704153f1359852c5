import { ChecksField } from "~/components/form/ChecksField";
import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { PERMISSION_LABEL } from "~/lib/auth/member";

const OPTIONS = Object.entries(PERMISSION_LABEL).map(([value, label]) => ({ value, label }));

/** What a person may do: the same when invited and later. */
export function RightsFields() {
  return (
    <FieldSet legend="権限">
      <ChecksField
        name="permissions"
        label="使える機能"
        optional
        options={OPTIONS}
        help="会計がない人には、単価と金額を表示しません。"
      />
      <CheckField name="is_admin" label="管理者にする" help="会社情報とアカウントを変更できます。" />
    </FieldSet>
  );
}
