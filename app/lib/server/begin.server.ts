import cluster from "node:cluster";
import { sql } from "drizzle-orm";
import { senderOf } from "~/lib/chat/push.server";
import { readConfig, warnings } from "~/lib/config/config.server";
import { type Database, operator } from "~/lib/db/connection.server";
import { errorCode } from "~/lib/db/failure.server";
import { type Opened, openDatabase } from "~/lib/db/open.server";
import { type App } from "~/lib/web/app";
import { makeApp } from "./app.server";
import { environmentProblems } from "./environment.server";
import { lead } from "./processes.server";

const REACHED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "ECONNRESET",
  "EHOSTUNREACH",
]);
const REFUSED = new Set(["28P01", "28000", "3D000"]);

const causes = (error: unknown): Error[] => (error instanceof Error ? [error, ...causes(error.cause)] : []);

/** What an operator is told of an error: a sentence where we have one; null leaves the stack to be read. */
export function startSentence(error: unknown): string | null {
  const code =
    causes(error)
      .map((one) => (one as NodeJS.ErrnoException).code ?? "")
      .find(Boolean) ??
    errorCode(error) ??
    "";
  const found = causes(error).find((one) => (one as NodeJS.ErrnoException).code === code) as
    | (NodeJS.ErrnoException & { port?: number })
    | undefined;
  if (code === "EADDRINUSE") {
    return `ポート ${found?.port ?? ""} は、ほかのプログラムが使っています。PORT を変えるか、そちらを止めてください。(the port is in use: set PORT)`;
  }
  if (code === "EACCES" && found?.syscall === "listen") {
    return `ポート ${found.port ?? ""} で待ち受ける権限がありません。PORT を1024以上にしてください。(no right to listen on this port: set PORT)`;
  }
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR"].includes(code) && found?.path) {
    return `書き込めません: ${found.path}\nKOBA_DATA（データベース）や FILES_DIR（図面・写真）の置き場所を確かめてください。(${code}: check KOBA_DATA and FILES_DIR)`;
  }
  if (process.env.DATABASE_URL && REACHED.has(code)) {
    return `データベースにつながりません。DATABASE_URL のホストとポート、データベースが動いているかを確かめてください。(${code}: DATABASE_URL does not answer)`;
  }
  if (process.env.DATABASE_URL && REFUSED.has(code)) {
    return `データベースに入れません。DATABASE_URL のユーザー名・パスワード・データベース名を確かめてください。(${code}: check DATABASE_URL)`;
  }
  if (process.env.DATABASE_OWNER_URL && code === "42501") {
    return (
      "DATABASE_OWNER_URL のロールに権限がありません。データベースの所有者で、CREATEROLE を持つロールにしてください。" +
      "(42501: the owner needs CREATEROLE; see README)"
    );
  }
  // What we say ourselves is said in Japanese; libraries say nothing in it.
  const own = causes(error).find(({ message }) => /[ぁ-んァ-ヶ]/.test(message));
  return own ? own.message : null;
}

export function endWith(error: unknown): never {
  console.error(startSentence(error) ?? error);
  process.exit(1);
}

export function checkEnvironment(env: NodeJS.ProcessEnv): void {
  const problems = environmentProblems(env);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

export const LOST_SECRET =
  "APP_SECRET が、このデータベースのものと違います。APP_SECRET（同梱のデータベースでは KOBA_DATA の app.secret）を元に戻してください。" +
  "控えがないときは npm run operator -- new-keys で鍵を作り直せます（全員がログインし直し、プッシュ通知は端末ごとに登録し直します）。" +
  "(APP_SECRET does not open this database: restore it, or run the operator's new-keys)";

async function checkSecret(db: Database, secret: string, origin: string): Promise<void> {
  const { rows } = await operator(db, (tx) => tx.execute<{ sealed: string }>(sql`select sealed from vapid`));
  if (rows.length === 0) return;
  await senderOf(db, secret, origin).catch((error) => {
    throw new Error(LOST_SECRET, { cause: error });
  });
}

export async function begin(env: NodeJS.ProcessEnv): Promise<{ app: App; opened: Opened }> {
  checkEnvironment(env);
  const { processes, origins, sample_world } = readConfig(env);
  env.WEB_PROCESSES = String(processes);
  const opened = await openDatabase(env);
  try {
    await checkSecret(opened.db, opened.secret, origins[0]!);
    const app = makeApp(env, opened.db, opened.secret);
    if (cluster.isPrimary) for (const warning of warnings(app.config)) console.warn(warning);
    if (cluster.isPrimary && !env.SMTP_URL && !sample_world) {
      console.warn(
        "SMTP_URL がないので、メールは送られません。招待の仮パスワードは、招待した管理者の画面に一度だけ表示できます。(SMTP_URL is not set: no mail is sent)",
      );
    }
    await lead(app, opened);
    return { app, opened };
  } catch (error) {
    await opened.stop();
    throw error;
  }
}
