import type { SubmissionResult } from "@conform-to/dom";
import { CheckField } from "~/components/form/choices";
import { HiddenField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Banner } from "~/components/frame/Banner";
import { signIn } from "~/lib/auth/signin.schema";

export const NOTES = {
  reset: ["good", "パスワードを再設定しました。新しいパスワードでログインしてください。"],
  factor_off: ["good", "二段階認証を解除しました。もう一度ログインしてください。"],
  new_password: [
    "warn",
    "パスワードを設定できる時間（3分）が過ぎました。もう一度、仮のパスワードでログインしてください。",
  ],
  late: ["warn", "入力できる時間が過ぎました。もう一度ログインしてください。"],
} as const;

export type Note = keyof typeof NOTES;

type Props = {
  /** What led here; not said any more once an attempt was refused. */
  note: Note | null;
  username: string;
  return_to: string | null;
  reply?: SubmissionResult<string[]>;
};

export function SignIn({ note, username, return_to, reply }: Props) {
  // The name was right as far as anybody says: what is typed again is the password.
  const failed = Boolean(reply?.error?.[""]);
  return (
    <>
      <h1 className="mb-4">ログイン</h1>
      {note === null ? null : <Banner tone={NOTES[note][0]}>{NOTES[note][1]}</Banner>}
      <SchemaForm
        id="login"
        schema={signIn}
        reply={reply}
        values={{ username, return_to: return_to ?? "" }}
        submit="ログイン"
        action="/login"
      >
        <TextField
          name="username"
          label="ユーザー名またはメールアドレス"
          autoComplete="username"
          autoFocus={!failed}
        />
        <TextField
          name="password"
          label="パスワード"
          type="password"
          autoComplete="current-password"
          autoFocus={failed}
        />
        <CheckField
          name="keep"
          label="ログイン状態を保持"
          help="ブラウザを閉じても続きます（最長30日。12時間使わないと終わります）。共用のパソコンでは選ばないでください。"
        />
        <HiddenField name="return_to" />
      </SchemaForm>
      <p className="mt-4">
        <a href="/reset">パスワードをお忘れの方</a>
      </p>
    </>
  );
}
