import { tokyoDate } from "~/lib/time/date";
import { formatDateTime, tokyoLocal } from "~/lib/time/datetime";

type Env = Record<string, string | undefined>;

/** `at`: minutes after Tokyo's midnight; null where the server makes none by itself. */
type BackupSettings = {
  at: number | null;
  keep: number;
  folder: string | null;
  bucket: string | null;
};

const KEEP = 14;
const KEEP_MOST = 1_000;
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;

function minutesOf(text: string | undefined): number | null {
  const [, hour, minute] = TIME.exec(text ?? "") ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

export const backupSettings = (env: Env): BackupSettings => ({
  at: minutesOf(env.BACKUP_AT),
  keep: Number(env.BACKUP_KEEP || KEEP),
  folder: env.BACKUP_DIR || null,
  bucket: env.BACKUP_S3_BUCKET || null,
});

const S3_NAMES = ["ENDPOINT", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"].map((name) => `S3_${name}`);

/** The settings of the bucket for backups: S3_… unless BACKUP_S3_… says otherwise. */
export const bucketEnvironment = (env: Env): Env => ({
  ...Object.fromEntries(S3_NAMES.map((name) => [name, env[`BACKUP_${name}`] || env[name]])),
  S3_PREFIX: env.BACKUP_S3_PREFIX ?? "backup",
});

/** What is wrong with BACKUP_…, a sentence each. */
export function backupProblems(env: Env): string[] {
  const { at, keep, folder, bucket } = backupSettings(env);
  const problems: string[] = [];
  if (env.BACKUP_AT && at === null)
    problems.push(
      `BACKUP_AT には 02:00 のように、東京の時刻を書いてください。(BACKUP_AT: ${env.BACKUP_AT} is no time)`,
    );
  if (!Number.isInteger(keep) || keep < 1 || keep > KEEP_MOST)
    problems.push(
      `BACKUP_KEEP には1から${KEEP_MOST}までの数を書いてください。(BACKUP_KEEP: ${env.BACKUP_KEEP})`,
    );
  if (folder && bucket)
    problems.push(
      "BACKUP_DIR と BACKUP_S3_BUCKET は、どちらか一つにしてください。(set BACKUP_DIR or BACKUP_S3_BUCKET, not both)",
    );
  if (at !== null && !folder && !bucket)
    problems.push(
      "BACKUP_AT を使うときは、BACKUP_DIR（フォルダー）か BACKUP_S3_BUCKET も設定してください。(set BACKUP_DIR or BACKUP_S3_BUCKET, too)",
    );
  if (at !== null && env.DATABASE_URL && !env.DATABASE_OWNER_URL)
    problems.push(
      "BACKUP_AT を使うときは、DATABASE_OWNER_URL（所有者の接続先）も設定してください。控えは所有者が取ります。(set DATABASE_OWNER_URL, too)",
    );
  return problems;
}

/** The Tokyo day whose backup is due at `now`, or null before its time. */
export function dueDay(at: number, now: string): string | null {
  const [hour, minute] = tokyoLocal(now).slice(11, 16).split(":").map(Number);
  return hour! * 60 + minute! >= at ? tokyoDate(now) : null;
}

/** Begins the name of what is still being written. */
export const DRAFT = ".koba-";
export const NAME = /^koba-\d{8}-\d{6}\.gz$/;
const TOKYO_MS = 9 * 3_600_000;
export const backupName = (now: string) =>
  `koba-${new Date(Date.parse(now) + TOKYO_MS).toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-")}.gz`;

/** Those to take away, so that the newest `keep` stay. */
export const outdated = (names: string[], keep: number): string[] =>
  names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(keep);

export type BackupRun = {
  day: string | null;
  began_time: string;
  ended_time: string | null;
  name: string | null;
  place: string;
  num_bytes: number | null;
  num_rows: number | null;
  num_files: number | null;
  made_ms: number | null;
  checked_ms: number | null;
  problem: string | null;
};

/** `last`: the one tried last; `good`: the last that is whole. */
export type BackupState = { last: BackupRun | null; good: BackupRun | null };

const HOUR = 3_600_000;
/** A day, and what one may take. */
const LATE_MS = 26 * HOUR;

type BackupVerdict = { level: "ok" | "warn" | "bad"; text: string };

/** `scheduled`: whether the server makes one every day by itself. */
export function judgeBackup({ last, good }: BackupState, scheduled: boolean, now: string): BackupVerdict {
  if (last?.problem && last.began_time > (good?.began_time ?? ""))
    return {
      level: "bad",
      text: `${formatDateTime(last.began_time)} の控えに失敗しました。(${last.problem})`,
    };
  if (!good)
    return {
      level: "warn",
      text: scheduled
        ? "控えを、まだ一つも取っていません。"
        : "控えを取った記録がありません。BACKUP_AT と BACKUP_DIR を設定するか、npm run backup を毎日動かしてください。",
    };
  const checked = good.checked_ms === null ? "戻して確かめていません" : "戻して確かめました";
  const text = `最後の控えは ${formatDateTime(good.began_time)}（${good.name}、${checked}）`;
  const is_late = Date.parse(now) - Date.parse(good.began_time) > LATE_MS;
  return is_late
    ? { level: scheduled ? "bad" : "warn", text: `${text}。1日より前です。` }
    : { level: "ok", text };
}
