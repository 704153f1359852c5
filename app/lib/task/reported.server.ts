import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Card } from "~/lib/tables/card.table.server";
import type { Found } from "./concede.server";
import { rowKey } from "./treat.read.server";

const isReported = async (db: Tx, found: Found, which: SQL) =>
  (
    await db.execute(sql`select 1 from defect_report r left join defect_report_answer a on a.report_key = r.key
    where r.rows @> ${JSON.stringify([{ row_key: rowKey(found) }])}::jsonb and ${which} limit 1`)
  ).rows.length > 0;

/** While the buyer is asked, 処置 is its word. */
export const waitingText = async (db: Tx, own: Card, found: Found): Promise<string | null> =>
  (await isReported(
    db,
    found,
    sql`a.key is null and not exists (select from defect_report n where n.corrects = r.key)`,
  ))
    ? `カード ${own.id} の不良は、不良報告書の回答を待っています。工場で決めるときは、先に報告書を取り下げてください。`
    : null;

export const answeredText = async (db: Tx, own: Card, found: Found): Promise<string | null> =>
  (await isReported(
    db,
    found,
    sql`a.treatment is not null and a.treatment = ${found.defect?.treatment ?? null}`,
  ))
    ? `カード ${own.id} の処置は、不良報告書への依頼元の回答によるものです。取り消せません。`
    : null;
