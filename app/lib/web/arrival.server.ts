import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { takesFiles, UPLOAD_MAX } from "~/lib/file/limit";

/** Browsers show no answer to what they could not finish saying: a body of a bearable length is heard out, and dropped. */
async function drain(c: Context): Promise<void> {
  const { body } = c.req.raw;
  if (!body || body.locked || !(Number(c.req.header("Content-Length")) <= 2 * UPLOAD_MAX)) return c.header("Connection", "close");
  await body.pipeTo(new WritableStream()).catch(() => undefined);
}

/** A person gets a page, a program its detail. */
async function tooLarge(c: Context, most: string): Promise<Response> {
  await drain(c);
  const detail = `送信された内容が大きすぎます（${most}まで）。`;
  if (c.req.path.startsWith("/api/") || !c.req.header("Accept")?.includes("text/html")) return c.json({ detail }, 413);
  return c.html(`<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="robots" content="noindex"><title>大きすぎます</title>
<main><h1>${detail}</h1><p>ブラウザーの「戻る」で前の画面に戻り、小さくするか、分けて送ってください。</p></main></html>`, 413);
}
const small = bodyLimit({ maxSize: 1_000_000, onError: (c) => tooLarge(c, "1MB") });
/** One chat message and its operation. */
const message = bodyLimit({ maxSize: 200_000, onError: (c) => tooLarge(c, "200KB") });
const large = bodyLimit({ maxSize: UPLOAD_MAX, onError: (c) => tooLarge(c, "合わせて50MB") });

const isUpload = (path: string, type: string | undefined) => takesFiles(path) && /^multipart\/form-data/i.test(type ?? "");

/** How much may be sent: more where files are taken, and only as files. */
export const limitBody: MiddlewareHandler = (c, next) =>
  (isUpload(c.req.path, c.req.header("Content-Type")) ? large : c.req.path.startsWith("/graphql") ? message : small)(c, next);

const MINUTE = 60_000;
/** How long a whole request may take to arrive: ten minutes for files over a slow line, half a minute for everything else. */
export const REQUEST_TIMEOUT = 10 * MINUTE;

export function watchArrival(request: IncomingMessage): void {
  const path = (request.url ?? "").split("?")[0]!;
  if (request.method !== "POST" || isUpload(path, request.headers["content-type"])) return;
  const timer = setTimeout(() => { if (!request.complete) request.socket.destroy(); }, MINUTE / 2);
  request.once("close", () => clearTimeout(timer));
}
