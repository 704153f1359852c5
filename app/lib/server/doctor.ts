/** `skip`: nothing to be said of it here. `bad` makes the command fail. */
type Level = "ok" | "warn" | "bad" | "skip";
export type Finding = { about: string; level: Level; text: string };

const MARKS: Record<Level, string> = { ok: "○", warn: "△", bad: "×", skip: "－" };

const OLDEST = 15;
const NEWEST = 18;
const SECONDS_WARN = 2;
const SECONDS_BAD = 60;
const DAYS_WARN = 14;
const MB = 1024 * 1024;
/** Below it people's writes are refused (db/space). */
const SPACE_BAD = 96 * MB;
const SPACE_WARN = 1024 * MB;
/** Of one server process: pages, the chat's readers, the listener. */
const CONNECTIONS = 24;

export const finding =
  (about: string) =>
  (level: Level, text: string): Finding => ({ about, level, text });

export function judgeVersion(major: number, full: string): Finding {
  const say = finding("データベースの版");
  if (major < OLDEST)
    return say("bad", `PostgreSQL ${full} は古すぎます。${OLDEST} から ${NEWEST} のものにしてください。`);
  if (major > NEWEST)
    return say(
      "warn",
      `PostgreSQL ${full} は、まだ確かめていない版です（確かめたのは ${OLDEST} から ${NEWEST}）。`,
    );
  return say("ok", `PostgreSQL ${full}`);
}

export function judgeEncoding(encoding: string): Finding {
  const say = finding("文字コード");
  return encoding === "UTF8"
    ? say("ok", "UTF8")
    : say(
        "bad",
        `データベースの文字コードが ${encoding} です。create database … encoding 'UTF8' template template0 で作り直してください。`,
      );
}

/** `ahead`: by how many milliseconds this machine's clock is before the database's. */
export function judgeClock(ahead: number): Finding {
  const say = finding("時計");
  const seconds = Math.abs(ahead) / 1000;
  const by = `${seconds.toFixed(1)} 秒${ahead > 0 ? "進んで" : "遅れて"}います`;
  if (seconds >= SECONDS_BAD)
    return say("bad", `データベースの時計より ${by}。両方の機械の時刻合わせ（NTP）を確かめてください。`);
  if (seconds >= SECONDS_WARN)
    return say("warn", `データベースの時計より ${by}。時刻合わせ（NTP）を確かめてください。`);
  return say("ok", `データベースの時計との差は ${seconds.toFixed(1)} 秒`);
}

export function judgeSpace(about: string, folder: string, free: number): Finding {
  const say = finding(about);
  const room = `${folder} の空きは ${Math.floor(free / MB).toLocaleString("ja-JP")} MB`;
  if (free < SPACE_BAD) return say("bad", `${room}。96 MB を切ると、書き込みを受け付けません。`);
  if (free < SPACE_WARN) return say("warn", `${room}。1 GB を切っています。`);
  return say("ok", room);
}

export function judgeCertificate(host: string, until: Date, now: Date): Finding {
  const say = finding("証明書");
  const days = Math.floor((until.getTime() - now.getTime()) / 86_400_000);
  if (days < 0) return say("bad", `${host} の証明書は、期限が切れています（${-days}日前）。`);
  if (days < DAYS_WARN) return say("warn", `${host} の証明書は、あと${days}日で切れます。`);
  return say("ok", `${host}（あと${days}日）`);
}

export function judgeConnections(max: number, reserved: number): Finding {
  const say = finding("接続の数");
  const servers = Math.floor((max - reserved) / CONNECTIONS);
  const text = `max_connections は ${max}。一つのサーバーが ${CONNECTIONS} まで使うので、${servers} つまで動かせます`;
  return servers > 0 ? say("ok", text) : say("warn", `${text}。増やしてください。`);
}

/** All of them, and a line that sums up. */
export function report(findings: Finding[]): string {
  const lines = findings.map(({ about, level, text }) => `${MARKS[level]} ${about}: ${text}`);
  const count = (level: Level) => findings.filter((one) => one.level === level).length;
  const sum =
    count("bad") + count("warn") === 0
      ? "どこにも問題はありません。"
      : `直すところが ${count("bad")}、気をつけるところが ${count("warn")} あります。`;
  return [...lines, "", sum].join("\n");
}

export const isBad = (findings: Finding[]): boolean => findings.some(({ level }) => level === "bad");
