import type { SubmissionResult } from "@conform-to/dom";
import { json, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { challengeOver, newPasswordMessage, newPasswordReason } from "~/lib/auth/reset";
import { refusalReason } from "~/lib/auth/security";
import { signInMessage, wayToReset } from "~/lib/auth/signin";
import { firstPassword, signIn } from "~/lib/auth/signin.schema";
import { PoolStrategy } from "~/lib/auth/strategy.server";
import type { SignIn } from "~/lib/auth/tokens.server";
import { isUnavailable } from "~/lib/db/failure.server";
import { ENTRANCE } from "~/lib/text/bounds";
import { readForm } from "./read.server";
import { safePath } from "./return-to";
import { type Args, formOf, note } from "./visit.server";
import { NO_STORE, nextStep } from "./welcome.server";

export type SignInState = "LOGIN" | "NEW_PASSWORD";
type SignInReply = { state: SignInState; reply: SubmissionResult<string[]> };

const again = (state: SignInState, reply: SubmissionResult<string[]>) =>
  json<SignInReply>({ state, reply }, { status: 422, headers: NO_STORE });

export async function takeSignIn(args: Args): Promise<Response> {
  const { app, ip } = args.context;
  const form = await formOf(args, ENTRANCE);
  const refused = await refusalOf(app.limit.signIn(ip, textOf(form, "username")));
  if (refused) {
    await note(args, { event: "locked_out", name: textOf(form, "username"), reason: "limit" });
    return again("LOGIN", { ...typedBefore(form), error: { "": [signInMessage(refused)] } });
  }
  const submission = readForm(form, signIn);
  if (submission.status !== "success") return again("LOGIN", submission.reply({ hideFields: ["password"] }));

  const { username, keep, return_to: wanted } = submission.value;
  const return_to = safePath(wanted ?? null);
  const strategy = new PoolStrategy(app.provider, ip);
  const authenticator = new Authenticator<SignIn>().use(strategy);
  let answer: SignIn;
  try {
    answer = await authenticator.authenticate(strategy.name, credentials(args, form));
    await app.limit.signedIn(ip, username);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const reason = refusalReason(error);
    await note(args, { event: reason === "limit" ? "locked_out" : "sign_in_failed", name: username, reason });
    const to = wayToReset(error);
    if (to) return redirectToReset(args, username, to);
    return again("LOGIN", submission.reply({ formErrors: [signInMessage(error)], hideFields: ["password"] }));
  }
  return nextStep(args, answer, { typed: username, keep, return_to });
}

async function redirectToReset(
  { context: { app } }: Args,
  username: string,
  reason: string,
): Promise<Response> {
  const kept = await app.cookies.pending.keep({ kind: "reset", username, destination: "", done: false });
  return redirect(`/reset?reason=${reason}`, { status: 303, headers: { "Set-Cookie": kept, ...NO_STORE } });
}

export async function takeNewPassword(args: Args): Promise<Response> {
  const { pending } = args.context.app.cookies;
  const form = await formOf(args, ENTRANCE);
  const challenge = await pending.read(args.request, "new_password");
  if (!challenge) return backToSignIn(form);
  const submission = readForm(form, firstPassword);
  const hideFields = ["new_password"];
  if (submission.status !== "success") return again("NEW_PASSWORD", submission.reply({ hideFields }));
  let answer: SignIn;
  try {
    answer = await args.context.app.provider.respondNewPassword(
      challenge.session,
      challenge.username,
      submission.value.new_password,
      args.context.ip,
    );
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (challengeOver(error)) return backToSignIn(form);
    await note(args, { event: "password_failed", name: challenge.username, reason: refusalReason(error) });
    const reason = newPasswordReason(error);
    const fieldErrors: Record<string, string[]> = reason ? { new_password: [reason] } : {};
    return again(
      "NEW_PASSWORD",
      submission.reply({ formErrors: [newPasswordMessage(error)], fieldErrors, hideFields }),
    );
  }
  await note(args, { event: "password_set", name: challenge.username });
  return nextStep(args, answer, challenge);
}

/** remix-auth would read the form again, which is read already. */
const credentials = ({ request }: Args, form: FormData) =>
  new Request(request.url, {
    method: "POST",
    body: new URLSearchParams({ username: textOf(form, "username"), password: textOf(form, "password") }),
  });

/** Counted before anything is made of what was typed. */
export const refusalOf = (counted: Promise<void>): Promise<unknown> =>
  counted.then(
    () => null,
    (error: unknown) => {
      if (isUnavailable(error)) throw error;
      return error;
    },
  );

export const textOf = (form: FormData, name: string) => String(form.get(name) ?? "").slice(0, 2_000);
const typedBefore = (form: FormData) => ({
  status: "error" as const,
  initialValue: { username: textOf(form, "username"), return_to: textOf(form, "return_to") },
});

function backToSignIn(form: FormData): Response {
  const error = {
    "": ["パスワードを設定できる時間（3分）が過ぎました。もう一度、仮のパスワードでログインしてください。"],
  };
  return again("LOGIN", { ...typedBefore(form), error });
}

export async function takeSignOut(args: Args): Promise<Response> {
  const {
    request,
    context: { app },
  } = args;
  const id: unknown = await app.cookies.session.parse(request.headers.get("Cookie"));
  const username = typeof id === "string" ? await app.sessions.end(id) : null;
  if (username !== null) await note(args, { event: "signed_out", name: username });
  const headers = new Headers({
    "Set-Cookie": await app.cookies.session.serialize("", { maxAge: 0 }),
    "Clear-Site-Data": '"cache"',
    ...NO_STORE,
  });
  return redirect("/login", { status: 303, headers });
}
