import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CodeField } from "~/components/form/FactorSetup";
import { SchemaForm } from "~/components/form/SchemaForm";
import { factorCode } from "~/lib/auth/factor.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { leaveIfSignedIn, takeCode } from "~/lib/web/factor.server";
import { titled } from "~/lib/web/title";
import { CODE, NO_STORE } from "~/lib/web/welcome.server";

export const meta = titled("確認コード");
export const headers = () => NO_STORE;

export async function loader(args: LoaderFunctionArgs) {
  await leaveIfSignedIn(args);
  const waiting = await args.context.app.cookies.pending.read(args.request, "code");
  if (!waiting) throw redirect("/login?state=late");
  return json(
    { username: waiting.typed, until: formatDateTime(new Date(waiting.until)).slice(-5) },
    { headers: NO_STORE },
  );
}

export async function action(args: ActionFunctionArgs) {
  return takeCode(args);
}

export default function Code() {
  const { username, until } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <>
      <h1 className="mb-2">確認コード</h1>
      <p className="mb-4">
        <strong className="font-bold">{username}</strong>{" "}
        の認証アプリに表示されている6桁を入力してください。この画面は {until} まで使えます。
      </p>
      <SchemaForm id="code" schema={factorCode} reply={reply} submit="ログイン" action={CODE}>
        <CodeField />
      </SchemaForm>
      <p className="mt-4">
        <a href="/login/recovery">アプリを使えないとき（リカバリーコード）</a>
      </p>
      <p className="mt-2">
        <a href="/login">ログイン画面へ戻る</a>
      </p>
    </>
  );
}
