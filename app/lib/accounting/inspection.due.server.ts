import { and, eq, max } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { activity } from "~/lib/tables/activity.table.server";
import type { delivery } from "~/lib/tables/delivery.table.server";
import { inspection } from "~/lib/tables/inspection.table.server";
import { type ISODate, tokyoDate } from "~/lib/time/date";
import { basisOn } from "./basis";
import { basisRows } from "./basis.server";
import { inspectionDue } from "./inspection";

type Note = typeof delivery.$inferSelect;

/**
 * Until when each line waits for 検収: the days count from when the receiver has the goods, has the 納品書,
 * knows of the days, and nothing said of the line was taken back.
 */
export async function inspectionTerms(db: Tx, note: Note) {
  const { key, seller_id, buyer_id, delivery_date, issued_time } = note;
  const terms = basisOn(await basisRows(db, [seller_id], [buyer_id]), delivery_date);
  const { basis, inspection_days } = terms;
  if (terms.key === undefined || inspection_days === null) return { basis, dueOf: () => null };
  const [restored] = await db
    .select({ time: max(activity.at) })
    .from(activity)
    .where(
      and(eq(activity.subject, "delivery"), eq(activity.subject_key, key), eq(activity.kind, "restored")),
    );
  const reversed = await db
    .select({ line_no: inspection.line_no, time: max(inspection.recorded_time) })
    .from(inspection)
    .where(and(eq(inspection.delivery_key, key), eq(inspection.kind, "reversed")))
    .groupBy(inspection.line_no);
  const takenBack = (line_no: number) => reversed.find((row) => row.line_no === line_no)?.time;
  const known = [issued_time, terms.set_time, restored?.time];
  const dueOf = (line_no: number): ISODate => {
    const days = [...known, takenBack(line_no)].flatMap((time) => (time ? tokyoDate(time) : []));
    return inspectionDue([delivery_date, ...days], inspection_days);
  };
  return { basis, dueOf };
}
