import type { SubmissionResult } from "@conform-to/dom";
import { HiddenField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { firstPassword, NEW_PASSWORD_FIELD } from "~/lib/auth/signin.schema";

const loginAt = (return_to: string | null) =>
  `/login${return_to ? `?${new URLSearchParams({ return_to })}` : ""}`;

type Props = {
  username: string;
  return_to: string | null;
  until: string;
  action: string;
  reply?: SubmissionResult<string[]>;
};

export function NewPassword({ username, return_to, until, action, reply }: Props) {
  return (
    <>
      <h1 className="mb-2">新しいパスワードの設定</h1>
      <p className="mb-4">
        初めてのログインです。これから使うパスワードを決めてください。
        {until && <>この画面は {until} まで使えます。</>}
      </p>
      <SchemaForm
        id="first"
        schema={firstPassword}
        reply={reply}
        values={{ username, return_to: return_to ?? "" }}
        submit="設定してログイン"
        action={action}
      >
        <TextField name="username" label="ユーザー名" autoComplete="username" readOnly />
        <TextField name="new_password" {...NEW_PASSWORD_FIELD} autoFocus />
        <HiddenField name="return_to" />
      </SchemaForm>
      <p className="mt-4">
        <a href={loginAt(return_to)}>ログイン画面へ戻る</a>
      </p>
    </>
  );
}
