import { type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { HiddenUsername } from "~/components/form/HiddenUsername";
import { SchemaForm } from "~/components/form/SchemaForm";
import { passwordChange } from "~/lib/auth/password.schema";
import { NEW_PASSWORD_FIELD, PASSWORD_MIN } from "~/lib/auth/signin.schema";
import { takePassword } from "~/lib/web/password.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("パスワードの変更");

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  return { username: who.username };
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return takePassword(args);
}

export default function Password() {
  const { username } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <header>
        <h1>パスワードの変更</h1>
        <p className="text-muted">変更すると、ほかの端末はログアウトします。</p>
      </header>
      <SchemaForm
        id="password"
        schema={passwordChange}
        reply={reply}
        submit="変更する"
        cancel="/setting/self"
      >
        <FieldSet legend="パスワード">
          <HiddenUsername username={username} />
          <TextField name="previous" label="今のパスワード" type="password" autoComplete="current-password" />
          <TextField
            name="new_password"
            {...NEW_PASSWORD_FIELD}
            help={`${PASSWORD_MIN}文字以上。推測されやすいものは使えません。`}
          />
          <TextField
            name="confirmation"
            label="新しいパスワード（確認）"
            type="password"
            autoComplete="new-password"
          />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
