import type { SubmissionResult } from "@conform-to/dom";
import { LinkButton } from "~/components/form/Button";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { confirmCode, MISMATCH } from "~/lib/auth/reset.schema";
import { NEW_PASSWORD_FIELD } from "~/lib/auth/signin.schema";

type Props = { username: string; destination: string; reply?: SubmissionResult<string[]> };

export function ConfirmCode({ username, destination, reply }: Props) {
  return (
    <>
      <p className="mb-4">
        <strong className="font-bold">{username}</strong> あてに確認コードを送りました
        {destination && <>（送信先 {destination}）</>}。届いたコードを10分以内に入力してください。
      </p>
      <SchemaForm
        id="confirm"
        schema={confirmCode}
        reply={reply}
        submit="パスワードを再設定"
        action="/reset?step=confirmCode"
        plain
      >
        <TextField
          name="code"
          label="確認コード"
          autoComplete="one-time-code"
          width="short"
          help="メールが届かないときは、迷惑メールの中も確かめてください。"
        />
        <TextField name="new_password" {...NEW_PASSWORD_FIELD} />
        <TextField
          name="confirmation"
          label="新しいパスワード（確認）"
          type="password"
          autoComplete="new-password"
          empty={MISMATCH}
        />
      </SchemaForm>
      <p className="mt-4">
        <LinkButton href="/reset">確認コードを再送信</LinkButton>
      </p>
    </>
  );
}
