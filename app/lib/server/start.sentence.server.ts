import { errorCode } from "~/lib/db/failure.server";

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

export const LOST_SECRET =
  "APP_SECRET が、このデータベースのものと違います。APP_SECRET（同梱のデータベースでは KOBA_DATA の app.secret）を元に戻してください。" +
  "控えがないときは npm run operator -- new-keys で鍵を作り直せます（全員がログインし直し、プッシュ通知は端末ごとに登録し直します）。" +
  "(APP_SECRET does not open this database: restore it, or run the operator's new-keys)";
