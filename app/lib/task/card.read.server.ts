import { and, asc, eq, getTableColumns, inArray, isNull } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf } from "~/lib/log/activity.server";
import { withoutAmounts } from "~/lib/log/money";
import { processesOf } from "~/lib/shop/process.server";
import { type Card, type CardInner, card, card_inner } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { subgroup } from "~/lib/tables/worker.table.server";
import { today } from "~/lib/time/date";
import { type CardRow, cardRow } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { agreedFields } from "./agreed";
import { agreedOf } from "./agreed.server";
import { amendingOf } from "./amending.server";
import { fileLogOf } from "./card.file.server";
import { factoryDays } from "./due.warning.server";

type PlainColumn = Extract<keyof CardRow, keyof Card>;
const columns = getTableColumns(card);
export const card_columns = Object.fromEntries(
  Object.entries(columns).filter(([name]) => name in cardRow.shape),
) as Pick<typeof columns, PlainColumn>;

const NO_MONEY = { unit_price: null, price: null };
const NO_INNER = { collab_name: null, worker: null, work_start: null, work_end: null };

/** The buyer's transaction finds no inner row. */
export function cardRowFor(
  who: Who,
  row: Pick<Card, PlainColumn>,
  inner: CardInner | null,
  names: Map<string, string>,
): CardRow {
  const { collab_name, worker, work_start, work_end } = inner ?? NO_INNER;
  // Spread last, as a tile's: of what was read only what must not be told is written again.
  return {
    seller_name: names.get(row.seller_id) ?? "",
    buyer_name: names.get(row.buyer_id) ?? "",
    collab_name,
    worker,
    work_start,
    work_end,
    ...row,
    ...(seesAmounts(who) ? undefined : NO_MONEY),
  };
}

export async function cardOf(
  db: Tx,
  who: Who,
  key: number,
): Promise<CardRow & { inner_note: string | null }> {
  const [row] = await db
    .select({ card: card_columns, inner: card_inner })
    .from(card)
    .leftJoin(card_inner, eq(card_inner.card_key, card.key))
    .where(eq(card.key, key));
  if (!row) throw notFound("カード");
  const names = await namesOf(db, [row.card.seller_id, row.card.buyer_id]);
  return { ...cardRowFor(who, row.card, row.inner, names), inner_note: row.inner?.inner_note ?? null };
}

/** Cancelled ones are left out. */
export async function documentsOf(db: Tx, card_keys: number[]) {
  const lines = await db
    .select({ key: delivery.key, number: delivery.number, invoice_key: delivery_line.invoice_key })
    .from(delivery_line)
    .innerJoin(delivery, eq(delivery.key, delivery_line.delivery_key))
    .where(
      and(
        inArray(delivery_line.card_key, card_keys),
        eq(delivery_line.is_live, true),
        isNull(delivery.cancelled_time),
      ),
    )
    .orderBy(asc(delivery.key));
  const invoiced = lines.flatMap((line) => line.invoice_key ?? []);
  const invoices =
    invoiced.length === 0
      ? []
      : await db
          .select({ key: invoice.key, number: invoice.number })
          .from(invoice)
          .where(and(inArray(invoice.key, invoiced), isNull(invoice.cancelled_time)))
          .orderBy(asc(invoice.key));
  const deliveries = [...new Map(lines.map(({ key, number }) => [key, { key, number }])).values()];
  return { deliveries, invoices };
}

async function laneOf(
  db: Tx,
  { seller_id, group_id, subgroup_id }: Pick<CardRow, "seller_id" | "group_id" | "subgroup_id">,
): Promise<string | null> {
  const [row] =
    subgroup_id === null
      ? []
      : await db
          .select({ label: subgroup.label })
          .from(subgroup)
          .where(
            and(
              eq(subgroup.company_id, seller_id),
              eq(subgroup.group_id, group_id),
              eq(subgroup.subgroup_id, subgroup_id),
            ),
          );
  return row?.label ?? null;
}

export async function cardPage(db: Tx, who: Who, key: number) {
  const found = await cardOf(db, who, key);
  const family = found.parent_id ?? found.id;
  const relatives = await db
    .select({
      key: card.key,
      id: card.id,
      name: card.name,
      task_type: card.task_type,
      num_items: card.num_items,
      order_unit: card.order_unit,
      status: card.status,
    })
    .from(card)
    .where(and(eq(card.seller_id, found.seller_id), eq(card.parent_id, family)))
    .orderBy(asc(card.key));
  const [parent] =
    found.parent_id === null
      ? []
      : await db
          .select({ key: card.key, id: card.id, name: card.name })
          .from(card)
          .where(and(eq(card.seller_id, found.seller_id), eq(card.id, found.parent_id)));
  const log = [...(await activityOf(db, who, "card", key)), ...(await fileLogOf(db, who, key))].sort(
    (a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.key - b.key),
  );
  const money = seesAmounts(who);
  const own = found.seller_id === who.company_id;
  const amending = (await amendingOf(db, who, [found])).get(key);
  const agreed = own ? await agreedOf(db, found) : null;
  return {
    card: {
      ...found,
      is_amending: amending !== undefined,
      warn_until: (await factoryDays(db, [found.seller_id], today(new Date(who.now)))).get(found.seller_id)!
        .until,
    },
    agreed: agreed && { ...agreed, amendment_key: amending ?? null, fields: agreedFields(agreed) },
    lane: own ? await laneOf(db, found) : null,
    parent: parent ?? null,
    relatives: relatives.filter((row) => row.key !== key),
    processes: (await processesOf(db, found.seller_id)).map((one) =>
      own ? one : { ...one, standard_days: null, default_collab_id: null, runs_unmanned: false },
    ),
    log: money
      ? log
      : log.map((entry) => ({
          ...entry,
          before: withoutAmounts(entry.before),
          after: withoutAmounts(entry.after),
        })),
    ...(money ? await documentsOf(db, [key]) : { deliveries: [], invoices: [] }),
  };
}

/** Stock is never billed (D2). */
export async function isStockBuyer(db: Tx, id: string): Promise<boolean> {
  const [row] = await db.select({ is_stock: factory.is_stock }).from(factory).where(eq(factory.id, id));
  return row?.is_stock ?? false;
}
