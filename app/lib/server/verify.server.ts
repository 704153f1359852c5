import { desc, sql } from "drizzle-orm";
import { type Database, operator } from "~/lib/db/connection.server";
import { log_seal } from "~/lib/tables/activity.table.server";
import { formatDateTime } from "~/lib/time/date";
import { brokenPromises } from "./invariants.server";

const MAX_PRINTED = 50;

/** The log's chain and seals, and every other promise; the first break of each subject by name. */
export async function verify(db: Database): Promise<{ broken: number; text: string }> {
  return operator(
    db,
    async (tx) => {
      const broken = await brokenPromises(tx);
      const {
        rows: [counted],
      } = await tx.execute<{ entries: number; documents: number }>(
        sql`select entries, documents from count_chained()`,
      );
      const [seal] = await tx.select().from(log_seal).orderBy(desc(log_seal.number)).limit(1);
      const looked = `履歴 ${counted!.entries}件、発行した書類 ${counted!.documents}件、封 ${seal!.number + 1}個を確かめました。`;
      const last = `最後の封: ${seal!.number}番 ${formatDateTime(seal!.sealed_time)} ${seal!.digest.toString("hex")}`;
      const found = broken.slice(0, MAX_PRINTED).map(({ rule, detail }) => `  ${rule}: ${detail}`);
      const verdict =
        broken.length === 0
          ? ["変わったところはありません。"]
          : [`${broken.length}件 合わないところがあります。最初は次のとおりです。`, ...found];
      return { broken: broken.length, text: [looked, last, ...verdict].join("\n") };
    },
    "read",
  );
}
