import { userInfo } from "node:os";
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

export const USAGE = `使い方 / usage

${COMMANDS.map(({ usage }) => usage).join("\n")}
${DOCTOR_USAGE}
npm run operator -- version
    版を表示します
npm run backup -- FILE      npm run restore -- FILE
    控えを取る、空のデータベースに戻す（図面・写真は入らない）
npm run backup              npm run restore -- newest
    図面・写真も含めて BACKUP_DIR か BACKUP_S3_BUCKET に控えを取り、戻して確かめる。いちばん新しいものを空のデータベースに戻す
${DRILL_USAGE}
node build/index.js pool --port 3900
    同梱のユーザープールだけを動かします（開発用）

一つの命令の使い方は、その後ろに --help を付けると出ます。サーバーが動いていれば、その中で行われます（受け口は KOBA_DATA の
operator.sock、または OPERATOR_SOCKET）。したことは、画面の「セキュリティの記録」に残ります。
終了コード: 0 できた、1 断られた・見つかった、2 使い方の誤り`;

/** What the server itself looks at, under its own settings; help and mistakes are told here. */
const DOCTOR_HERE = /^(--inside)?$/;
const HELP = ["help", "--help", "-h"];

/** Whoever has become root by sudo is told by the name they came with. */
function operatorName(env: NodeJS.ProcessEnv): string {
  try {
    return env.SUDO_USER || userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}

async function performBeside(env: NodeJS.ProcessEnv, { run, alone }: Prepared, task: string) {
  const beside = await openBeside(env, task === "new-keys");
  try {
    if (alone && beside.is_running) throw new Mistake(STOP_FIRST);
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
  if (!found) throw new WrongUsage(`「${words[0] ?? ""}」という命令はありません。\n\n${USAGE}`);
  if (found.rest.some((word) => HELP.includes(word))) return { code: 0, text: found.command.usage };
  const prepared = prepareCommand(found);
  const asked = await askServer(env, { words, by: operatorName(env) });
  return asked ?? performBeside(env, prepared, found.command.words);
}

export async function operate(env: NodeJS.ProcessEnv, words: string[]): Promise<number> {
  const [first = "", ...more] = words;
  if (HELP.includes(first)) return console.log(USAGE), 0;
  if (first === "version") return console.log(await programVersion()), 0;
  if (first === "drill") return drill(env, more);
  if (first === "doctor") {
    const asked = DOCTOR_HERE.test(more.join())
      ? await askServer(env, { words, by: operatorName(env) })
      : null;
    const { code, text } = asked ?? (await doctor(env, more));
    return console[code === 2 ? "error" : "log"](text), code;
  }
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
