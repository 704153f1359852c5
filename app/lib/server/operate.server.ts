import { userInfo } from "node:os";
import { backupSettings } from "~/lib/backup/backup";
import { safekeep } from "~/lib/backup/command.server";
import { DRILL_USAGE, drill } from "~/lib/backup/drill.server";
import { readConfig } from "~/lib/config/config.server";
import { sealWith } from "~/lib/config/secret.server";
import { openBeside } from "~/lib/db/open.server";
import { servePool } from "~/lib/web/pool.server";
import { checkEnvironment } from "./begin.server";
import { DOCTOR_USAGE, doctor } from "./doctor.server";
import { Mistake, WrongUsage } from "./operate.command.server";
import {
  COMMANDS,
  commandOf,
  mistakeIn,
  type Prepared,
  prepareCommand,
  STOP_FIRST,
} from "./operate.list.server";
import { askServer } from "./operate.socket.server";
import { subscribeAll } from "./subscriptions.server";
import { programVersion } from "./version.server";

const VERSION_USAGE = `npm run operator -- version
    版を表示します`;
const BACKUP_USAGE = `npm run backup -- FILE      npm run restore -- FILE
    控えを取る、空のデータベースに戻す（図面・写真は入らない）
npm run backup              npm run restore -- newest
    図面・写真も含めて BACKUP_DIR か BACKUP_S3_BUCKET に控えを取り、戻して確かめる。いちばん新しいものを空のデータベースに戻す`;
const POOL_USAGE = `node build/index.js pool --port 3900
    同梱のユーザープールだけを動かします（開発用）`;

export const USAGE = `使い方 / usage

${COMMANDS.map(({ usage }) => usage).join("\n")}
${DOCTOR_USAGE}
${VERSION_USAGE}
${BACKUP_USAGE}
${DRILL_USAGE}
${POOL_USAGE}

一つの命令の使い方は、その後ろに --help を付けると出ます。サーバーが動いていれば、その中で行われます（受け口は KOBA_DATA の
operator.sock、または OPERATOR_SOCKET）。したことは、画面の「セキュリティの記録」に残ります。
終了コード: 0 できた、1 断られた・見つかった、2 使い方の誤り`;

/** What the server itself looks at, under its own settings; help and mistakes are told here. */
const DOCTOR_HERE = /^(--inside)?$/;
const HELP = ["help", "--help", "-h"];

/** Those that are in no list: they do more than one thing to a database, or none. */
const OTHERS: Record<string, string> = {
  backup: BACKUP_USAGE,
  restore: BACKUP_USAGE,
  doctor: DOCTOR_USAGE,
  drill: DRILL_USAGE,
  pool: POOL_USAGE,
  version: VERSION_USAGE,
};

/** Of one command, or of all whose first word it is; null where there is none. */
function usageOf(words: string[]): string | null {
  const [first = ""] = words;
  const found = commandOf(words)?.command.usage ?? OTHERS[first];
  const group = COMMANDS.filter((one) => one.words.startsWith(`${first} `)).map(({ usage }) => usage);
  return found ?? (group.join("\n") || null);
}

/** What is no file is not taken for the name of one. */
function fileMistake(env: NodeJS.ProcessEnv, [task, file, ...more]: string[]): string | null {
  const { folder, bucket } = backupSettings(env);
  if (task === "backup" && file === "--run") return null;
  const odd = file?.startsWith("-") ? file : more[0];
  if (odd) return `「${odd}」の使い方が分かりません。何もしていません。`;
  if (file || (task === "backup" && (folder || bucket))) return null;
  return task === "backup"
    ? "控えの置き場所がありません。ファイル名を付けるか、BACKUP_DIR（フォルダー）か BACKUP_S3_BUCKET を設定してください。"
    : "戻す控えのファイル名か newest を付けてください。";
}

/** Whoever has become root by sudo is told by the name they came with. */
function operatorName(env: NodeJS.ProcessEnv): string {
  try {
    return env.SUDO_USER || userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}

const newDatabase = (folder: string) =>
  `データベースがなかったので、${folder} に新しく作りました。もうあるサーバーのものを使うには、KOBA_DATA か DATABASE_URL をサーバーと同じにしてください。`;

async function performBeside(env: NodeJS.ProcessEnv, { run, alone }: Prepared, task: string) {
  const beside = await openBeside(env, task === "new-keys");
  try {
    if (alone && beside.is_running) throw new Mistake(STOP_FIRST);
    if (beside.made) console.error(newDatabase(beside.made));
    sealWith(beside.secret);
    return await run({ db: beside.db, secret: beside.secret, env, by: operatorName(env) });
  } finally {
    await beside.stop();
  }
}

async function servePoolAlone(env: NodeJS.ProcessEnv, more: string[]): Promise<number> {
  const at = more.indexOf("--port");
  const { db, secret, stop } = await openBeside(env, false);
  await servePool(db, secret, at < 0 ? 3900 : Number(more[at + 1])).finally(stop);
  return 0;
}

async function command(env: NodeJS.ProcessEnv, words: string[]): Promise<{ code: number; text: string }> {
  const found = commandOf(words);
  if (!found) {
    const group = usageOf(words);
    throw new WrongUsage(
      group
        ? `${words[0]} のあとに続ける言葉を、次から選んでください。\n\n${group}`
        : `「${words[0] ?? ""}」という命令はありません。npm run operator -- help が、すべての命令を挙げます。`,
    );
  }
  const prepared = prepareCommand(found);
  const asked = await askServer(env, { words, by: operatorName(env) });
  return asked ?? performBeside(env, prepared, found.command.words);
}

export async function operate(env: NodeJS.ProcessEnv, words: string[]): Promise<number> {
  const [first = "", ...more] = words;
  if (HELP.includes(first)) return console.log(USAGE), 0;
  const usage = more.some((word) => HELP.includes(word)) && usageOf(words);
  if (usage) return console.log(usage), 0;
  if (first === "version") return console.log(await programVersion()), 0;
  if (first === "drill") return drill(env, more);
  if (first === "doctor") {
    const asked = DOCTOR_HERE.test(more.join())
      ? await askServer(env, { words, by: operatorName(env) })
      : null;
    const { code, text } = asked ?? (await doctor(env, more));
    return console[code === 2 ? "error" : "log"](text), code;
  }
  const odd = ["backup", "restore"].includes(first) && fileMistake(env, words);
  if (odd) return console.error(`${odd}\n\n${BACKUP_USAGE}`), 2;
  checkEnvironment(env);
  readConfig(env);
  subscribeAll();
  try {
    if (await safekeep(env, words)) return 0;
    if (first === "pool") return await servePoolAlone(env, more);
    const { code, text } = await command(env, words);
    console[code === 2 ? "error" : "log"](text);
    return code;
  } catch (error) {
    const mistake = mistakeIn(error);
    if (mistake === null) throw error;
    console.error(mistake.text);
    return mistake.code;
  }
}
