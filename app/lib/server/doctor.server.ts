import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { backupSettings } from "~/lib/backup/backup";
import { type Config, readConfig, warnings } from "~/lib/config/config.server";
import { keptSecret, runningEmbedded, startEmbedded } from "~/lib/db/embedded.server";
import { dataFolder } from "~/lib/db/open.server";
import { type Finding, finding, isBad, report } from "./doctor";
import { examineDatabase } from "./doctor.database.server";
import {
  examineCertificate,
  examineDisk,
  examineFiles,
  examineMail,
  examinePort,
} from "./doctor.outside.server";
import { environmentProblems } from "./environment.server";
import { startSentence } from "./start.sentence.server";

type Env = NodeJS.ProcessEnv;

export const DOCTOR_USAGE = `npm run operator -- doctor [--inside]
    設定、データベース（版・文字コード・権利・会社の間の壁・更新・時計）、図面の置き場所、メール、鍵、空き容量、
    呼び先の証明書を確かめます。何も変えません。サーバーが動いている間にも、初めて起動する前にも使えます。
    --inside は、メールと証明書（外へつなぐもの）を確かめません
    終了コード: 0 直すところなし、1 直すところがある、2 使い方の誤り`;

/** Each line of what a setting's check says. */
function judgeSettings(env: Env): { findings: Finding[]; config: Config | null } {
  const say = finding("設定");
  const problems = environmentProblems(env).map((text) => say("bad", text));
  if (env.DATABASE_URL && !env.APP_SECRET)
    problems.push(
      say("bad", "DATABASE_URL を使うときは APP_SECRET も要ります。openssl rand -base64 32 で作れます。"),
    );
  try {
    const config = readConfig(env);
    const notes = warnings(config).map((text) => say("warn", text));
    if (config.sample_world)
      notes.push(say("warn", "SAMPLE_WORLD が 1 です。パスワードはだれでも知っています。"));
    if (config.insecure) notes.push(say("warn", "INSECURE_HTTP が 1 です。暗号化されません。"));
    const findings = [...problems, ...notes];
    return { findings: findings.length > 0 ? findings : [say("ok", config.origins.join("、"))], config };
  } catch (error) {
    return { findings: [...problems, say("bad", startSentence(error) ?? String(error))], config: null };
  }
}

const isScheduled = (env: Env) => backupSettings(env).at !== null;

/** The embedded database as it is: asked where it runs, else started for the while; never made. */
async function examineEmbedded(env: Env, origin: string): Promise<Finding[]> {
  const folder = dataFolder(env);
  const note = finding("データベース")(
    "warn",
    "同梱の PostgreSQL です。本番には、保守されている自前の PostgreSQL（DATABASE_URL）をすすめます。",
  );
  const made = ["data", "location"].some((name) => existsSync(path.join(folder, name)));
  if (!made) return [note, finding("表")("skip", "まだありません。起動すると作ります。")];
  const running = await runningEmbedded(folder);
  const { owner_url, app_url, home, stop } = running
    ? { ...running, stop: async () => {} }
    : await startEmbedded(folder);
  try {
    const file = path.join(home, "app.secret");
    const secret = env.APP_SECRET || (existsSync(file) ? await keptSecret(file) : "");
    const scheduled = isScheduled(env);
    return [note, ...(await examineDatabase({ app_url, owner_url, secret, origin, scheduled }))];
  } finally {
    await stop();
  }
}

function hostOf(text: string | null | undefined): [host: string, port: number][] {
  if (!text || !URL.canParse(text)) return [];
  const { protocol, hostname, port } = new URL(text);
  if (protocol === "https:") return [[hostname, Number(port || 443)]];
  if (protocol === "smtps:") return [[hostname, Number(port || 465)]];
  return [];
}

/** What it calls must answer; its own address may be closed to itself, and push servers to this machine. */
function examineHosts(env: Env, config: Config): Promise<Finding>[] {
  const called = [
    env.S3_ENDPOINT,
    env.COGNITO_ENDPOINT,
    config.chat_graphql_url,
    config.backend_url,
    env.SMTP_URL,
  ].flatMap(hostOf);
  const push = config.push_hosts.filter((host) => /^[\w-]+(\.[\w-]+)+$/.test(host));
  return [
    ...called.map(([host, port]) => examineCertificate(host, port, "bad")),
    ...config.origins.flatMap(hostOf).map(([host, port]) => examineCertificate(host, port, "warn")),
    ...push.map((host) => examineCertificate(host, 443, "warn")),
  ];
}

export async function examine(env: Env, inside: boolean): Promise<Finding[]> {
  const { findings, config } = judgeSettings(env);
  if (!config) return findings;
  const origin = config.origins[0]!;
  const place = { app_url: env.DATABASE_URL ?? "", owner_url: env.DATABASE_OWNER_URL || null };
  const database = env.DATABASE_URL
    ? examineDatabase({ ...place, secret: env.APP_SECRET ?? "", origin, scheduled: isScheduled(env) })
    : examineEmbedded(env, origin).catch((error) => [
        finding("データベース")("bad", startSentence(error) ?? String(error)),
      ]);
  const parts = await Promise.all([
    examinePort(config.port),
    database,
    ...(env.DATABASE_URL ? [] : [examineDisk("データベースの置き場所", dataFolder(env))]),
    ...(env.S3_BUCKET ? [] : [examineDisk("図面・写真の空き", env.FILES_DIR || `${dataFolder(env)}-files`)]),
    examineFiles(env),
    ...(inside ? [] : [examineMail(env), ...examineHosts(env, config)]),
  ]);
  return [...findings, ...parts.flat()];
}

/** `doctor`: all there is to say, and the exit code. */
export async function doctor(env: Env, words: string[]): Promise<{ code: number; text: string }> {
  const options = { inside: { type: "boolean" as const }, help: { type: "boolean" as const, short: "h" } };
  try {
    const { values } = parseArgs({ args: words, options });
    if (values.help) return { code: 0, text: DOCTOR_USAGE };
    const findings = await examine(env, values.inside === true);
    return { code: isBad(findings) ? 1 : 0, text: report(findings) };
  } catch (error) {
    const is_usage = String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS");
    if (!is_usage) throw error;
    const said = (error as Error).message.split("\n")[0];
    return { code: 2, text: `指定が正しくありません。(${said})\n\n${DOCTOR_USAGE}` };
  }
}
