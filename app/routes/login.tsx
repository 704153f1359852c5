import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { HiddenField, TextField } from "~/components/form/fields";
import { signIn } from "~/lib/auth/signin.schema";
import { safePath } from "~/lib/web/return-to";
import { takeSignIn } from "~/lib/web/signin.server";
import { visitor } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const return_to = safePath(new URL(args.request.url).searchParams.get("return_to"));
  if (await visitor(args)) throw redirect(return_to ?? "/");
  return json({ return_to }, { headers: { "Cache-Control": "no-store" } });
}

export async function action(args: ActionFunctionArgs) {
  return takeSignIn(args);
}

export const headers = () => ({ "Cache-Control": "no-store" });

export default function Login() {
  const { return_to } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1 className="mb-4">ログイン</h1>
      <SchemaForm id="login" schema={signIn} reply={answer?.reply} values={{ return_to: return_to ?? "" }} submit="ログイン">
        <TextField name="username" label="ユーザー名またはメールアドレス" autoComplete="username" />
        <TextField name="password" label="パスワード" type="password" autoComplete="current-password" />
        <HiddenField name="return_to" />
      </SchemaForm>
      <p className="mt-4"><a href="/reset">パスワードをお忘れの方</a></p>
    </>
  );
}
