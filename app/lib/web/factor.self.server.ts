import type { SubmissionResult } from "@conform-to/dom";
import { json, redirect } from "@remix-run/node";
import { factorMessage } from "~/lib/auth/factor";
import { factorCode, factorProof, factorStart } from "~/lib/auth/factor.schema";
import { dropFactor, isFactorAsked } from "~/lib/auth/factor.server";
import { refusalReason } from "~/lib/auth/security";
import type { Session } from "~/lib/auth/session.seal.server";
import { isUnavailable } from "~/lib/db/failure.server";
import { refusedCode } from "./factor.server";
import { flash } from "./flash.server";
import { readForm } from "./read.server";
import { type Args, enter, formOf, note, type Visitor } from "./visit.server";
import { NO_STORE } from "./welcome.server";

export type OwnFactorReply = { reply: SubmissionResult<string[]> | null; codes?: string[] };
const again = (reply: SubmissionResult<string[]>) =>
  json<OwnFactorReply>({ reply }, { status: 422, headers: NO_STORE });
const HERE = "/setting/self/factor";

async function sessionOf(args: Args, { session_id }: Visitor): Promise<Session> {
  const session = await args.context.app.sessions.find(session_id);
  if (!session) throw redirect("/login");
  return session;
}

export async function ownFactor(args: Args, visitor: Visitor) {
  const { app } = args.context;
  const { access_token } = await sessionOf(args, visitor);
  const { username, email, isInternal } = visitor.who;
  const [on, asked, left] = await Promise.all([
    app.provider.factor.hasFactor(access_token),
    isFactorAsked(app.db, username, isInternal),
    app.recovery.count(username),
  ]);
  const waiting =
    new URL(args.request.url).searchParams.get("step") === "confirm"
      ? await app.cookies.pending.read(args.request, "factor")
      : null;
  return {
    on,
    asked,
    left,
    username,
    email,
    product: app.config.product_name,
    secret: waiting?.secret ?? null,
  };
}

async function begin(args: Args, session: Session): Promise<Response> {
  const { app } = args.context;
  const { secret } = await app.provider.factor.associate({ access_token: session.access_token });
  const kept = await app.cookies.pending.keep({ kind: "factor", secret });
  return redirect(`${HERE}?step=confirm`, { status: 303, headers: { "Set-Cookie": kept, ...NO_STORE } });
}

async function confirm(args: Args, session: Session): Promise<Response> {
  const { app } = args.context;
  const submission = readForm(await formOf(args), factorCode);
  if (submission.status !== "success") return again(submission.reply());
  if (!(await app.cookies.pending.read(args.request, "factor")))
    return flash(args, HERE, "設定できる時間が過ぎました。もう一度始めてください。", "error");
  try {
    await app.provider.factor.confirm(
      { access_token: session.access_token },
      submission.value.code,
      args.context.ip,
    );
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await refusedCode(args, session.username, error);
    return again(submission.reply({ formErrors: [factorMessage(error)] }));
  }
  await note(args, { event: "factor_on", name: session.username });
  return shownCodes(args, session.username, [await app.cookies.pending.drop()]);
}

async function shownCodes(args: Args, username: string, cookies: string[] = []): Promise<Response> {
  const headers = new Headers(NO_STORE);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return json<OwnFactorReply>(
    { reply: null, codes: await args.context.app.recovery.make(username) },
    { headers },
  );
}

/** Proven by a sign-in that is taken back at once: it counts with the others. */
async function prove(args: Args, session: Session, password: string, code: string): Promise<void> {
  const {
    app: { provider },
    ip,
  } = args.context;
  const step = await provider.signIn(session.username, password, ip);
  const answer =
    step.kind === "code" ? await provider.factor.respondCode(step.session, step.username, code, ip) : step;
  if (answer.kind === "tokens") await provider.revoke(answer.tokens.refresh_token);
}

export async function takeOwnFactor(args: Args): Promise<Response> {
  const visitor = await enter(args);
  const { app } = args.context;
  const form = await formOf(args);
  const session = await sessionOf(args, visitor);
  const act = String(form.get("act") ?? "");
  const on = await app.provider.factor.hasFactor(session.access_token);
  if (act === "confirm") return confirm(args, session);
  if (!on && act !== "begin") return redirect(HERE);
  const submission = on ? readForm(form, factorProof) : readForm(form, factorStart);
  const hideFields = ["password"];
  if (submission.status !== "success") return again(submission.reply({ hideFields }));
  const { username, isInternal } = visitor.who;
  if (submission.value.act === "off" && (await isFactorAsked(app.db, username, isInternal))) {
    return again(
      submission.reply({ formErrors: ["二段階認証が必要なアカウントのため、解除できません。"], hideFields }),
    );
  }
  try {
    await app.limit.confirmCode(args.context.ip, username);
    await prove(
      args,
      session,
      submission.value.password,
      "code" in submission.value ? submission.value.code : "",
    );
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await refusedCode(args, username, error);
    const wrong = refusalReason(error) === "password";
    return again(
      submission.reply({
        hideFields,
        ...(wrong
          ? { fieldErrors: { password: ["今のパスワードが正しくありません"] } }
          : { formErrors: [factorMessage(error)] }),
      }),
    );
  }
  if (["begin", "move"].includes(submission.value.act)) return begin(args, session);
  if (submission.value.act === "codes") {
    await note(args, { event: "recovery_made", name: username });
    return shownCodes(args, username);
  }
  await app.provider.factor.turnOff(session.access_token);
  await dropFactor(app.db, username, app.config.product_name, "own");
  await note(args, { event: "factor_off", name: username, reason: "own" });
  return flash(args, HERE, "二段階認証を解除しました。");
}
