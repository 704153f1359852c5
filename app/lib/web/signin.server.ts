import { parseWithZod } from "@conform-to/zod/v4";
import { json, redirect } from "@remix-run/node";
import { decodeJwt } from "jose";
import { Authenticator } from "remix-auth";
import type { SignIn } from "~/lib/auth/cognito.server";
import { identityOf } from "~/lib/auth/identity";
import { signInMessage } from "~/lib/auth/signin";
import { signIn } from "~/lib/auth/signin.schema";
import { isUnavailable } from "~/lib/db/failure.server";
import { PoolStrategy } from "~/lib/auth/strategy.server";
import type { Args } from "./visit.server";
import { safePath } from "./return-to";

const NO_STORE = { "Cache-Control": "no-store" };

/** Signs in: a session with a new id, and on to where the person was going; or the form again with the sentence of §8. */
export async function takeSignIn({ request, context: { app } }: Args): Promise<Response> {
  const submission = parseWithZod(await request.clone().formData(), { schema: signIn });
  const shown = () => submission.reply({ hideFields: ["password"] });
  if (submission.status !== "success") return json({ reply: shown() }, { status: 422, headers: NO_STORE });

  const strategy = new PoolStrategy(app.provider);
  const authenticator = new Authenticator<SignIn>().use(strategy);
  let answer: SignIn;
  try {
    answer = await authenticator.authenticate(strategy.name, request);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return json({ reply: submission.reply({ formErrors: [signInMessage(error)], hideFields: ["password"] }) }, { status: 422, headers: NO_STORE });
  }
  if (answer.kind === "new_password") {
    const sentence = "初回のパスワード設定が必要です。この画面は準備中のため、管理者にお問い合わせください。";
    return json({ reply: submission.reply({ formErrors: [sentence], hideFields: ["password"] }) }, { status: 422, headers: NO_STORE });
  }
  const { username } = identityOf(decodeJwt(answer.tokens.id_token) as never);
  const id = await app.sessions.begin(username, answer.tokens);
  const headers = new Headers({ "Set-Cookie": await app.cookies.session.serialize(id), ...NO_STORE });
  return redirect(safePath(submission.value.return_to ?? null) ?? "/", { status: 303, headers });
}

/** Ends the session: its row, its refresh token, the browser's cookie and cached pages. */
export async function takeSignOut({ request, context: { app } }: Args): Promise<Response> {
  const id: unknown = await app.cookies.session.parse(request.headers.get("Cookie"));
  if (typeof id === "string") await app.sessions.end(id);
  const headers = new Headers({ "Set-Cookie": await app.cookies.session.serialize("", { maxAge: 0 }), "Clear-Site-Data": '"cache"', ...NO_STORE });
  return redirect("/login", { status: 303, headers });
}
