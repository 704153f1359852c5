import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Banner } from "~/components/frame/Banner";
import { Steps } from "~/components/frame/Steps";
import { RESET_REASON } from "~/lib/auth/signin";
import { type ResetStep, takeConfirmCode, takeSendCode } from "~/lib/web/reset.server";
import { titled } from "~/lib/web/title";
import { NO_STORE } from "~/lib/web/welcome.server";
import { ConfirmCode } from "./ConfirmCode";
import { SendCode } from "./SendCode";

export const meta = titled("パスワードの再設定");

const LOGIN = "/login?state=reset";
const STEPS = ["確認コードの送信", "新しいパスワードの設定"];

export async function loader({ request, context: { app } }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("step");
  const sent = await app.cookies.pending.read(request, "reset");
  const step: ResetStep = !sent || !asked ? "sendCode" : sent.done ? "done" : "confirmCode";
  // product §9: 2000 ms, then the login screen; without script too.
  const headers = step === "done" ? { ...NO_STORE, Refresh: `2; url=${LOGIN}` } : NO_STORE;
  const reason = RESET_REASON[new URL(request.url).searchParams.get("reason") ?? ""] ?? null;
  return json(
    {
      step,
      reason: step === "sendCode" ? reason : null,
      username: sent?.username ?? "",
      destination: sent?.destination ?? "",
    },
    { headers },
  );
}

export async function action(args: ActionFunctionArgs) {
  return new URL(args.request.url).searchParams.get("step") ? takeConfirmCode(args) : takeSendCode(args);
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get("Refresh");
  return { ...NO_STORE, ...(refresh ? { Refresh: refresh } : {}) };
};

export default function Reset() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const step = answer?.step ?? data.step;
  const form = { username: data.username, reply: answer?.reply };
  return (
    <>
      <h1 className="mb-4">パスワードの再設定</h1>
      {step === "done" ? (
        <Done />
      ) : (
        <>
          <p className="mb-4 text-muted">
            登録したメールアドレスに確認コードを送り、新しいパスワードを設定します。
          </p>
          {data.reason && step === "sendCode" && <Banner tone="warn">{data.reason}</Banner>}
          <Steps labels={STEPS} current={step === "sendCode" ? 0 : 1} />
          {step === "sendCode" ? (
            <SendCode {...form} />
          ) : (
            <ConfirmCode {...form} destination={data.destination} />
          )}
          <p className="mt-4">
            <a href="/login">ログイン画面へ戻る</a>
          </p>
        </>
      )}
    </>
  );
}

function Done() {
  return (
    <>
      <Banner tone="good">パスワードを再設定しました。</Banner>
      <p>まもなくログイン画面に移ります。</p>
      <p className="mt-4">
        <a href={LOGIN}>ログイン画面へ</a>
      </p>
    </>
  );
}
