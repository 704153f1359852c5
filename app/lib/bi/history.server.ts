import { and, eq, gte, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { holds } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { PAGE_SIZE } from "~/lib/list/paging.schema";
import { loggedRow, STAFF } from "~/lib/log/activity.server";
import { isMoney, withoutAmounts } from "~/lib/log/money";
import { activity, activity_inner } from "~/lib/tables/activity.table.server";
import { card } from "~/lib/tables/card.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { file } from "~/lib/tables/file.table.server";
import { quote_seller } from "~/lib/tables/quote.table.server";
import { periodMeant } from "~/lib/task/ship.list.schema";
import { undoLabel } from "~/lib/task/undo.server";
import { addDays, startOfDay, today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { GROUP_SQL, subjectsSeen } from "./history";
import type { HistoryFilter, HistoryRow } from "./history.schema";
import { numbered, targetsOf } from "./history.target.server";

const entries = (db: Tx) =>
  db
    .select({ row: activity, inner: activity_inner, company: factory.name })
    .from(activity)
    .leftJoin(activity_inner, eq(activity_inner.activity_key, activity.key))
    .leftJoin(factory, eq(factory.id, activity.actor_company));
type Found = Awaited<ReturnType<typeof entries>>[number];

const ORDERS: Orders<Found> = {
  key: activity.key,
  keyOf: ({ row }) => row.key,
  by: { at: { by: activity.at, kind: "instant", of: ({ row }) => row.at } },
};

type Conditions = Omit<HistoryFilter, "after" | "before" | "sort" | "size">;

/** The own people by name, others by their company's: a buyer finds nobody of the factory. */
async function actedBy(db: Tx, who: Who, actor: string): Promise<SQL> {
  const companies = await db
    .select({ id: factory.id })
    .from(factory)
    .where(and(holds(factory.name, actor), ne(factory.id, who.company_id)));
  const parts = [
    and(eq(activity.actor_company, who.company_id), holds(activity.actor_name, actor)),
    companies.length > 0
      ? inArray(
          activity.actor_company,
          companies.map(({ id }) => id),
        )
      : undefined,
    STAFF.includes(actor) ? isNull(activity.actor_company) : undefined,
  ];
  return or(...parts)!;
}

async function numberedWhere(db: Tx, who: Who, number: string): Promise<SQL> {
  const found = await numbered(db, who, number);
  const parts = found.map(({ subject, keys }) =>
    and(eq(activity.subject, subject), inArray(activity.subject_key, keys)),
  );
  return parts.length > 0 ? or(...parts)! : sql`false`;
}

async function historyWhere(db: Tx, who: Who, asked: Conditions): Promise<SQL | undefined> {
  const { number, actor, field, group } = asked;
  const { from, to } = number ? asked : periodMeant(asked, today(new Date(who.now)));
  const isSeller = who.company_type === "seller";
  return and(
    eq(isSeller ? activity.seller_id : activity.buyer_id, who.company_id),
    inArray(activity.subject, subjectsSeen(who)),
    // In what order a factory runs its jobs is its own to know.
    isSeller ? undefined : sql`${activity.kind} <> 'placed'`,
    // Their own walls say who sees them: 社内のみ, sealed, and what was not sent.
    or(
      sql`${activity.subject} not in ('file', 'quote')`,
      sql`${activity.subject} = 'file' and exists (select from ${file} where ${file.id} = ${activity.subject_key}
        and ${seesAmounts(who) ? sql`true` : sql`${file.owner_kind} <> 'payable_bill'`})`,
      sql`${activity.subject} = 'quote' and exists (select from ${quote_seller} where ${quote_seller.key} = ${activity.subject_key})`,
    ),
    from ? gte(activity.at, startOfDay(from)) : undefined,
    to ? lt(activity.at, startOfDay(addDays(to, 1))) : undefined,
    actor ? await actedBy(db, who, actor) : undefined,
    field && isMoney(field) && !seesAmounts(who) ? sql`false` : undefined,
    field ? sql`(${activity.before} ? ${field} or ${activity.after} ? ${field})` : undefined,
    // Named in full, as the index is chosen by how rare this 種類 is.
    group ? sql.raw(`${GROUP_SQL} = '${group}'`) : undefined,
    number ? await numberedWhere(db, who, number) : undefined,
  );
}

/** Of the cards whose last entry is among these, where it can be taken back. */
async function undosOf(db: Tx, rows: Found[]): Promise<Map<number, string>> {
  const last = rows.filter(({ row }) => row.subject === "card");
  if (last.length === 0) return new Map();
  const cards = await db
    .select({ key: card.key, version: card.version, order_key: card.order_key })
    .from(card)
    .where(
      inArray(
        card.key,
        last.map(({ row }) => row.subject_key),
      ),
    );
  const undos = new Map<number, string>();
  for (const one of cards) {
    const entry = last.find(({ row }) => row.subject_key === one.key && row.seq === one.version);
    if (entry && (await undoLabel(db, one)) !== null) undos.set(entry.row.key, `/task/${one.key}?tab=log`);
  }
  return undos;
}

export async function listHistory(db: Tx, who: Who, { after, before, sort, size, ...asked }: HistoryFilter) {
  const where = await historyWhere(db, who, asked);
  const page = await keysetPage<Found>(
    (beyond, by, limit) => entries(db).where(and(where, beyond)).orderBy(by).limit(limit),
    ORDERS,
    { after, before, sort },
    size,
  );
  const targets = await targetsOf(
    db,
    who,
    page.items.map(({ row }) => row),
  );
  // A file of them all asks for nothing that is pressed.
  const mayUndo = who.company_type === "seller" && size <= PAGE_SIZE;
  const undos = mayUndo ? await undosOf(db, page.items) : new Map<number, string>();
  const amounts = seesAmounts(who);
  const toRow = (found: Found): HistoryRow => {
    const { row } = found;
    const { subject_key, ...logged } = loggedRow(who, found);
    const target = targets.get(`${row.subject} ${subject_key}`);
    return {
      ...logged,
      before: amounts ? logged.before : withoutAmounts(logged.before),
      after: amounts ? logged.after : withoutAmounts(logged.after),
      subject: row.subject,
      is_acting: row.on_behalf_of === who.company_id,
      target: target?.target ?? null,
      href: target?.href ?? null,
      undo: undos.get(row.key) ?? null,
    };
  };
  return {
    ...page,
    items: page.items.map(toRow),
    ...(await countRows(db, db.select({ key: activity.key }).from(activity).where(where))),
  };
}
