import type { SubmissionResult } from "@conform-to/dom";
import { json, redirect } from "@remix-run/node";
import { or, sql } from "drizzle-orm";
import { resetMessage, sendCodeMessage } from "~/lib/auth/reset";
import { confirmCode, resetBanners, sendCode } from "~/lib/auth/reset.schema";
import { refusalReason } from "~/lib/auth/security";
import { operator } from "~/lib/db/connection.server";
import { isUnavailable } from "~/lib/db/failure.server";
import { member } from "~/lib/tables/member.table.server";
import { ENTRANCE } from "~/lib/text/bounds";
import type { App } from "./app";
import { readForm } from "./read.server";
import { refusalOf, textOf } from "./signin.server";
import { type Args, formOf, note } from "./visit.server";
import { NO_STORE } from "./welcome.server";

export type ResetStep = "sendCode" | "confirmCode" | "done";
type ResetReply = { step: ResetStep; reply: SubmissionResult<string[]> };

const stepAt = (step: ResetStep) => `/reset${step === "sendCode" ? "" : `?step=${step}`}`;
const again = (step: ResetStep, reply: SubmissionResult<string[]>) =>
  json<ResetReply>({ step, reply }, { status: 422, headers: NO_STORE });

export async function takeSendCode(args: Args): Promise<Response> {
  const { app, ip } = args.context;
  const form = await formOf(args, ENTRANCE);
  const username_typed = textOf(form, "username");
  const refused = await refusalOf(app.limit.sendCode(ip, username_typed));
  if (refused) {
    await note(args, { event: "locked_out", name: username_typed, reason: "limit" });
    return again("sendCode", {
      status: "error",
      initialValue: { username: username_typed },
      error: { "": [sendCodeMessage(refused)] },
    });
  }
  const submission = readForm(form, sendCode);
  if (submission.status !== "success") return again("sendCode", submission.reply());
  const { username } = submission.value;
  try {
    const { destination } = await app.provider.forgotPassword(username);
    await note(args, { event: "reset_asked", name: username });
    return onward(app, "confirmCode", username, destination);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await note(args, { event: "reset_failed", name: username, reason: refusalReason(error) });
    return again("sendCode", submission.reply({ formErrors: [sendCodeMessage(error)] }));
  }
}

/** A reset ends every session of the person at once. */
export async function takeConfirmCode(args: Args): Promise<Response> {
  const { app, ip } = args.context;
  const sent = await app.cookies.pending.read(args.request, "reset");
  const form = await formOf(args, ENTRANCE);
  if (!sent)
    return again("sendCode", {
      status: "error",
      error: { "": ["時間が過ぎました。もう一度、確認コードを送信してください。"] },
    });
  const refused = await refusalOf(app.limit.confirmCode(ip, sent.username));
  if (refused) {
    await note(args, { event: "locked_out", name: sent.username, reason: "limit" });
    return again("confirmCode", { status: "error", error: { "": [resetMessage(refused)] } });
  }
  const submission = readForm(form, confirmCode);
  const hideFields = ["new_password", "confirmation"];
  if (submission.status !== "success") {
    const banners = resetBanners(submission.payload);
    return again(
      "confirmCode",
      submission.reply({ ...(banners.length ? { formErrors: banners } : {}), hideFields }),
    );
  }
  const { code, new_password } = submission.value;
  try {
    await app.provider.confirmForgotPassword(sent.username, code, new_password);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await note(args, { event: "reset_failed", name: sent.username, reason: refusalReason(error) });
    return again("confirmCode", submission.reply({ formErrors: [resetMessage(error)], hideFields }));
  }
  await note(args, { event: "reset_confirmed", name: sent.username });
  await endSessionsOf(app, sent.username);
  return onward(app, "done", sent.username, sent.destination);
}

async function onward(app: App, step: ResetStep, username: string, destination: string): Promise<Response> {
  const kept = await app.cookies.pending.keep({
    kind: "reset",
    username,
    destination,
    done: step === "done",
  });
  return redirect(stepAt(step), { status: 303, headers: { "Set-Cookie": kept, ...NO_STORE } });
}

async function endSessionsOf(app: App, typed: string): Promise<void> {
  const key = sql`lower(${typed.normalize("NFKC").trim()})`;
  const people = await operator(app.db, (tx) =>
    tx
      .select({ username: member.username })
      .from(member)
      .where(or(sql`lower(${member.username}) = ${key}`, sql`lower(${member.email}) = ${key}`)),
  );
  for (const { username } of people) await app.sessions.endAll(username);
}
