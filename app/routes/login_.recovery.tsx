import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { recoveryForm } from "~/lib/auth/factor.schema";
import { leaveIfSignedIn, takeRecovery } from "~/lib/web/factor.server";
import { titled } from "~/lib/web/title";
import { CODE, NO_STORE } from "~/lib/web/welcome.server";

export const meta = titled("リカバリーコード");
export const headers = () => NO_STORE;

export async function loader(args: LoaderFunctionArgs) {
  await leaveIfSignedIn(args);
  if (!(await args.context.app.cookies.pending.read(args.request, "code")))
    throw redirect("/login?state=late");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  return takeRecovery(args);
}

export default function Recovery() {
  const reply = useActionData<typeof action>()?.reply;
  return (
    <>
      <h1 className="mb-2">リカバリーコード</h1>
      <p className="mb-4">
        設定したときに保管したコードを1つ入力してください。二段階認証を解除し、もう一度パスワードでログインします。コードも無いときは、管理者に二段階認証の解除を依頼してください。
      </p>
      <SchemaForm
        id="recovery"
        schema={recoveryForm}
        reply={reply}
        submit="二段階認証を解除"
        action="/login/recovery"
      >
        <TextField name="code" label="リカバリーコード" width="medium" autoFocus />
      </SchemaForm>
      <p className="mt-4">
        <a href={CODE}>確認コードの入力へ戻る</a>
      </p>
    </>
  );
}
