import type { IncomingMessage, ServerResponse } from "node:http";
import { self } from "~/lib/api/self.schema";
import { isUnavailable } from "~/lib/db/failure.server";
import { sayError } from "~/lib/telemetry/logger.server";
import type { Trace } from "~/lib/telemetry/trace";
import { connectApi } from "~/lib/web/api.server";
import type { App } from "~/lib/web/app";

export const STREAM = "/chat/stream";

/**
 * The event a browser has seen last: its own header when it comes back by itself, else what the page says.
 */
function cursorOf(request: IncomingMessage): number | null {
  const asked =
    String(request.headers["last-event-id"] ?? "") ||
    new URL(request.url!, "http://x").searchParams.get("after") ||
    "";
  return /^\d{1,15}$/.test(asked) ? Number(asked) : null;
}

async function open(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  trace: Trace,
): Promise<void> {
  const refuse = (status: number, more: object = {}) =>
    void response.writeHead(status, { ...headers, "Cache-Control": "no-store", ...more }).end();
  const id: unknown = await app.cookies.session.parse(request.headers.cookie ?? null);
  const board = new URL(request.url!, "http://x").searchParams.has("board");
  const session = typeof id === "string" ? await app.sessions.find(id) : null;
  if (!session) return refuse(401);
  if (!app.hub().admit(session.hash, response)) return refuse(429, { "Retry-After": "30" });
  const answer = await connectApi(app, session, "PC", async () => new Response(null, { status: 401 })).ask(
    "GET",
    "/users/self",
  );
  if (!answer.ok) return refuse(401);
  const { id: person, company_id, acting } = self.parse(await answer.json());
  Object.assign(trace, { company_id, person });
  if (company_id === null) return refuse(204);
  const holder = {
    hash: session.hash,
    company_id,
    acting_id: session.acting_id,
    until: acting?.until ?? null,
  };
  if (board) return app.hub().openBoard(request, response, holder, headers);
  await app.hub().open(request, response, holder, cursorOf(request), headers);
}

/** Authorised by the session's cookie: no token ever reaches the browser. */
export async function openStream(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  trace: Trace,
): Promise<void> {
  if (request.method !== "GET") return void response.writeHead(405, { ...headers, Allow: "GET" }).end();
  try {
    await open(app, request, response, headers, trace);
  } catch (error) {
    if (!isUnavailable(error)) sayError("stream_failed", error, { number: trace.number });
    if (response.headersSent) response.destroy();
    else response.writeHead(503, { ...headers, "Retry-After": "5" }).end();
  }
}
