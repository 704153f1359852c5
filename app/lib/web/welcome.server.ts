import { redirect } from "@remix-run/node";
import { decodeJwt } from "jose";
import { identityOf } from "~/lib/api/identity";
import type { FactorHolder } from "~/lib/auth/factor.provider.server";
import { isFactorAsked } from "~/lib/auth/factor.server";
import { sourceOf } from "~/lib/auth/security.server";
import type { SignIn, Tokens } from "~/lib/auth/tokens.server";
import type { Enrolment } from "./pending.server";
import { type Args, homeOfSession, note } from "./visit.server";

export const NO_STORE = { "Cache-Control": "no-store" };
export const NEW_PASSWORD = "/login?state=new_password";
export const CODE = "/login/code";
export const ENROL = "/login/enrol";

type SignInProgress = { typed: string; keep: boolean; return_to: string | null };

const idOf = (tokens: Tokens) => identityOf(decodeJwt(tokens.id_token) as never);

export async function nextStep(
  args: Args,
  answer: SignIn,
  { typed, keep, return_to }: SignInProgress,
): Promise<Response> {
  const { pending } = args.context.app.cookies;
  if (answer.kind === "tokens") return startSession(args, answer.tokens, { typed, keep, return_to });
  const { kind, session, username } = answer;
  await note(args, { event: "challenge", name: username, reason: kind });
  if (kind === "setup") return startEnrolment(args, { session }, { typed, keep, return_to, username });
  const kept = await pending.keep({ kind, session, username, typed, keep, return_to });
  return redirect(kind === "code" ? CODE : NEW_PASSWORD, {
    status: 303,
    headers: { "Set-Cookie": kept, ...NO_STORE },
  });
}

/** A new id; whoever has to set up a second factor does that first. */
async function startSession(args: Args, tokens: Tokens, way: SignInProgress): Promise<Response> {
  const {
    request,
    context: { app, ip, trace },
  } = args;
  const { username, isInternal } = idOf(tokens);
  if (
    (await isFactorAsked(app.db, username, isInternal)) &&
    !(await app.provider.factor.hasFactor(tokens.access_token))
  ) {
    await note(args, { event: "challenge", name: username, reason: "setup" });
    const id = await app.sessions.enrol(username, tokens, sourceOf(request, ip, trace));
    return startEnrolment(args, { access_token: tokens.access_token }, { ...way, username, id });
  }
  const { id, headers } = await sessionHeaders(args, tokens, way.keep);
  return redirect(way.return_to ?? (await homeOfSession(args, id)), { status: 303, headers });
}

/** 30 days if asked for, else until the browser is closed. `id`: of a session that is there already. */
export async function sessionHeaders(
  args: Args,
  tokens: Tokens,
  keep: boolean,
  known?: string,
): Promise<{ id: string; headers: Headers }> {
  const {
    request,
    context: { app, ip, trace },
  } = args;
  const { session, pending } = app.cookies;
  const before: unknown = await session.parse(request.headers.get("Cookie"));
  if (typeof before === "string") await app.sessions.end(before);
  const { username } = idOf(tokens);
  const id = known ?? (await app.sessions.begin(username, tokens, sourceOf(request, ip, trace)));
  await note(args, { event: "signed_in", name: username });
  const headers = new Headers(NO_STORE);
  headers.append("Set-Cookie", await session.serialize(id, keep ? {} : { maxAge: undefined }));
  headers.append("Set-Cookie", await pending.drop());
  return { id, headers };
}

async function startEnrolment(
  { context: { app } }: Args,
  holder: FactorHolder,
  rest: Omit<Enrolment, "kind" | "secret" | "session">,
): Promise<Response> {
  const { secret, holder: next } = await app.provider.factor.associate(holder);
  const kept = await app.cookies.pending.keep({
    kind: "enrol",
    secret,
    ...rest,
    ...("session" in next && { session: next.session }),
  });
  return redirect(ENROL, { status: 303, headers: { "Set-Cookie": kept, ...NO_STORE } });
}
