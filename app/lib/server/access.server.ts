import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { logs, say } from "~/lib/telemetry/logger.server";
import { observe, type Reading } from "~/lib/telemetry/metrics.server";
import { addressesOf } from "~/lib/telemetry/route";
import { newTrace, type Trace } from "~/lib/telemetry/trace";
import { calls } from "./calls.server";
import { STREAM } from "./live.server";

const traces = new WeakMap<IncomingMessage, Trace>();
/** Fetched by every page, or every few seconds: in the log only where somebody looks for them. */
const QUIET = new Set(["static", "health"]);
let streams = { chat: 0, board: 0 };

export const traceOf = (request: IncomingMessage): Trace => traces.get(request) ?? newTrace();

function patternsOf(routes: ServerBuild["routes"]): string[] {
  const whole = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? `${whole(route.parentId)}/${route.path ?? ""}` : "";
  };
  return [
    ...Object.keys(routes).map((id) => whole(id)),
    ...calls.map(({ path }) => `/api${path}`),
    "/api/openapi.json",
    "/health/live",
    "/health/ready",
    "/graphql",
    STREAM,
  ];
}

const levelOf = (status: number, quiet: boolean) =>
  status === 500 ? "error" : status > 500 ? "warn" : quiet ? "debug" : "info";

/** Of each request: its number for whoever answers it, and once it is over a line and a figure. */
export function watchRequests(
  build: ServerBuild,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { shown, classOf } = addressesOf(patternsOf(build.routes));

  return function watch(request, response) {
    const from = performance.now();
    const trace = newTrace();
    traces.set(request, trace);
    response.once("close", () => {
      const ms = performance.now() - from;
      const path = (request.url ?? "").split("?", 1)[0]!;
      const route = classOf(path);
      const { method = "" } = request;
      const status = response.statusCode;
      if (path !== STREAM) observe(route, method, status, ms);
      const level = levelOf(status, QUIET.has(route));
      if (!logs(level)) return;
      say(level, path === STREAM ? "stream" : "access", {
        number: trace.number,
        method,
        path: shown(path),
        status,
        ms: Math.round(ms * 10) / 10,
        company: trace.company_id,
        person: trace.person,
        aborted: response.writableFinished || path === STREAM ? undefined : true,
      });
    });
  };
}

/** Counts a stream for as long as it is open. */
export function countStream(request: IncomingMessage, response: ServerResponse): void {
  const kind = request.url!.includes("board") ? "board" : "chat";
  streams = { ...streams, [kind]: streams[kind] + 1 };
  response.once("close", () => {
    streams = { ...streams, [kind]: streams[kind] - 1 };
  });
}

export const streamReading = (): Reading => ({
  name: "koba_streams",
  help: "Open event streams",
  values: Object.entries(streams).map(([kind, num]) => [{ kind }, num]),
});
