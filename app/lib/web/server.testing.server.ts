import { spawn } from "node:child_process";
import type { TestApp } from "~/lib/server/testing.server";
import { freePort } from "./port.testing.server";

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * The built product as a process of its own on a test's database: pages and front door as people meet them.
 */
export async function startSite(t: TestApp, secret: string) {
  const port = await freePort();
  const app_url = new URL(process.env.KOBA_TEST_APP_URL!);
  app_url.pathname = new URL(t.owner_url).pathname;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: app_url.href,
    APP_SECRET: secret,
    SAMPLE_WORLD: "",
    FILES_DIR: t.folder,
    WEB_PROCESSES: "1",
    DRAIN_MS: "0",
  };
  const child = spawn(process.execPath, ["build/index.js"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
  const base = `http://localhost:${port}`;
  for (let tries = 0; ; tries += 1) {
    if (
      await fetch(`${base}/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    if (tries > 600 || child.exitCode !== null) throw new Error(`the built server does not start:\n${said}`);
    await new Promise((done) => setTimeout(done, 100));
  }

  /** A browser without JavaScript: keeps its cookie, follows nothing. */
  function browser(cookie: string) {
    async function ask(path: string, form?: Record<string, string> | [string, string][]) {
      // Unpacked: what packing costs is asked of the server by front.test.ts and the journeys.
      const posted = form && { Origin: base, "Content-Type": "application/x-www-form-urlencoded" };
      const headers: Record<string, string> = { Cookie: cookie, "Accept-Encoding": "identity", ...posted };
      const answer = await fetch(base + path, {
        method: form ? "POST" : "GET",
        headers,
        body: form && new URLSearchParams(form),
        redirect: "manual",
      });
      return {
        status: answer.status,
        to: answer.headers.get("Location"),
        cookies: answer.headers.getSetCookie().map((one) => one.split(";")[0]!),
        text: (await answer.text()).replaceAll("<!-- -->", ""),
      };
    }
    return {
      cookie,
      get: (path: string) => ask(path),
      post: (path: string, form: Record<string, string> | [string, string][] = {}) => ask(path, form),
    };
  }

  /** A browser where this person has signed in with the sample world's password. */
  async function signedIn(username: string, password: string) {
    const answer = await t.app.provider.signIn(username, password);
    if (answer.kind !== "tokens") throw new Error(`${username} has no password yet`);
    const id = await t.app.sessions.begin(username, answer.tokens);
    return browser((await t.app.cookies.session.serialize(id)).split(";")[0]!);
  }

  async function stop() {
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await gone;
  }
  return { base, browser, signedIn, stop, said: () => said };
}
