import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { hasOpenssl, makeCertificate } from "./certificate.testing.server";
import { type Ask, answered } from "./front.testing.server";

const NGINX = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"].find(existsSync);

/** Whether this machine has what a real front needs. */
export const hasNginx = NGINX !== undefined && hasOpenssl;

/** What the example has for one server, made to stand before these two at a port of its own. */
function configured(port: number, servers: number[], folder: string): string {
  const example = readFileSync("ops/nginx/koba.conf", "utf8")
    .replace(
      /^ {2}server 127\.0\.0\.1:3000 max_fails=0;$/m,
      servers.map((one) => `  server 127.0.0.1:${one} max_fails=0;`).join("\n"),
    )
    .replace(/^server \{\n {2}listen 80;[\s\S]*?^\}\n/m, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`)
    .replace(/^ {2}listen \[::\].*\n/m, "")
    .replaceAll("koba.example.com", "localhost")
    .replaceAll("/etc/ssl/koba/", `${folder}/`);
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join("\n");
  return `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n  access_log off;\n${kept}\n${example}}\n`;
}

/** A real nginx by `ops/nginx/koba.conf` before servers of this machine, with a certificate of its own. */
export async function startNginx(port: number, servers: number[]) {
  const folder = mkdtempSync(path.join(tmpdir(), "koba-nginx-"));
  // Its workers are another user where this runs as root.
  chmodSync(folder, 0o755);
  mkdirSync(path.join(folder, "logs"));
  makeCertificate(folder);
  writeFileSync(`${folder}/nginx.conf`, configured(port, servers, folder));
  const child: ChildProcess = spawn(NGINX!, ["-p", folder, "-c", `${folder}/nginx.conf`], {
    stdio: "ignore",
  });
  const said = () => (existsSync(`${folder}/error.log`) ? readFileSync(`${folder}/error.log`, "utf8") : "");

  /** One request through it, from any address of this machine; connections are kept as browsers keep them. */
  const through = (agent: https.Agent, to: string, { method = "GET", headers = {}, body }: Ask = {}) =>
    answered(
      (told) =>
        https.request(
          { host: "127.0.0.1", port, servername: "localhost", path: to, method, headers, agent },
          told,
        ),
      body,
    );
  const browser = (localAddress = "127.0.0.1") =>
    new https.Agent({ keepAlive: true, rejectUnauthorized: false, localAddress });

  const probe = browser();
  for (let tries = 0; ; tries++) {
    if (
      await through(probe, "/health").then(
        ({ status }) => status === 200,
        () => false,
      )
    )
      break;
    if (tries > 200 || child.exitCode !== null) throw new Error(`nginx did not start: ${said()}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
  probe.destroy();
  async function stop(): Promise<void> {
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
  return { port, through, browser, said, stop };
}
