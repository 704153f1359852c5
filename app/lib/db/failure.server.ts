type Source = { code?: string; constraint?: string; syscall?: string; message: string };

function source(error: unknown): Source | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    // Who is called by an AWS client or by fetch and does not answer in time.
    if (at.name === "TimeoutError") return { code: "ETIMEDOUT", message: at.message };
    if ("code" in at && typeof at.code === "string") return at as Source;
    if (at instanceof AggregateError && at.errors.length > 0) return source(at.errors[0]);
    if (at.cause === undefined) return { message: at.message };
  }
  return null;
}

export const errorCode = (error: unknown) => source(error)?.code;

/** Whether a unique constraint refused the row; with a name, whether it was that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = source(error);
  return found?.code === "23505" && (constraint === undefined || found.constraint === constraint);
}

/** Whether somebody else held a row for too long: nothing is written. */
export const isLockedOut = (error: unknown): boolean => errorCode(error) === "55P03";

const sockets = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
// Connection exceptions, insufficient resources (disk, memory, connections), operator intervention (57014, a
// cancelled query, is not).
const states = /^(08...|53...|57P..|58030)$/;
const words =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Connection ended|Cannot use a pool after/;

/** Whether the database is down, full or restarting: answered with 503 and Retry-After. */
export function isUnavailable(error: unknown): boolean {
  const found = source(error);
  if (!found) return false;
  // A database that has stopped takes its socket's file with it: ENOENT, but of a connection.
  return found.code
    ? found.syscall === "connect" || sockets.test(found.code) || states.test(found.code)
    : words.test(found.message);
}

/** What people are told of it: later, or once there is room again (507). */
export type Down = { status: 503 | 507; detail: string };
export const BUSY = "ただいま混み合っています。しばらく待ってから、もう一度お試しください。";
export const DISK_FULL =
  "保存する場所の空きがなくなったため、いまは書き込めません。見ることはできます。管理者に、空きを増やすよう知らせてください。";

/** What people are told where the database is unavailable; null where it is something else. */
export function downOf(error: unknown): Down | null {
  if (!isUnavailable(error)) return null;
  return errorCode(error) === "53100" ? { status: 507, detail: DISK_FULL } : { status: 503, detail: BUSY };
}
