import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Database } from "~/lib/db/connection.server";
import { sayError } from "~/lib/telemetry/logger.server";
import type { PoolSettings } from "./context.server";
import { embeddedPool, type Pool } from "./pool.server";

const LARGEST = 100_000;
const TYPE = "application/x-amz-json-1.1";

type Listening = { url: string; stop(): Promise<void> };

export async function listenPool(
  db: Database,
  secret: string,
  settings: PoolSettings,
  port: number,
): Promise<Listening> {
  let pool: Pool | undefined;
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (request, response) => {
    serve(pool!, request, response).catch((error: unknown) => {
      sayError("user_pool", error);
      if (!response.headersSent) plain(response, 500, "");
    });
  });
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(port, "127.0.0.1", resolve),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pool = embeddedPool(db, secret, { ...settings, issuer: `${url}/${settings.pool_id}` });
  return {
    url,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function plain(response: ServerResponse, status: number, body: string, type = "application/json"): void {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
}

async function serve(pool: Pool, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  // A page in some browser on this machine could reach the port under a name of its own.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? "")) return plain(response, 403, "");
  const keys = `/${pool.settings.pool_id}/.well-known/jwks.json`;
  if (method === "GET" && url === keys) return plain(response, 200, JSON.stringify(await pool.jwks()));
  if (method !== "POST" || url !== "/") return plain(response, 404, "");
  // Such a type a form can't send, and a script of another site may not.
  if (headers["content-type"]?.split(";")[0] !== TYPE) return plain(response, 415, "");
  const body = await read(request);
  if (body === null) return plain(response, 413, "");
  const answer = await pool.answerOpenly(String(headers["x-amz-target"] ?? ""), body);
  response.writeHead(answer.statusCode, { ...answer.headers, "Cache-Control": "no-store" }).end(answer.body);
}

/** Null when too large: read to its end all the same, or the answer would be lost with the connection. */
async function read(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= LARGEST) parts.push(part);
  }
  return size <= LARGEST ? Buffer.concat(parts).toString() : null;
}
