import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField } from "~/components/form/choices";
import { HiddenField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Banner } from "~/components/frame/Banner";
import { firstPassword, NO_NEW_PASSWORD, signIn } from "~/lib/auth/signin.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { json } from "~/lib/web/json.server";
import { safePath } from "~/lib/web/return-to";
import { type SignInState, takeNewPassword, takeSignIn } from "~/lib/web/signin.server";
import { titled } from "~/lib/web/title";
import { visitor } from "~/lib/web/visit.server";
import { NEW_PASSWORD, NO_STORE } from "~/lib/web/welcome.server";

export const meta = titled("ログイン");

const loginAt = (return_to: string | null) =>
  `/login${return_to ? `?${new URLSearchParams({ return_to })}` : ""}`;

const NOTES = {
  reset: ["good", "パスワードを再設定しました。新しいパスワードでログインしてください。"],
  factor_off: ["good", "二段階認証を解除しました。もう一度ログインしてください。"],
  new_password: [
    "warn",
    "パスワードを設定できる時間（3分）が過ぎました。もう一度、仮のパスワードでログインしてください。",
  ],
  late: ["warn", "入力できる時間が過ぎました。もう一度ログインしてください。"],
} as const;

export async function loader(args: LoaderFunctionArgs) {
  const {
    context: { app },
    request,
  } = args;
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("state");
  const return_to = safePath(searchParams.get("return_to"));
  const found = await visitor(args);
  if (found && asked !== "back") throw redirect(return_to ?? "/");
  const headers = NO_STORE;
  if (asked === "new_password") {
    const challenge = await app.cookies.pending.read(request, "new_password");
    if (challenge) {
      const until = formatDateTime(new Date(challenge.until)).slice(-5);
      const { typed: username, return_to } = challenge;
      return json(
        { state: "NEW_PASSWORD" as SignInState, note: null, username, return_to, until },
        { headers },
      );
    }
  }
  const reset =
    asked === "reset" || asked === "factor_off" ? await app.cookies.pending.read(request, "reset") : null;
  const note = found ? ("back" as const) : asked && asked in NOTES ? (asked as keyof typeof NOTES) : null;
  return json(
    { state: "LOGIN" as SignInState, note, username: reset?.username ?? "", return_to, until: "" },
    { headers },
  );
}

export async function action(args: ActionFunctionArgs) {
  return new URL(args.request.url).searchParams.get("state") === "new_password"
    ? takeNewPassword(args)
    : takeSignIn(args);
}

export const headers = () => NO_STORE;

export default function Login() {
  const { state, note } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (note === "back") return <Back />;
  return (answer?.state ?? state) === "NEW_PASSWORD" ? <NewPassword /> : <SignIn />;
}

function SignIn() {
  const { note, username, return_to } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // The name was right as far as anybody says: what is typed again is the password.
  const failed = Boolean(answer?.reply?.error?.[""]);
  return (
    <>
      <h1 className="mb-4">ログイン</h1>
      {answer || !note || note === "back" ? null : <Banner tone={NOTES[note][0]}>{NOTES[note][1]}</Banner>}
      <SchemaForm
        id="login"
        schema={signIn}
        reply={answer?.reply}
        values={{ username, return_to: return_to ?? "" }}
        submit="ログイン"
        action="/login"
      >
        <TextField name="username" label="ユーザー名またはメールアドレス" autoComplete="username" />
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

function NewPassword() {
  const { username, return_to, until } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1 className="mb-2">新しいパスワードの設定</h1>
      <p className="mb-4">
        初めてのログインです。これから使うパスワードを決めてください。
        {until && <>この画面は {until} まで使えます。</>}
      </p>
      <SchemaForm
        id="first"
        schema={firstPassword}
        reply={answer?.reply}
        values={{ username, return_to: return_to ?? "" }}
        submit="設定してログイン"
        action={NEW_PASSWORD}
      >
        <TextField name="username" label="ユーザー名" autoComplete="username" readOnly />
        <TextField
          name="new_password"
          label="新しいパスワード"
          type="password"
          autoComplete="new-password"
          empty={NO_NEW_PASSWORD}
          help="8文字以上。文字の種類は問いません。"
        />
        <HiddenField name="return_to" />
      </SchemaForm>
      <p className="mt-4">
        <a href={loginAt(return_to)}>ログイン画面へ戻る</a>
      </p>
    </>
  );
}

/** Signed in again, in a tab of its own, because another tab's session was over. */
function Back() {
  return (
    <>
      <h1 className="mb-4">ログインしました</h1>
      <p>このタブを閉じて、元の画面でもう一度ボタンを押してください。入力した内容は残っています。</p>
      <p className="mt-4">
        <a href="/">最初の画面へ</a>
      </p>
    </>
  );
}
