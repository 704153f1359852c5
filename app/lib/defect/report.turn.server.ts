import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { giveNotices } from "~/lib/notice/notice.server";
import { TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import type { Stored } from "./report.read.server";
import { REPORTS } from "./report.schema";

export const tell = (db: Tx, who: Who, company_id: string, key: number, what: string) =>
  giveNotices(db, [
    {
      company_id,
      kind: "defect",
      text: `${who.company_name}：${what}`,
      path: `${REPORTS}/${key}`,
      at: who.now,
      title: "不良報告書",
    },
  ]);

/** One thing at a time happens to a report, whichever version. */
export const lockReport = (db: Tx, first_key: number) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('defect_report'), hashint8(${first_key}))`);

export function cannotFollow({ answer, next }: Stored): string | null {
  if (next) return "この不良報告書には、新しい版があります。新しい版を開いてください。";
  if (!answer) return null;
  return answer.treatment
    ? `この不良報告書には、もう「${TREATMENT_LABEL[answer.treatment]}」と回答されています。`
    : "この不良報告書は取り下げられています。";
}
