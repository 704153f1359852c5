import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Entry } from "~/lib/log/entry";
import { giveNotices } from "~/lib/notice/notice.server";
import { noticesOf } from "./notice.entries";

export async function noticeEntries(
  db: Tx,
  { company_id, company_name, now }: Who,
  entries: Entry[],
): Promise<void> {
  await giveNotices(db, noticesOf(entries, { company_id, company_name, now }));
}
