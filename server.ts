import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as build from "@remix-run/dev/server-build";
import type { ServerBuild } from "@remix-run/node";
import { Hono } from "hono";
import { downOf } from "~/lib/db/failure.server";
import { openLog, sayError } from "~/lib/telemetry/logger.server";
import type { Trace } from "~/lib/telemetry/trace";
import { readStyles } from "~/lib/web/styles.server";
import type { Visit } from "~/lib/web/visit.server";
import { stylesheet } from "~/root";
import { countStream, traceOf, watchRequests } from "./app/lib/server/access.server";
import { LIMITS, limitBody, type RequestEnv, watchArrival } from "./app/lib/server/arrival.server";
import { begin, endServing, endWith } from "./app/lib/server/begin.server";
import { serveFiles } from "./app/lib/server/files.server";
import { publicListener } from "./app/lib/server/listener.server";
import { openStream, STREAM } from "./app/lib/server/live.server";
import { operate } from "./app/lib/server/operate.server";
import { sayServes } from "./app/lib/server/processes.server";
import { remixPages } from "./app/lib/server/remix.server";
import { isStopping, stopAtSignal } from "./app/lib/server/stop.server";
import { giveTokens } from "./app/lib/server/token.api.server";
import {
  buildHeaders,
  finish,
  followUp,
  METHODS,
  mayWrite,
  pageHeaders,
  withTrueStatus,
} from "./app/lib/web/response.server";

const words = process.argv.slice(2);
if (words.length > 0) process.exit(await operate(process.env, words).catch(endWith));
openLog(process.env);
process.on("uncaughtException", endServing);
const { app, opened } = await begin(process.env).catch(endServing);
const { config } = app;

const styles = readStyles(stylesheet);
const scripts = JSON.parse(readFileSync("build/scripts.json", "utf8")) as Visit["scripts"];
const headers = pageHeaders(config.secure, app.revision);
const remix = remixPages(build as unknown as ServerBuild);
const web = new Hono<RequestEnv>();

async function page(request: Request, ip: string | null, trace: Trace): Promise<Response> {
  const cached =
    request.headers.has("X-Enhance") || !!request.headers.get("Cookie")?.includes(`css=${styles.name}`);
  const visit: Visit = { app, ip, styles, cached, scripts, trace };
  const response = withTrueStatus(await remix(request, visit), visit.down);
  const next = followUp(request, response);
  if (!next) return finish(request, response, headers);
  const shown = await page(next, ip, trace);
  const out = new Headers(shown.headers);
  out.delete("Set-Cookie");
  // In the order they were made: a message that the page has shown is not to be shown again.
  for (const cookie of [...response.headers.getSetCookie(), ...shown.headers.getSetCookie()])
    out.append("Set-Cookie", cookie);
  const { pathname, search, hash } = new URL(next.url);
  out.set("X-Location", pathname + search + hash);
  return new Response(shown.body, { status: shown.status, headers: out });
}

web.use(async (c, next) => {
  await next();
  if (c.res.status === 304) return;
  const wanted = c.req.path.startsWith("/build/") ? buildHeaders(config.secure) : headers;
  for (const [name, value] of Object.entries(wanted))
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  if (c.res.status === 503) c.res.headers.set("Retry-After", "5");
});
web.use(async (c, next) => {
  if (mayWrite(c.req.raw, config)) return next();
  void app.security.refuse(c.req.raw, c.env.ip, c.env.trace);
  return c.text(
    "この操作は受け付けられません。KOBAの画面から操作してください。".replace("KOBA", config.product_name),
    403,
  );
});
serveFiles(web, config.product_name);
web.get("/health/live", (c) => c.text("ok", 200, { "Cache-Control": "no-store" }));
web.on("GET", ["/health", "/health/ready"], async (c) => {
  if (isStopping()) return c.text("stopping", 503, { "Cache-Control": "no-store" });
  await app.db.execute("select 1");
  return c.text("ok", 200, { "Cache-Control": "no-store" });
});
web.use(limitBody(app));
web.post("/api/tokens", (c) => giveTokens(app, c.req.raw, c.env.ip));
web.mount("/api", async (request, { ip, trace }) =>
  finish(request, await app.backend.fetch(request, app.security.source(request, ip, trace)), headers),
);
web.mount("/graphql", (request) => app.graphql.fetch(request));
web.all("*", (c) => page(c.req.raw, c.env.ip, c.env.trace));
web.onError((error, c) => {
  const down = downOf(error);
  if (down) return c.text(down.detail, down.status);
  sayError("request_failed", error, { number: c.env.trace.number });
  return c.text("処理に失敗しました。画面を読み込み直して、もう一度お試しください。", 500);
});

const listener = publicListener(config, (request, bindings) => web.fetch(request, bindings));
const watch = watchRequests(build as unknown as ServerBuild);
const server = createServer(LIMITS, (request, response) => {
  watch(request, response);
  if (isStopping()) response.setHeader("Connection", "close");
  watchArrival(request);
  if (request.url?.split("?", 1)[0] === STREAM) {
    countStream(request, response);
    return void openStream(app, request, response, headers, traceOf(request));
  }
  if (METHODS.has(request.method!)) return void listener(request, response);
  response.writeHead(405, { ...headers, Allow: [...METHODS].join(", ") }).end();
});
server.on("error", endServing);
server.listen(config.port, config.host, () => {
  const { port } = server.address() as AddressInfo;
  if (cluster.isPrimary) sayServes(app, port);
});

stopAtSignal(server, app, opened);
