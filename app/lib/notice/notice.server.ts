import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Notice } from "~/lib/vocabulary/notice";

/** For a company, or one person of it: a sentence, and the page that shows it. */
export type NewNotice = {
  company_id: string;
  kind: Notice;
  text: string;
  path: string;
  at: string;
  username?: string;
  /** What a mail's subject says of it, where the kind alone would not. */
  title?: string;
};

export async function giveNotices(db: Tx, notices: NewNotice[]): Promise<void> {
  if (notices.length > 0) await db.execute(sql`select give_notices(${JSON.stringify(notices)}::jsonb)`);
}
