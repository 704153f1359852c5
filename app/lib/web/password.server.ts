import { json, redirect } from "@remix-run/node";
import { passwordChange } from "~/lib/auth/password.schema";
import { newPasswordMessage, newPasswordReason } from "~/lib/auth/reset";
import { refusalReason } from "~/lib/auth/security";
import { signInMessage } from "~/lib/auth/signin";
import { isUnavailable } from "~/lib/db/failure.server";
import { flash } from "./flash.server";
import { readForm } from "./read.server";
import { type Args, enter, formOf, note } from "./visit.server";

const hideFields = ["previous", "new_password", "confirmation"];

export async function takePassword(args: Args): Promise<Response> {
  const { session_id } = await enter(args);
  const { app } = args.context;
  const submission = readForm(await formOf(args), passwordChange);
  if (submission.status !== "success")
    return json({ reply: submission.reply({ hideFields }) }, { status: 422 });
  const { previous, new_password } = submission.value;
  const session = await app.sessions.find(session_id);
  if (!session) throw redirect("/login");
  try {
    await app.provider.changePassword(session.access_token, previous, new_password, args.context.ip);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await note(args, { event: "password_failed", name: session.username, reason: refusalReason(error) });
    return json({ reply: submission.reply({ ...problem(error), hideFields }) }, { status: 422 });
  }
  await note(args, { event: "password_changed", name: session.username });
  await app.sessions.endAll(session.username, session.hash);
  return flash(args, "/setting/self", "パスワードを変更しました。ほかの端末はログアウトしました。");
}

function problem(error: unknown): { formErrors?: string[]; fieldErrors?: Record<string, string[]> } {
  const name = error instanceof Error ? error.name : "";
  const reason = newPasswordReason(error);
  if (reason) return { formErrors: [newPasswordMessage(error)], fieldErrors: { new_password: [reason] } };
  if (
    name === "NotAuthorizedException" &&
    signInMessage(error) === "ユーザー名またはパスワードが正しくありません。"
  ) {
    return { fieldErrors: { previous: ["今のパスワードが正しくありません"] } };
  }
  const limited =
    name === "LimitExceededException" ||
    name === "TooManyRequestsException" ||
    name === "NotAuthorizedException";
  return {
    formErrors: [
      limited
        ? "試行回数の上限に達しました。しばらく待ってから再試行してください。"
        : newPasswordMessage(error),
    ],
  };
}
