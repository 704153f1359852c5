import { sql } from "drizzle-orm";
import { type Database, operator } from "~/lib/db/connection.server";

const MAX_PRINTED = 50;

/** Of all days; `anew` makes them again first. */
export async function proveTallies(db: Database, anew: boolean): Promise<{ broken: number; text: string }> {
  return operator(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const { rows } = await tx.execute<{ rule: string; detail: string }>(
      sql`select rule, detail from operate_bi(${anew})`,
    );
    const made = anew ? ["集計を作り直しました。"] : [];
    const found = rows.slice(0, MAX_PRINTED).map(({ rule, detail }) => `  ${rule}: ${detail}`);
    const verdict =
      rows.length === 0
        ? ["集計は実績・履歴と合っています。"]
        : [`${rows.length}件 合わないところがあります。`, ...found];
    return { broken: rows.length, text: [...made, ...verdict].join("\n") };
  });
}
