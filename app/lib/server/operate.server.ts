import { parseArgs } from "node:util";
import { Refusal } from "~/lib/api/refusal";
import { safekeep } from "~/lib/backup/command.server";
import { DRILL_USAGE, drill } from "~/lib/backup/drill.server";
import { proveTallies } from "~/lib/bi/rebuild.server";
import { readConfig } from "~/lib/config/config.server";

import { type Beside, openBeside } from "~/lib/db/open.server";
import { newKeys } from "~/lib/web/keys.server";
import { servePool } from "~/lib/web/pool.server";
import { checkEnvironment } from "./begin.server";
import { DOCTOR_USAGE, doctor } from "./doctor.server";
import { company, factor_owner, given, Mistake, pair, staff } from "./operate.input.server";
import { dropFactorOf, makeCompany, makePair, makeStaff } from "./operate.make.server";
import { subscribeAll } from "./subscriptions.server";
import { verify } from "./verify.server";
import { programVersion } from "./version.server";

export const USAGE = `使い方 / usage

npm run operator -- company --id yamada --name 山田精機株式会社 --type seller --email admin@example.com --person "山田 太郎"
    会社と最初の管理者を作ります。管理者のいない会社なら、管理者だけを作ります。--type は seller（受注する工場）か buyer（発注だけ）
npm run operator -- staff --email ops@example.com --person "運営 花子" [--read]
    運営のアカウントを作ります。--read を付けると閲覧だけ
npm run operator -- factor --email ops@example.com
    スマホもリカバリーコードもなくした人の二段階認証を解除します（記録に残り、本人にメールが届きます）
npm run operator -- pair --seller yamada --buyer tanaka
    二社を取引先にします（月末締め翌月末払い）
npm run operator -- verify
    履歴と発行した書類が、書かれたときのままかを確かめます（合わないところがあれば名前を挙げ、終了コード1）
npm run operator -- tallies [--rebuild]
    BIの集計が実績・履歴と合うかを全期間で確かめます（合わないところがあれば終了コード1）。--rebuild を付けると作り直します（サーバーは止めておきます）
${DOCTOR_USAGE}
npm run operator -- version
    版を表示します
npm run operator -- new-keys
    APP_SECRET を失ったときに、鍵を作り直します（サーバーは止めておきます）
npm run backup -- FILE      npm run restore -- FILE
    控えを取る、空のデータベースに戻す（図面・写真は入らない）
npm run backup              npm run restore -- newest
    図面・写真も含めて BACKUP_DIR か BACKUP_S3_BUCKET に控えを取り、戻して確かめる。いちばん新しいものを空のデータベースに戻す
${DRILL_USAGE}
node build/index.js pool --port 3900
    同梱のユーザープールだけを動かします（開発用）

company、staff、factor、pair、verify、tallies、doctor、drill、backup は、サーバーが動いている間にも使えます。`;

const NAMES = ["id", "name", "type", "email", "person", "seller", "buyer", "port"];
const OPTIONS = {
  ...Object.fromEntries(NAMES.map((name) => [name, { type: "string" as const }])),
  read: { type: "boolean" as const },
  rebuild: { type: "boolean" as const },
};

function parsed(words: string[]) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new Mistake(`指定が正しくありません。(${(error as Error).message.split("\n")[0]})\n\n${USAGE}`);
  }
}

const EXISTS =
  "このメールアドレスは、すでにアカウントがあります。別のアドレスにしてください。何も作っていません。";

function mistakeIn(error: unknown): string | null {
  if (error instanceof Mistake) return error.message;
  if (error instanceof Error && error.name === "UsernameExistsException") return EXISTS;
  if (error instanceof Refusal)
    return error.errors?.email?.[0]?.includes("すでに")
      ? EXISTS
      : (Object.values(error.errors ?? {}).flat()[0] ?? error.detail);
  return null;
}

const STOP_FIRST = "サーバーを止めてから、もう一度実行してください。";

async function run(
  { db, secret, is_running }: Beside,
  task: string,
  values: Record<string, unknown>,
): Promise<number> {
  if (task === "verify") {
    const { broken, text } = await verify(db);
    console.log(text);
    return broken > 0 ? 1 : 0;
  }
  if (task === "tallies") {
    if (values.rebuild && is_running) throw new Mistake(STOP_FIRST);
    const { broken, text } = await proveTallies(db, values.rebuild === true);
    console.log(text);
    return broken > 0 ? 1 : 0;
  }
  await perform({ db, secret, is_running }, task, values);
  return 0;
}

async function perform(
  { db, secret, is_running }: Omit<Beside, "stop">,
  task: string,
  values: Record<string, unknown>,
): Promise<void> {
  if (task === "company") return makeCompany(db, given(company, values));
  if (task === "staff") return makeStaff(db, given(staff, values));
  if (task === "factor") return dropFactorOf(db, secret, given(factor_owner, values).email);
  if (task === "pair") return makePair(db, given(pair, values));
  if (task === "pool") return servePool(db, secret, Number(values.port ?? 3900));
  if (is_running) throw new Mistake(STOP_FIRST);
  await newKeys(db);
}

const TASKS = ["company", "staff", "factor", "pair", "pool", "verify", "tallies", "new-keys"];

export async function operate(env: NodeJS.ProcessEnv, words: string[]): Promise<number> {
  const [first, ...more] = words;
  if (["help", "--help", "-h"].includes(first!)) return console.log(USAGE), 0;
  if (first === "version") return console.log(await programVersion()), 0;
  if (first === "doctor") return doctor(env, more);
  if (first === "drill") return drill(env, more);
  checkEnvironment(env);
  readConfig(env);
  subscribeAll();
  if (await safekeep(env, words)) return 0;
  try {
    const {
      positionals: [task, ...rest],
      values,
    } = parsed(words);
    if (!task || !TASKS.includes(task))
      throw new Mistake(`「${task ?? ""}」という仕事はありません。\n\n${USAGE}`);
    if (rest.length > 0)
      throw new Mistake(
        `「${rest.join(" ")}」の使い方が分かりません。空白を含む値は "" で囲んでください。何もしていません。`,
      );
    // Before a database is started for it.
    if (task === "company") given(company, values);
    if (task === "staff") given(staff, values);
    if (task === "factor") given(factor_owner, values);
    if (task === "pair") given(pair, values);
    const beside = await openBeside(env, task === "new-keys");
    try {
      return await run(beside, task, values);
    } finally {
      await beside.stop();
    }
  } catch (error) {
    const mistake = mistakeIn(error);
    if (mistake === null) throw error;
    console.error(mistake);
    return 2;
  }
}
