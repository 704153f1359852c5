import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FactorSetup } from "~/components/form/FactorSetup";
import { RecoveryCodes } from "~/components/frame/RecoveryCodes";
import { factorAddress, spacedSecret } from "~/lib/auth/factor";
import { factorCode } from "~/lib/auth/factor.schema";
import { leaveIfSignedIn, takeEnrolment } from "~/lib/web/factor.server";
import { titled } from "~/lib/web/title";
import { ENROL, NO_STORE } from "~/lib/web/welcome.server";

export const meta = titled("二段階認証の設定");
export const headers = () => NO_STORE;

export async function loader(args: LoaderFunctionArgs) {
  const { app } = args.context;
  const waiting = await app.cookies.pending.read(args.request, "enrol");
  if (!waiting) {
    await leaveIfSignedIn(args);
    throw redirect("/login?state=late");
  }
  const { typed, secret } = waiting;
  const product = app.config.product_name;
  return json(
    { product, typed, secret: spacedSecret(secret), address: factorAddress(product, typed, secret) },
    { headers: NO_STORE },
  );
}

export async function action(args: ActionFunctionArgs) {
  return takeEnrolment(args);
}

export default function Enrol() {
  const { product, typed, secret, address } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const onward = { href: answer?.onward ?? "/", label: "保管したので、続ける" };
  if (answer?.codes)
    return <RecoveryCodes product={product} account={typed} codes={answer.codes} onward={onward} />;
  return (
    <>
      <h1 className="mb-2">二段階認証の設定</h1>
      <p className="mb-4">
        このアカウントのログインには、パスワードのほかに認証アプリの確認コードが必要です。15分以内に設定してください。
      </p>
      <FactorSetup
        schema={factorCode}
        reply={answer?.reply}
        action={ENROL}
        address={address}
        secret={secret}
      />
      <p className="mt-4">
        <a href="/login">ログイン画面へ戻る</a>
      </p>
    </>
  );
}
