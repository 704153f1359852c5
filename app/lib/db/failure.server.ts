/** drizzle wraps the driver's error; the first that carries a code is the database's or the socket's own. */
function source(error: unknown): { code?: string; constraint?: string; message: string } | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at as { code: string; message: string };
    if (at instanceof AggregateError && at.errors.length > 0) return source(at.errors[0]);
    if (at.cause === undefined) return { message: at.message };
  }
  return null;
}

/** The SQLSTATE or socket error code, if the error comes from there. */
export const errorCode = (error: unknown) => source(error)?.code;

/** Whether a unique constraint refused the row; with a name, whether it was that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = source(error);
  return found?.code === "23505" && (constraint === undefined || found.constraint === constraint);
}

const sockets = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
// Connection exceptions, insufficient resources (disk, memory, connections), operator intervention (57014, a cancelled query, is not).
const states = /^(08...|53...|57P..|58030)$/;
const words = /Connection terminated|timeout exceeded when trying to connect|not queryable|Connection ended|Cannot use a pool after/;

/** Whether the database is down, full or restarting: answered with 503 and Retry-After. */
export function isUnavailable(error: unknown): boolean {
  const found = source(error);
  if (!found) return false;
  return found.code ? sockets.test(found.code) || states.test(found.code) : words.test(found.message);
}

/** What to write to the server's log: the database's own words, not drizzle's, which quote the values that were sent. */
export function loggable(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error && error.message.startsWith("Failed query") ? error.cause : error;
}
