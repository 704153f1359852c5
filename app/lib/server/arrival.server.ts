import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { takesFiles, UPLOAD_MAX } from "~/lib/file/limit";
import type { Trace } from "~/lib/telemetry/trace";
import type { App } from "~/lib/web/app";

/** What is known of a request before it is read. `ip`: null where all come by one address. */
export type RequestEnv = { Bindings: { ip: string | null; trace: Trace } };

/** Browsers show no answer to a body they could not finish sending: one of a bearable length is read. */
async function drain(c: Context): Promise<void> {
  const { body } = c.req.raw;
  if (!body || body.locked || !(Number(c.req.header("Content-Length")) <= 2 * UPLOAD_MAX))
    return c.header("Connection", "close");
  await body.pipeTo(new WritableStream()).catch(() => undefined);
}

async function turnedAway(
  c: Context,
  status: 401 | 411 | 413 | 429,
  detail: string,
  advice: string,
): Promise<Response> {
  await drain(c);
  if (c.req.path.startsWith("/api/") || !c.req.header("Accept")?.includes("text/html"))
    return c.json({ detail }, status);
  return c.html(
    `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${detail}</title>
<main><h1>${detail}</h1><p>${advice}</p></main></html>`,
    status,
  );
}
const tooLarge = (c: Context, most: string) =>
  turnedAway(
    c,
    413,
    `送信された内容が大きすぎます（${most}まで）。`,
    "ブラウザーの「戻る」で前の画面に戻り、小さくするか、分けて送ってください。",
  );
const SMALL = 1_000_000;
const small = bodyLimit({ maxSize: SMALL, onError: (c) => tooLarge(c, "1MB") });
const message = bodyLimit({ maxSize: 200_000, onError: (c) => tooLarge(c, "200KB") });
const large = bodyLimit({ maxSize: UPLOAD_MAX, onError: (c) => tooLarge(c, "合わせて50MB") });

const isUpload = (path: string, type: string | undefined) =>
  takesFiles(path) && /^multipart\/form-data/i.test(type ?? "");

/** One address may be a whole office. */
const AT_ONCE = { session: 4, address: 16 };

function uploads(app: App) {
  const underway = new Map<string, number>();
  const count = (key: string, by: 1 | -1) => {
    const now = (underway.get(key) ?? 0) + by;
    if (now === 0) underway.delete(key);
    else underway.set(key, now);
  };
  const sessionOf = async (c: Context) => {
    const id: unknown = await app.cookies.session.parse(c.req.header("Cookie") ?? null);
    return typeof id === "string" ? (await app.sessions.find(id))?.hash : undefined;
  };

  const take: MiddlewareHandler = async (c, next) => {
    const length = c.req.header("Content-Length");
    if (length === undefined) {
      return turnedAway(
        c,
        411,
        "ファイルの大きさが分からないため、受け取れません。",
        "画面を読み込み直して、もう一度送信してください。",
      );
    }
    // The API asks for its token before it reads. A stranger's small form is kept, to be posted again after
    // sign-in.
    const api = c.req.path.startsWith("/api/");
    const session = api ? undefined : await sessionOf(c);
    if (!api && !session && Number(length) > SMALL) {
      if (c.req.header("Accept")?.includes("text/html")) {
        await drain(c);
        return c.redirect(`/login?${new URLSearchParams({ return_to: c.req.path })}`, 303);
      }
      return turnedAway(
        c,
        401,
        "ログインの有効期限が切れました。",
        "ログインしてから、もう一度送信してください。",
      );
    }
    const { ip } = c.env as RequestEnv["Bindings"];
    const keys = [session, ip].filter((key) => typeof key === "string");
    if (
      keys.some((key) => (underway.get(key) ?? 0) >= (key === session ? AT_ONCE.session : AT_ONCE.address))
    ) {
      c.header("Retry-After", "10");
      return turnedAway(
        c,
        429,
        "ほかのファイルを受け取っています。",
        "終わってから、もう一度送信してください。",
      );
    }
    for (const key of keys) count(key, 1);
    try {
      return await large(c, next);
    } finally {
      for (const key of keys) count(key, -1);
    }
  };
  return take;
}

export function limitBody(app: App): MiddlewareHandler {
  const upload = uploads(app);
  return (c, next) =>
    (isUpload(c.req.path, c.req.header("Content-Type"))
      ? upload
      : c.req.path.startsWith("/graphql")
        ? message
        : small)(c, next);
}

const MINUTE = 60_000;
/**
 * How long a whole request may take to arrive: ten minutes for files over a slow line, half a minute for
 * everything else.
 */
const REQUEST_TIMEOUT = 10 * MINUTE;

export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: REQUEST_TIMEOUT,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
};

export function watchArrival(request: IncomingMessage): void {
  const path = (request.url ?? "").split("?")[0]!;
  if (request.method !== "POST" || isUpload(path, request.headers["content-type"])) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, MINUTE / 2);
  request.once("close", () => clearTimeout(timer));
}
