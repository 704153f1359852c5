import type { SubmissionResult } from "@conform-to/dom";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { NO_EMAIL, sendCode } from "~/lib/auth/reset.schema";

export function SendCode({ username, reply }: { username: string; reply?: SubmissionResult<string[]> }) {
  return (
    <SchemaForm
      id="send"
      schema={sendCode}
      reply={reply}
      values={{ username }}
      submit="確認コードを送信"
      action="/reset"
      plain
    >
      <TextField
        name="username"
        label="メールアドレス"
        type="email"
        autoComplete="username"
        autoFocus
        empty={NO_EMAIL}
      />
    </SchemaForm>
  );
}
