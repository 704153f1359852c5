import { addDays, tokyoDate } from "~/lib/time/date";
import type { MailDigest } from "~/lib/vocabulary/notice";

/** Every 4 hours, or once after 7:00 in 東京. Instants are UTC. */
export function isDigestDue(kind: MailDigest, last: string, now: string): boolean {
  if (kind === "hours") return Date.parse(now) - Date.parse(last) >= 4 * 3_600_000;
  const day = tokyoDate(now);
  const seven = (of: string) => Date.parse(`${of}T07:00:00+09:00`);
  const latest = seven(day) <= Date.parse(now) ? seven(day) : seven(addDays(day, -1));
  return Date.parse(last) < latest;
}
