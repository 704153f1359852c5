import { decodeJwt } from "jose";
import { identityOf } from "~/lib/api/identity";
import { Refusal } from "~/lib/api/refusal";
import { checked } from "~/lib/api/request.server";
import { isFactorAsked } from "~/lib/auth/factor.server";
import { refusalReason } from "~/lib/auth/security";
import { signInMessage } from "~/lib/auth/signin";
import { type TokenRequest, tokenAnswer, tokenRequest } from "~/lib/auth/token.schema";
import type { SignIn, Tokens } from "~/lib/auth/tokens.server";
import { isUnavailable } from "~/lib/db/failure.server";
import { notAuthorized } from "~/lib/pool/fault.server";
import { nameKey } from "~/lib/pool/user.server";
import { boundedJson } from "~/lib/text/bounds";
import type { App } from "~/lib/web/app";

const BODY = { values: 10, depth: 2 };
const UNREADABLE = "username と password を JSON で送ってください。";
const FIRST_BY_HAND: Record<string, string> = {
  new_password: "最初のパスワードを、画面でログインして決めてください。",
  setup: "二段階認証の設定を、画面でログインして済ませてください。",
  code: "確認コードを code に入れて送ってください。",
};

function given(text: string): TokenRequest {
  if (!boundedJson(text, BODY)) throw new Refusal(400, UNREADABLE);
  try {
    return checked(tokenRequest, JSON.parse(text), 422)!;
  } catch (error) {
    throw error instanceof SyntaxError ? new Refusal(400, UNREADABLE) : error;
  }
}

/** Only for the name it was given to: what fails under another's name stays counted. */
async function refreshed(app: App, refresh_token: string, username: string): Promise<Tokens> {
  const tokens = await app.provider.refresh(refresh_token, username);
  const { username: name, email } = identityOf(decodeJwt(tokens.id_token) as never);
  if (![name, email].some((own) => nameKey(own) === nameKey(username))) throw notAuthorized();
  return tokens;
}

async function signedIn(app: App, asked: TokenRequest, ip: string | null): Promise<Tokens> {
  const { username } = asked;
  if ("refresh_token" in asked) return refreshed(app, asked.refresh_token, username);
  let answer: SignIn = await app.provider.signIn(username, asked.password, ip);
  if (answer.kind === "code" && asked.code) {
    await app.limit.confirmCode(ip, answer.username);
    answer = await app.provider.factor.respondCode(answer.session, answer.username, asked.code, ip);
  }
  if (answer.kind !== "tokens") throw new Refusal(403, FIRST_BY_HAND[answer.kind]!);
  const { isInternal, username: name } = identityOf(decodeJwt(answer.tokens.id_token) as never);
  const lacks_factor =
    (await isFactorAsked(app.db, name, isInternal)) &&
    !(await app.provider.factor.hasFactor(answer.tokens.access_token));
  if (lacks_factor) throw new Refusal(403, FIRST_BY_HAND.setup!);
  return answer.tokens;
}

/** As at the sign-in page: the same counts, the same words, the same record; but tokens, and no session. */
async function tokensFor(
  app: App,
  asked: TokenRequest,
  request: Request,
  ip: string | null,
): Promise<Tokens> {
  const { username } = asked;
  const note = (fact: Parameters<typeof app.security.note>[1]) =>
    app.security.note(app.security.source(request, ip), fact);
  try {
    await app.limit.signIn(ip, username);
    const tokens = await signedIn(app, asked, ip);
    await app.limit.signedIn(ip, username);
    if (!("refresh_token" in asked)) await note({ event: "signed_in", name: username, reason: "API" });
    return tokens;
  } catch (error) {
    if (isUnavailable(error) || error instanceof Refusal) throw error;
    const reason = refusalReason(error);
    await note({ event: reason === "limit" ? "locked_out" : "sign_in_failed", name: username, reason });
    throw new Refusal(reason === "limit" ? 429 : 401, signInMessage(error));
  }
}

const NO_STORE = { "Cache-Control": "no-store" };

/** POST /api/tokens: how a program comes to the token of X-Auth, whichever user pool there is. */
export async function giveTokens(app: App, request: Request, ip: string | null): Promise<Response> {
  try {
    const tokens = await tokensFor(app, given(await request.text()), request, ip);
    return Response.json(tokenAnswer.parse(tokens), { status: 201, headers: NO_STORE });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, detail, errors } = error;
    return Response.json({ detail, errors }, { status, headers: NO_STORE });
  }
}
