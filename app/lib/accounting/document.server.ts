import { and, type Column, eq, gt, gte, ilike, lte, or, type SQL, sql } from "drizzle-orm";
import { containing, ISSUER_ONLY, partnerName } from "~/lib/api/query.server";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { activity } from "~/lib/tables/activity.table.server";
import type { delivery } from "~/lib/tables/delivery.table.server";
import type { invoice } from "~/lib/tables/invoice.table.server";
import { staleSubject } from "~/lib/task/card.lock.server";
import type { Changed, Subject } from "~/lib/vocabulary/activity";
import type { DocumentKind } from "./document";
import { isIssuer } from "./document";
import { DOCUMENT_ACTS } from "./log";
import { lockPair } from "./pair.server";

type DocumentTable = typeof delivery | typeof invoice;
export type Issued = DocumentTable["$inferSelect"];
type State = Partial<Pick<Issued, "viewed_time" | "cancelled_time" | "cancel_reason">>;

/** `locked` reads the row for update. */
export type DocumentStore<Row extends Issued = Issued> = Pick<DocumentKind, "subject" | "noun" | "path"> & {
  table: DocumentTable;
  locked: (db: Tx, key: number) => Promise<Row[]>;
};

/** Locked after its pair. Not there: 404; changed since it was shown: 409. */
export async function lockDocument<Row extends Issued>(
  db: Tx,
  { table, noun, subject, locked }: DocumentStore<Row>,
  key: number,
  version?: number,
): Promise<Row> {
  const [pair] = await db
    .select({ seller_id: table.seller_id, buyer_id: table.buyer_id })
    .from(table)
    .where(eq(table.key, key));
  if (!pair) throw notFound(noun);
  await lockPair(db, pair.seller_id, pair.buyer_id);
  const [row] = await locked(db, key);
  if (version !== undefined && row!.version !== version && !(await onlyReadSince(db, subject, key, version)))
    throw await staleSubject(db, subject, noun, key, version, DOCUMENT_ACTS);
  return row!;
}

/** A page tells by itself that it was read, while its reader may tap already: nothing for them to look at. */
async function onlyReadSince(db: Tx, subject: Subject, key: number, version: number): Promise<boolean> {
  const since = await db
    .select({
      is_read: sql<boolean>`${activity.kind} = 'viewed' and ${activity.actor_company} = app_company()`,
    })
    .from(activity)
    .where(and(eq(activity.subject, subject), eq(activity.subject_key, key), gt(activity.seq, version)));
  return since.length > 0 && since.every((entry) => entry.is_read);
}

const SELF_BILLED = "支払通知書は、発行した会社が支払通知書の画面で扱います。";

/** Only the issuer corrects a document (R1-10). */
export function refuseOthers(who: Who, row: Pick<Issued, "seller_id"> & { is_self_billed?: boolean }): void {
  if (row.is_self_billed) throw new Refusal(403, SELF_BILLED);
  if (!isIssuer(row, who)) throw new Refusal(403, ISSUER_ONLY);
}

export async function changeDocument(
  db: Tx,
  who: Who,
  { table, subject }: Pick<DocumentStore, "table" | "subject">,
  row: Issued,
  kind: string,
  changes: State,
  after: Changed,
  reason?: string,
) {
  const { key, seller_id, buyer_id } = row;
  const version = row.version + 1;
  await db
    .update(table)
    .set({ ...changes, version })
    .where(eq(table.key, key));
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, null]));
  const entry = { subject, subject_key: key, seq: version, seller_id, buyer_id, kind, reason, before, after };
  await record(db, who, { ...entry, about: row.number });
  return { key, version };
}

/** The number stays; what stood on it is freed by the caller. */
export const markCancelled = (
  db: Tx,
  who: Who,
  store: DocumentStore,
  row: Issued,
  reason: string,
  more: Changed = {},
) =>
  changeDocument(
    db,
    who,
    store,
    row,
    "cancelled",
    { cancelled_time: who.now, cancel_reason: reason },
    { cancelled_time: who.now, ...more },
    reason,
  );

/** Only the first time counts. */
export async function viewDocument<Row extends Issued>(
  db: Tx,
  who: Who,
  store: DocumentStore<Row>,
  key: number,
) {
  const row = await lockDocument(db, store, key);
  // Its reader is the seller (selfbill).
  if ("is_self_billed" in row && row.is_self_billed) return { key, version: row.version };
  if (row.viewed_time || row.buyer_id !== who.company_id) return { key, version: row.version };
  return changeDocument(db, who, store, row, "viewed", { viewed_time: who.now }, { viewed_time: who.now });
}

export const isParty = (table: DocumentTable, who: Who, key: number): SQL | undefined =>
  and(eq(table.key, key), or(eq(table.seller_id, who.company_id), eq(table.buyer_id, who.company_id)));

type Filter = {
  received: boolean;
  partner?: string;
  from?: string;
  to?: string;
  min?: number;
  max?: number;
};

/** The keys of the law's search (R3-3). */
export const documentsWhere = (
  table: DocumentTable,
  { day, amount }: { day: Column; amount: Column },
  who: Who,
  filter: Filter,
): SQL | undefined =>
  and(
    eq(who.company_type === "buyer" || filter.received ? table.buyer_id : table.seller_id, who.company_id),
    filter.from ? gte(day, filter.from) : undefined,
    filter.to ? lte(day, filter.to) : undefined,
    filter.min === undefined ? undefined : gte(amount, filter.min),
    filter.max === undefined ? undefined : lte(amount, filter.max),
    filter.partner ? ilike(partnerName(table, who), containing(filter.partner)) : undefined,
  );
