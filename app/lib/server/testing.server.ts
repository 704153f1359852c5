import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import pg from "pg";
import { castDatabase, TEST_SECRET } from "~/lib/db/testing.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { makeApp } from "./app.server";

export type Answer = { status: number; body: any; headers: Headers };

export async function testApp() {
  const database = await castDatabase();
  const folder = await mkdtemp(join(tmpdir(), "koba-files-"));
  const app = makeApp({ NODE_ENV: "test", FILES_DIR: folder }, database.db, TEST_SECRET);
  const server: Server = createServer(
    getRequestListener((request) => app.backend.fetch(request), { overrideGlobalObjects: false }),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;

  async function as(username: string) {
    const answer = await app.provider.signIn(username, SAMPLE_PASSWORD);
    if (answer.kind !== "tokens") throw new Error(`${username} has no password yet`);
    const token = answer.tokens.id_token;
    async function ask(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
      const headers: Record<string, string> = { "X-Auth": token, "Content-Type": "application/json" };
      if (method === "POST") headers["Idempotency-Key"] = key ?? crypto.randomUUID();
      const response = await fetch(base + path, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    }
    return {
      token,
      get: (path: string) => ask("GET", path),
      post: (path: string, body: unknown = {}, key?: string) => ask("POST", path, body, key),
      put: (path: string, body: unknown) => ask("PUT", path, body),
      delete: (path: string) => ask("DELETE", path),
      async upload(
        path: string,
        files: { name: string; bytes: Uint8Array }[],
        fields: Record<string, string> = {},
        key: string = crypto.randomUUID(),
      ) {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        for (const { name, bytes } of files) form.append("files", new Blob([new Uint8Array(bytes)]), name);
        const response = await fetch(base + path, {
          method: "POST",
          headers: { "X-Auth": token, "Idempotency-Key": key },
          body: form,
        });
        return { status: response.status, body: await response.json(), headers: response.headers } as Answer;
      },
      /** The bytes that a call answers, or its refusal. */
      async bytes(path: string) {
        const response = await fetch(base + path, { headers: { "X-Auth": token } });
        return {
          status: response.status,
          headers: response.headers,
          bytes: Buffer.from(await response.arrayBuffer()),
        };
      },
    };
  }

  async function people<const Names extends readonly string[]>(...names: Names) {
    return (await Promise.all(names.map((name) => as(`${name}.example`)))) as {
      -readonly [At in keyof Names]: Awaited<ReturnType<typeof as>>;
    };
  }

  const owners: pg.Client[] = [];
  async function owner() {
    const client = new pg.Client({ connectionString: database.owner_url });
    await client.connect();
    owners.push(client);
    return client;
  }

  async function stop(): Promise<void> {
    await Promise.all(owners.map((client) => client.end()));
    // What is only counted yet would be written once there is no database.
    await app.security.flush();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
  return { app, folder, db: database.db, owner_url: database.owner_url, base, as, people, owner, stop };
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;
export type Person = Awaited<ReturnType<TestApp["as"]>>;
