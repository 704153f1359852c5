import cluster from "node:cluster";
import { sql } from "drizzle-orm";
import { senderOf } from "~/lib/chat/push.server";
import { readConfig, warnings } from "~/lib/config/config.server";
import { type Database, operator } from "~/lib/db/connection.server";
import { type Opened, openDatabase } from "~/lib/db/open.server";
import { say, sayError } from "~/lib/telemetry/logger.server";
import { type App } from "~/lib/web/app";
import { makeApp } from "./app.server";
import { environmentProblems } from "./environment.server";
import { lead } from "./processes.server";
import { LOST_SECRET, startSentence } from "./start.sentence.server";

export function endWith(error: unknown): never {
  console.error(startSentence(error) ?? error);
  process.exit(1);
}

/** The same of a server, whose words are lines of a log. */
export function endServing(error: unknown): never {
  const message = startSentence(error);
  if (message === null) sayError("crash", error);
  else say("error", "start_failed", { message });
  process.exit(1);
}

export function checkEnvironment(env: NodeJS.ProcessEnv): void {
  const problems = environmentProblems(env);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

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
    if (cluster.isPrimary) for (const message of warnings(app.config)) say("warn", "setting", { message });
    if (cluster.isPrimary && !env.SMTP_URL && !sample_world) {
      say("warn", "setting", {
        message:
          "SMTP_URL がないので、メールは送られません。招待の仮パスワードは、招待した管理者の画面に一度だけ表示できます。(SMTP_URL is not set: no mail is sent)",
      });
    }
    await lead(app, opened);
    return { app, opened };
  } catch (error) {
    await opened.stop();
    throw error;
  }
}
