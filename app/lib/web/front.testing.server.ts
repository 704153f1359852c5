import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { castDatabase, TEST_SECRET } from "~/lib/db/testing.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { freePort } from "./port.testing.server";

export type Answer = { status: number; headers: http.IncomingHttpHeaders; text: string };
export type Ask = { method?: string; headers?: Record<string, string>; body?: string | string[] };

/**
 * Sends a request that `begin` makes, and reads what is answered. A body in parts goes chunked, without a
 * length.
 */
export function answered(
  begin: (told: (response: http.IncomingMessage) => void) => http.ClientRequest,
  body: Ask["body"],
): Promise<Answer> {
  return new Promise((done, failed) => {
    const request = begin((response) => {
      const parts: Buffer[] = [];
      response
        .on("data", (part) => parts.push(part))
        .on("error", failed)
        .on("end", () =>
          done({
            status: response.statusCode!,
            headers: response.headers,
            text: Buffer.concat(parts).toString("utf8"),
          }),
        );
    });
    request.on("error", failed);
    if (Array.isArray(body)) for (const part of body) request.write(part);
    request.end(Array.isArray(body) ? undefined : body);
  });
}

/** One request exactly as given: no header is added but Host. */
export const send = (port: number, path: string, { method = "GET", headers = {}, body }: Ask = {}) =>
  answered(
    (told) => http.request({ port, host: "127.0.0.1", path, method, headers, agent: false }, told),
    body,
  );

/**
 * The built product as a process of its own, on a database of the tests with the cast of the sample world.
 */
export async function startFront(env: Record<string, string> = {}) {
  if (!existsSync("build/index.js")) throw new Error("build first: npm run build");
  const database = await castDatabase();
  const port = await freePort();
  const origin = (env.PUBLIC_ORIGIN ?? `http://localhost:${port}`).split(",")[0]!;
  const { child, log } = run({
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: database.app_url,
    FILES_DIR: `${tmpdir()}/koba-files-${port}`,
    ...env,
  });
  for (
    let tries = 0;
    !(await send(port, "/health").then(
      ({ status }) => status === 200,
      () => false,
    ));
    tries++
  ) {
    if (tries > 600 || child.exitCode !== null) throw new Error(`the server did not start: ${log.text}`);
    await new Promise((wait) => setTimeout(wait, 100));
  }

  const ask = (path: string, given: Ask = {}) => send(port, path, given);
  /** A form posted as a page of ours would. */
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: origin, ...headers },
    });
  /** The Cookie header of somebody who signed in. */
  async function cookieOf(username: string, password = SAMPLE_PASSWORD): Promise<string> {
    const answer = await post("/login", { username, password });
    if (answer.status !== 303)
      throw new Error(`sign-in of ${username} was answered ${answer.status}: ${log.text}`);
    return jar(answer);
  }
  async function stop(): Promise<void> {
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
    await database.drop();
  }
  return { port, origin, db: database.db, owner_url: database.owner_url, log, ask, post, cookieOf, stop };
}

export const jar = ({ headers }: Answer) =>
  (headers["set-cookie"] ?? [])
    .map((set) => set.split(";")[0]!)
    .filter((pair) => !pair.endsWith("="))
    .join("; ");

/** Just the process; for those that must not start. */
export function run(env: Record<string, string>): { child: ChildProcess; log: { text: string } } {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|LANG|SystemRoot)$/.test(name)),
  );
  const child = spawn(process.execPath, ["build/index.js"], {
    env: {
      ...clean,
      NODE_ENV: "production",
      WEB_PROCESSES: "1",
      DRAIN_MS: "0",
      APP_SECRET: TEST_SECRET,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream!.on("data", (part) => {
      log.text += part;
    });
  return { child, log };
}
