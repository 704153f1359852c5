import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import {
  order_amendment,
  order_amendment_answer,
  order_amendment_item,
} from "~/lib/tables/amendment.table.server";
import { order_line, order_revision, order_revision_line } from "~/lib/tables/order.table.server";

export type VersionLine = typeof order_revision_line.$inferSelect;

/** Each line's rows, the oldest version first. */
async function rowsOf(db: Tx, keys: number[]): Promise<VersionLine[]> {
  if (keys.length === 0) return [];
  const first = await db
    .select()
    .from(order_line)
    .where(inArray(order_line.order_key, keys))
    .orderBy(asc(order_line.order_key), asc(order_line.line_no));
  const later = await db
    .select()
    .from(order_revision_line)
    .where(inArray(order_revision_line.order_key, keys))
    .orderBy(asc(order_revision_line.revision), asc(order_revision_line.line_no));
  return [...first.map((line) => ({ ...line, is_off: false })), ...later];
}

const asOf = (rows: VersionLine[], revision: number): VersionLine[] => {
  const lines = new Map<number, VersionLine>();
  for (const row of rows.filter((one) => one.revision <= revision)) lines.set(row.line_no, row);
  return [...lines.values()].sort((a, b) => a.line_no - b.line_no);
};

/** The lines of each order as its last version has them, or the version that is asked for. */
export async function linesOf(
  db: Tx,
  keys: number[],
  revision = Number.MAX_SAFE_INTEGER,
): Promise<Map<number, VersionLine[]>> {
  const rows = new Map<number, VersionLine[]>(keys.map((key) => [key, []]));
  for (const row of await rowsOf(db, keys)) rows.get(row.order_key)!.push(row);
  return new Map([...rows].map(([key, own]) => [key, asOf(own, revision)]));
}

/** Every version but the last one, and who agreed on those after the first. */
export async function revisionsOf(db: Tx, key: number) {
  const made = await db
    .select({ of: order_revision, by: order_amendment })
    .from(order_revision)
    .innerJoin(order_amendment, eq(order_amendment.key, order_revision.amendment_key))
    .where(eq(order_revision.order_key, key))
    .orderBy(asc(order_revision.revision));
  const rows = await rowsOf(db, [key]);
  const heads = made.map(({ of, by }) => ({
    revision: of.revision,
    agreed_time: of.agreed_time as string | null,
    agreed_by: of.agreed_by as string | null,
    agreer_name: of.agreer_name as string | null,
    agreer_words: of.words,
    proposed_by: by.proposed_by as string | null,
    proposer_name: by.proposer_name as string | null,
    proposed_time: by.proposed_time as string | null,
    words: by.words as string | null,
  }));
  const first = {
    revision: 1,
    agreed_time: null,
    agreed_by: null,
    agreer_name: null,
    agreer_words: null,
    proposed_by: null,
    proposer_name: null,
    proposed_time: null,
    words: null,
  };
  return [first, ...heads].map((head) => ({ ...head, lines: asOf(rows, head.revision) }));
}

export async function amendmentRows(db: Tx, order_key: number, key?: number) {
  const heads = await db
    .select()
    .from(order_amendment)
    .where(
      and(
        eq(order_amendment.order_key, order_key),
        key === undefined ? undefined : eq(order_amendment.key, key),
      ),
    )
    .orderBy(asc(order_amendment.key));
  if (heads.length === 0) return [];
  const keys = heads.map((head) => head.key);
  const items = await db
    .select()
    .from(order_amendment_item)
    .where(inArray(order_amendment_item.amendment_key, keys))
    .orderBy(asc(order_amendment_item.item_no));
  const answers = await db
    .select()
    .from(order_amendment_answer)
    .where(inArray(order_amendment_answer.amendment_key, keys));
  return heads.map((head) => ({
    ...head,
    items: items
      .filter((item) => item.amendment_key === head.key)
      .map((item) => ({
        ...item,
        answer: answers.find((one) => one.amendment_key === head.key && one.item_no === item.item_no) ?? null,
      })),
  }));
}
export type AmendmentRow = Awaited<ReturnType<typeof amendmentRows>>[number];
export type ItemRow = AmendmentRow["items"][number];
