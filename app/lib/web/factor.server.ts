import type { SubmissionResult } from "@conform-to/dom";
import { json, redirect } from "@remix-run/node";
import { factorMessage } from "~/lib/auth/factor";
import { factorCode, recoveryForm } from "~/lib/auth/factor.schema";
import { dropFactor } from "~/lib/auth/factor.server";
import { sessionOver } from "~/lib/auth/reset";
import { refusalReason } from "~/lib/auth/security";
import type { SignIn } from "~/lib/auth/tokens.server";
import { isUnavailable } from "~/lib/db/failure.server";
import { ENTRANCE } from "~/lib/text/bounds";
import { readForm } from "./read.server";
import { type Args, formOf, homeOf, note, visitor } from "./visit.server";
import { NO_STORE, nextStep, sessionHeaders } from "./welcome.server";

type FactorReply = { reply: SubmissionResult<string[]> | null; codes?: string[]; onward?: string };
const again = (reply: SubmissionResult<string[]>) =>
  json<FactorReply>({ reply }, { status: 422, headers: NO_STORE });

const late = () => redirect("/login?state=late", { status: 303, headers: NO_STORE });

export async function takeCode(args: Args): Promise<Response> {
  const { app, ip } = args.context;
  const waiting = await app.cookies.pending.read(args.request, "code");
  if (!waiting) return late();
  const submission = readForm(await formOf(args, ENTRANCE), factorCode);
  if (submission.status !== "success") return again(submission.reply());
  let answer: SignIn;
  try {
    await app.limit.confirmCode(ip, waiting.username);
    answer = await app.provider.factor.respondCode(
      waiting.session,
      waiting.username,
      submission.value.code,
      ip,
    );
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await refusedCode(args, waiting.username, error);
    return sessionOver(error) ? late() : again(submission.reply({ formErrors: [factorMessage(error)] }));
  }
  return nextStep(args, answer, waiting);
}

export async function refusedCode(args: Args, name: string, error: unknown): Promise<void> {
  const reason = refusalReason(error);
  await note(args, { event: reason === "limit" ? "locked_out" : "code_failed", name, reason });
}

/** A recovery code takes the second factor off, and the person signs in again. */
export async function takeRecovery(args: Args): Promise<Response> {
  const { app, ip } = args.context;
  const waiting = await app.cookies.pending.read(args.request, "code");
  if (!waiting) return late();
  const submission = readForm(await formOf(args, ENTRANCE), recoveryForm);
  if (submission.status !== "success") return again(submission.reply());
  const { username, typed } = waiting;
  try {
    await app.limit.confirmCode(ip, username);
  } catch (error) {
    await refusedCode(args, username, error);
    return again(submission.reply({ formErrors: [factorMessage(error)] }));
  }
  if (!(await app.recovery.spend(username, submission.value.code))) {
    await note(args, { event: "code_failed", name: username, reason: "recovery" });
    return again(
      submission.reply({
        fieldErrors: { code: ["このリカバリーコードは使えません。未使用のものか確かめてください"] },
      }),
    );
  }
  await dropFactor(app.db, username, app.config.product_name, "recovery");
  await note(args, { event: "factor_off", name: username, reason: "recovery" });
  const kept = await app.cookies.pending.keep({
    kind: "reset",
    username: typed,
    destination: "",
    done: true,
  });
  return redirect("/login?state=factor_off", { status: 303, headers: { "Set-Cookie": kept, ...NO_STORE } });
}

export async function takeEnrolment(args: Args): Promise<Response> {
  const { app, ip } = args.context;
  const waiting = await app.cookies.pending.read(args.request, "enrol");
  if (!waiting) return late();
  const submission = readForm(await formOf(args, ENTRANCE), factorCode);
  if (submission.status !== "success") return again(submission.reply());
  const { id, username, keep, return_to } = waiting;
  const partial = id === undefined ? null : await app.sessions.enrolling(id);
  if (id !== undefined && !partial) return late();
  const { factor } = app.provider;
  try {
    const held = await factor.confirm(
      partial ? { access_token: partial.access_token } : { session: waiting.session! },
      submission.value.code,
      ip,
    );
    const answer = "session" in held ? await factor.respondSetup(held.session, username) : null;
    if (answer && answer.kind !== "tokens")
      throw new Error("A factor that was set up was answered with another challenge");
    if (id !== undefined) await app.sessions.admit(id);
    await note(args, { event: "factor_on", name: username });
    const codes = await app.recovery.make(username);
    const tokens =
      answer?.kind === "tokens" ? answer.tokens : { ...partial!, refresh_token: "", expires_in: 0 };
    const { headers } = await sessionHeaders(args, tokens, keep, id);
    return json<FactorReply>({ reply: null, codes, onward: return_to ?? "/" }, { headers });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await refusedCode(args, username, error);
    return sessionOver(error) ? late() : again(submission.reply({ formErrors: [factorMessage(error)] }));
  }
}

export async function leaveIfSignedIn(args: Args): Promise<void> {
  const found = await visitor(args);
  if (found) throw redirect(await homeOf(args, found));
}
