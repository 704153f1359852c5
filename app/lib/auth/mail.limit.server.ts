import { sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { tokyoDate } from "~/lib/time/date";

export const MAILS_A_DAY = 300;
const KEPT_MS = 2 * 86_400_000;
const ENOUGH =
  `招待とパスワード再設定のメールは、会社ごとに1日${MAILS_A_DAY}通までのため、送信しませんでした。` +
  "件数を減らすか、明日もう一度操作してください。";

/** Counts one such mail of today, in the transaction that sends it: what is rolled back is not counted. */
export async function countMail(db: Tx, { company_id, now }: Pick<Who, "company_id" | "now">): Promise<void> {
  const until = Date.parse(now) + KEPT_MS;
  const { rows } = await db.execute<{ points: number }>(sql`insert into pool.limits as l (key, points, expire)
    values (${`mail:${company_id}:${tokyoDate(now)}`}, 1, ${until})
    on conflict (key) do update set points = l.points + 1 returning points`);
  if (rows[0]!.points > MAILS_A_DAY) throw new Refusal(429, ENOUGH);
}
