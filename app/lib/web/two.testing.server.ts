import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { castDatabase } from "~/lib/db/testing.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Answer, type Ask, jar, run, send } from "./front.testing.server";
import { freePort } from "./port.testing.server";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** One of several processes of the built product on one database. */
export type Process = Awaited<ReturnType<typeof startTwo>>["a"];

/**
 * Two processes of the built product on one database with the cast, behind one public origin, started at the
 * same moment. `ofA` is what the first alone is told, knowing the other's port.
 */
export async function startTwo(
  env: Record<string, string> = {},
  ofA: (b: number) => Record<string, string> = () => ({}),
) {
  const database = await castDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "koba-two-"));
  const origin = env.PUBLIC_ORIGIN ?? `http://localhost:${await freePort()}`;

  function instance(port: number, own: Record<string, string> = {}) {
    let child: ChildProcess | undefined;
    const logs: { text: string }[] = [];
    async function start(): Promise<void> {
      const begun = run({
        PORT: String(port),
        HOST: "127.0.0.1",
        PUBLIC_ORIGIN: origin,
        DATABASE_URL: database.app_url,
        FILES_DIR: folder,
        ...env,
        ...own,
      });
      child = begun.child;
      logs.push(begun.log);
      for (
        let tries = 0;
        !(await send(port, "/health").then(
          ({ status }) => status === 200,
          () => false,
        ));
        tries++
      ) {
        if (tries > 600 || child.exitCode !== null)
          throw new Error(`the server did not start: ${begun.log.text}`);
        await pause(50);
      }
    }
    async function end(signal: NodeJS.Signals): Promise<number | null> {
      const gone = new Promise<number | null>((done) => child!.once("exit", done));
      child!.kill(signal);
      return gone;
    }
    /** Ends it without a word. */
    const kill = () => end("SIGKILL");
    const ask = (to: string, given: Ask = {}): Promise<Answer> => send(port, to, given);
    const post = (to: string, fields: Record<string, string>, cookie = "") =>
      ask(to, {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Accept: "application/json",
          Origin: origin,
          ...(cookie && { Cookie: cookie }),
        },
      });
    async function cookieOf(username: string): Promise<string> {
      const answer = await post("/login", { username, password: SAMPLE_PASSWORD });
      if (answer.status !== 303) throw new Error(`sign-in of ${username} was answered ${answer.status}`);
      return jar(answer);
    }
    const said = () => logs.map(({ text }) => text).join("");
    return { port, start, end, kill, ask, post, cookieOf, said };
  }

  const ports = [await freePort(), await freePort()] as const;
  const [a, b] = [instance(ports[0], ofA(ports[1])), instance(ports[1])];
  await Promise.all([a.start(), b.start()]);
  async function stop(): Promise<void> {
    await Promise.all([a.kill(), b.kill()]);
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { a, b, origin, db: database.db, owner_url: database.owner_url, stop };
}

type Heard = {
  number: number;
  kind: string;
  data: { roomId?: string; number?: number; message?: { id: string; number: number; message: string } };
};

/**
 * A browser's event stream: what it heard, in order. With `ports` to choose from it comes back by itself, as
 * browsers do.
 */
export function hear(ports: number[], cookie: string, again = false) {
  const heard: Heard[] = [];
  const state = { open: false, over: false, resets: 0, last: null as string | null };
  let request: http.ClientRequest | undefined;
  function connect(): void {
    if (state.over) return;
    const headers = { Cookie: cookie, ...(state.last !== null && { "Last-Event-ID": state.last }) };
    let told = false;
    const gone = () => {
      if (told) return;
      told = true;
      state.open = false;
      if (again && !state.over) setTimeout(connect, 50 + Math.random() * 200);
    };
    const port = ports[Math.floor(Math.random() * ports.length)]!;
    request = http.get(
      { host: "127.0.0.1", port, path: "/chat/stream", headers, agent: false },
      (response) => {
        response.on("close", gone);
        if (response.statusCode !== 200) return void response.resume();
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          const blocks = (text + part).split("\n\n");
          text = blocks.pop()!;
          for (const block of blocks) {
            const of = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
            if (of("event") === undefined) continue;
            state.open = true;
            state.last = of("id") ?? state.last;
            if (of("event") === "reset") state.resets += 1;
            heard.push({ number: Number(of("id")), kind: of("event")!, data: JSON.parse(of("data")!) });
          }
        });
      },
    );
    request.on("error", gone);
  }
  connect();
  const messages = () => heard.flatMap(({ kind, data }) => (kind === "message" ? [data.message!] : []));
  return {
    heard,
    state,
    messages,
    drop: () => request?.destroy(),
    stop: () => {
      state.over = true;
      request?.destroy();
    },
  };
}

/** Waits until it is so; false when it has not become so in time. */
export async function soon(what: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(20)) if (await what()) return true;
  return what();
}
