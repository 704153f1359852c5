import path from "node:path";
import { parseArgs } from "node:util";
import type { Env } from "~/lib/db/open.server";
import { headOf } from "~/lib/db/restore.server";
import { formatDateTime } from "~/lib/time/datetime";
import { type Checked, checkDump } from "./check.server";
import { openPlace } from "./place.open.server";

export const DRILL_USAGE = `npm run operator -- drill [FILE]
    いちばん新しい控え（BACKUP_DIR か BACKUP_S3_BUCKET のもの。FILE を書けばそれ）を、使い捨てのデータベースに戻し、
    行の数、整合性、図面・写真がそろっているかを確かめ、かかった時間を告げます。動いているデータベースには触れません
    終了コード: 0 戻せた、1 戻せない・欠けている、2 使い方の誤り`;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} 秒`;
const MB = 1024 * 1024;

function report(name: string, made: string, found: Checked, fetched_ms: number, has_files: boolean): string {
  const lines = [
    `控え: ${name}（${formatDateTime(made)} のもの、${(found.bytes / MB).toFixed(1)} MB）`,
    `取り出す: ${seconds(fetched_ms)}`,
    `データベースに戻す: ${seconds(found.restored_ms)}（${found.tables}個の表、${found.rows.toLocaleString("ja-JP")}行。書いたときと同じ数）`,
    `整合性と図面・写真を確かめる: ${seconds(found.checked_ms - found.restored_ms)}（図面・写真 ${found.files}件${has_files ? "" : "は、FILE だけなので確かめていません"}）`,
    `最後の記録: ${found.newest ? formatDateTime(found.newest) : "なし"}`,
  ];
  const outcome =
    found.problems.length === 0
      ? `戻せます。全部で ${seconds(fetched_ms + found.checked_ms)} かかりました。`
      : `問題があります。\n${found.problems.join("\n")}`;
  return [...lines, "", outcome].join("\n");
}

async function drillFile(env: Env, file: string, fetched_ms: number, sizes: Map<string, number> | null) {
  const head = await headOf(file);
  const found = await checkDump(env, env.APP_SECRET || head.secret || "", file, sizes);
  console.log(report(path.basename(file), head.made, found, fetched_ms, sizes !== null));
  return found.problems.length === 0 ? 0 : 1;
}

async function drillNewest(env: Env): Promise<number> {
  const place = await openPlace(env);
  try {
    const name = (await place.dumps()).sort().at(-1);
    if (!name) throw new Error(`${place.name} に控えがありません。(no backup there)`);
    const began = Date.now();
    const { file, release } = await place.fetch(name);
    const fetched_ms = Date.now() - began;
    return await drillFile(env, file, fetched_ms, await place.fileSizes()).finally(release);
  } finally {
    await place.close();
  }
}

/** `drill`: whether the newest backup would come back, and how long that takes. */
export async function drill(env: Env, words: string[]): Promise<number> {
  try {
    const options = { help: { type: "boolean" as const, short: "h" } };
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
    if (values.help) return console.log(DRILL_USAGE), 0;
    const [file] = positionals;
    if (!file) return await drillNewest(env);
    return await drillFile(env, file, 0, null);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const is_usage = code?.startsWith("ERR_PARSE_ARGS");
    const first = message.split("\n")[0]!;
    console.error(
      is_usage ? `指定が正しくありません。(${first})\n\n${DRILL_USAGE}` : `戻せません。${message}`,
    );
    return is_usage ? 2 : 1;
  }
}
