import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip } from "node:zlib";
import { isRouteErrorResponse } from "@remix-run/react";
import type { Config } from "~/lib/config/config.server";
import { type Down, downOf } from "~/lib/db/failure.server";
import { ApiError } from "./api.server";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
export const METHODS = new Set([...SAFE, "POST", "PUT", "DELETE"]);

const PROGRAMS = /^\/(api|graphql)(\/|$)/;
/** Answers with tokens in a body, which no page of another site can read, and sets no cookie. */
const TOKENS = "/api/tokens";

/** A program sends a token of its own: no page can send that header here, and no cookie lends it rights. */
export function mayWrite({ method, url, headers }: Request, config: Config): boolean {
  if (SAFE.has(method)) return true;
  const origin = headers.get("Origin");
  if (origin !== null) return config.origins.includes(origin);
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  if (headers.has("Cookie")) return false;
  const { pathname } = new URL(url);
  return pathname === TOKENS || (headers.has("X-Auth") && PROGRAMS.test(pathname));
}

export function downBy(error: unknown): Down | null {
  if (error instanceof ApiError && (error.status === 503 || error.status === 507))
    return { status: error.status, detail: error.detail };
  return downOf(error);
}

/** What an action answered hides, in Remix, that the page behind it failed. */
export function pageStatus(status: number, errors: Record<string, unknown> | null): number {
  const [failed] = Object.values(errors ?? {});
  if (failed === undefined) return status;
  return isRouteErrorResponse(failed) ? failed.status : 500;
}

/** Remix answers 500 whatever the reason. */
export function withTrueStatus(response: Response, down: Down | undefined): Response {
  if (!down || response.status !== 500) return response;
  if (response.headers.get("Content-Type")?.startsWith("text/html"))
    return new Response(response.body, { status: down.status, headers: response.headers });
  return new Response(down.detail, {
    status: down.status,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

const https = (secure: boolean): Record<string, string> =>
  secure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {};
export const buildHeaders = (secure: boolean): Record<string, string> => ({
  "X-Content-Type-Options": "nosniff",
  ...https(secure),
});

/** What ApexCharts 4.7 writes into each drawing for its legend (拡大して調べる), by its hash. */
export const LEGEND_STYLES = "aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A=";

/** What the page may load; `styles` is the text that stands in it, let in by its hash as `later` ones are. */
export function contentPolicy(styles?: string, later: string[] = []): string {
  const here = styles === undefined ? [] : [createHash("sha256").update(styles).digest("base64")];
  const own = [...here, ...later].map((hash) => ` 'sha256-${hash}'`).join("");
  return (
    `default-src 'self'; script-src 'self'; style-src 'self'${own}; img-src 'self' data: blob:; ` +
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
  );
}

export function pageHeaders(secure: boolean, revision: number): Record<string, string> {
  return {
    "Content-Security-Policy": contentPolicy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
    "X-Revision": String(revision),
    ...https(secure),
  };
}

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** A page this small is packed sooner than another thread has begun. */
const SMALL = 24_000;

/** Quality 5 with a 256 KB window: at page size the most bytes saved for each millisecond. */
export async function compress(
  body: Buffer,
  accepts: string,
): Promise<{ body: Buffer; encoding: string | null }> {
  if (body.length < 500) return { body, encoding: null };
  if (/\bbr\b/.test(accepts)) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    return {
      body: body.length < SMALL ? brotliCompressSync(body, { params }) : await brotli(body, { params }),
      encoding: "br",
    };
  }
  if (/\bgzip\b/.test(accepts)) return { body: await gzipped(body), encoding: "gzip" };
  return { body, encoding: null };
}

const unchanged = (headers: Headers) =>
  ["Cache-Control", "ETag", "Vary"].map((name): [string, string] => [name, headers.get(name)!]);

export async function finish(
  request: Request,
  response: Response,
  headers: Record<string, string>,
): Promise<Response> {
  const out = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) if (!out.has(name)) out.set(name, value);
  if (!out.has("Cache-Control"))
    out.set("Cache-Control", response.status === 401 ? "no-store" : "private, no-cache");
  // Larger than what is held at once, and packed as it is made.
  if (out.get("Content-Type") === "application/zip") {
    if (request.method !== "HEAD")
      return new Response(response.body, { status: response.status, headers: out });
    await response.body?.cancel();
    return new Response(null, { status: response.status, headers: out });
  }
  out.append("Vary", "Accept-Encoding");
  const text = Buffer.from(await response.arrayBuffer());
  if (
    request.method === "GET" &&
    response.status === 200 &&
    !out.has("Set-Cookie") &&
    !out.get("Cache-Control")!.includes("no-store")
  ) {
    const tag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
    out.set("ETag", tag);
    if (request.headers.get("If-None-Match") === tag)
      return new Response(null, { status: 304, headers: unchanged(out) });
  }
  const packed = /^(image\/(png|jpeg|webp)|application\/(pdf|octet-stream))/.test(
    out.get("Content-Type") ?? "",
  );
  const { body, encoding } = packed
    ? { body: text, encoding: null }
    : await compress(text, request.headers.get("Accept-Encoding") ?? "");
  if (encoding) out.set("Content-Encoding", encoding);
  out.set("Content-Length", String(body.length));
  return new Response(response.status === 204 || request.method === "HEAD" ? null : new Uint8Array(body), {
    status: response.status,
    headers: out,
  });
}

/** Shown the sign-in page where they asked: a redirect costs a slow line as much as 20 KB. */
const opensSignIn = ({ method, url, headers }: Request, to: URL) =>
  method === "GET" &&
  new URL(url).pathname !== "/login" &&
  headers.get("Sec-Fetch-Mode") === "navigate" &&
  headers.get("Sec-Fetch-Dest") === "document" &&
  to.pathname === "/login";

/**
 * The request for the page that an answer redirects to, with the cookies it has set; null where the browser
 * must go itself.
 */
export function followUp(request: Request, response: Response): Request | null {
  const to = response.headers.get("Location");
  if (![302, 303].includes(response.status) || !to) return null;
  const url = new URL(to, request.url);
  if (url.origin !== new URL(request.url).origin) return null;
  if (!(request.headers.get("X-Enhance") === "1" && request.method === "POST") && !opensSignIn(request, url))
    return null;
  const jar = new Map(
    (request.headers.get("Cookie") ?? "")
      .split(/; */)
      .filter(Boolean)
      .map((pair) => [pair.split("=")[0]!, pair]),
  );
  for (const set of response.headers.getSetCookie()) jar.set(set.split("=")[0]!, set.split(";")[0]!);
  const headers = new Headers(request.headers);
  for (const name of ["Content-Type", "Content-Length", "If-None-Match"]) headers.delete(name);
  headers.set("Cookie", [...jar.values()].join("; "));
  return new Request(url, { headers });
}
