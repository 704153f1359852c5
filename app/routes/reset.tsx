import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Banner } from "~/components/frame/Banner";
import { Steps } from "~/components/frame/Steps";
import { confirmCode, MISMATCH, NO_EMAIL, sendCode } from "~/lib/auth/reset.schema";
import { RESET_REASON } from "~/lib/auth/signin";
import { NO_NEW_PASSWORD } from "~/lib/auth/signin.schema";
import { json } from "~/lib/web/json.server";
import { type ResetStep, takeConfirmCode, takeSendCode } from "~/lib/web/reset.server";
import { titled } from "~/lib/web/title";
import { NO_STORE } from "~/lib/web/welcome.server";

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
  const step = useActionData<typeof action>()?.step ?? data.step;
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
          {step === "sendCode" ? <SendCode /> : <ConfirmCode />}
          <p className="mt-4">
            <a href="/login">ログイン画面へ戻る</a>
          </p>
        </>
      )}
    </>
  );
}

function SendCode() {
  const { username } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
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
        empty={NO_EMAIL}
      />
    </SchemaForm>
  );
}

function ConfirmCode() {
  const { username, destination } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
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
        <TextField
          name="new_password"
          label="新しいパスワード"
          type="password"
          autoComplete="new-password"
          empty={NO_NEW_PASSWORD}
          help="8文字以上。文字の種類は問いません。"
        />
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
