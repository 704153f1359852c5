import { access, constants, statfs } from "node:fs/promises";
import { connect as connectSocket } from "node:net";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { createTransport } from "nodemailer";
import { openStorage } from "~/lib/file/storage.open.server";
import { smtpOptions } from "~/lib/pool/mail.server";
import { type Finding, finding, judgeCertificate, judgeSpace } from "./doctor";

const PATIENCE_MS = 5_000;
const said = (error: unknown) => (error instanceof Error ? error.message.split("\n")[0]! : String(error));

/** The nearest folder above that is there already. */
async function nearest(folder: string): Promise<string> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const there = await access(at).then(
      () => true,
      () => false,
    );
    if (there || at === path.dirname(at)) return at;
  }
}

export async function examineDisk(about: string, folder: string): Promise<Finding[]> {
  const at = await nearest(folder);
  const writable = await access(at, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    return [finding(about)("bad", `${at} に書き込めません。フォルダーの持ち主と権限を確かめてください。`)];
  const { bavail, bsize } = await statfs(at);
  return [judgeSpace(about, at, bavail * bsize)];
}

/** One small file written, read and taken away again, as drawings are. */
export async function examineFiles(env: NodeJS.ProcessEnv): Promise<Finding> {
  const say = finding("図面・写真の置き場所");
  const place = env.S3_BUCKET ? `S3 ${env.S3_BUCKET}` : "フォルダー";
  const name = `doctor-${crypto.randomUUID().replaceAll("-", "")}`;
  const storage = openStorage(env);
  try {
    await storage.put(name, new TextEncoder().encode(name), "text/plain");
    const back = await storage.get(name);
    await storage.remove(name);
    return back && new TextDecoder().decode(back) === name
      ? say("ok", `${place}に書いて、読んで、消せます`)
      : say("bad", `${place}に書いたものが読み出せません。`);
  } catch (error) {
    return say("bad", `${place}に書き込めません。(${said(error)})`);
  }
}

/** As far as the greeting, TLS and the password: nothing is sent. */
export async function examineMail(env: NodeJS.ProcessEnv): Promise<Finding> {
  const say = finding("メール");
  if (!env.SMTP_URL)
    return say(
      "warn",
      "SMTP_URL がないので、送られません。招待の仮パスワードは、管理者の画面に一度だけ出せます。",
    );
  const { hostname, port } = new URL(env.SMTP_URL);
  const at = port ? `${hostname}:${port}` : hostname;
  const transport = createTransport(smtpOptions(env.SMTP_URL, PATIENCE_MS));
  try {
    await transport.verify();
    return say("ok", `${at} につながります（送信はしていません）`);
  } catch (error) {
    return say("bad", `${at} が受け付けません。SMTP_URL を確かめてください。(${said(error)})`);
  } finally {
    transport.close();
  }
}

/** Of a TLS server: until when its certificate holds, and whether it is to be trusted. */
export function examineCertificate(
  host: string,
  port: number,
  if_unreachable: "warn" | "bad",
): Promise<Finding> {
  const say = finding("証明書");
  return new Promise((done) => {
    const socket = connectTls({
      host,
      port,
      servername: host,
      rejectUnauthorized: false,
      timeout: PATIENCE_MS,
    });
    const end = (found: Finding) => {
      socket.destroy();
      done(found);
    };
    socket.once("secureConnect", () => {
      const { valid_to } = socket.getPeerCertificate();
      const judged = judgeCertificate(host, new Date(valid_to), new Date());
      const distrusted = judged.level !== "bad" && !socket.authorized;
      end(
        distrusted
          ? say("bad", `${host} の証明書は信用できません。(${String(socket.authorizationError)})`)
          : judged,
      );
    });
    socket.once("timeout", () => end(say(if_unreachable, `${host}:${port} が答えません。`)));
    socket.once("error", (error) =>
      end(say(if_unreachable, `${host}:${port} につながりません。(${said(error)})`)),
    );
  });
}

/** Whether the product answers at its own port just now. */
export function examinePort(port: number): Promise<Finding> {
  const say = finding("サーバー");
  return new Promise((done) => {
    const socket = connectSocket({ host: "127.0.0.1", port, timeout: PATIENCE_MS });
    const end = (found: Finding) => {
      socket.destroy();
      done(found);
    };
    socket.once("connect", () => end(say("ok", `ポート ${port} で待ち受けています`)));
    socket.once("timeout", () => end(say("skip", `ポート ${port} は答えません`)));
    socket.once("error", () => end(say("skip", `止まっています（ポート ${port}）`)));
  });
}
