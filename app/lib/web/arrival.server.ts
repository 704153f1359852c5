import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { takesFiles, UPLOAD_MAX } from "~/lib/file/limit";

const tooLarge = (most: string) => `送信された内容が大きすぎます（${most}まで）。`;
const small = bodyLimit({ maxSize: 1_000_000, onError: (c) => c.json({ detail: tooLarge("1MB") }, 413) });
const large = bodyLimit({ maxSize: UPLOAD_MAX, onError: (c) => c.json({ detail: tooLarge("合わせて50MB") }, 413) });

const isUpload = (path: string, type: string | undefined) => takesFiles(path) && /^multipart\/form-data/i.test(type ?? "");

/** How much may be sent: more where files are taken, and only as files. */
export const limitBody: MiddlewareHandler = (c, next) => (isUpload(c.req.path, c.req.header("Content-Type")) ? large : small)(c, next);

const MINUTE = 60_000;
/** How long a whole request may take to arrive: ten minutes for files over a slow line, half a minute for everything else. */
export const REQUEST_TIMEOUT = 10 * MINUTE;

export function watchArrival(request: IncomingMessage): void {
  const path = (request.url ?? "").split("?")[0]!;
  if (request.method !== "POST" || isUpload(path, request.headers["content-type"])) return;
  const timer = setTimeout(() => { if (!request.complete) request.socket.destroy(); }, MINUTE / 2);
  request.once("close", () => clearTimeout(timer));
}
