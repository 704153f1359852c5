import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { priceOf } from "~/lib/money/price";
import { collaborationOf } from "~/lib/partner/party.server";
import { processesOf } from "~/lib/shop/process.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import type { ISODate } from "~/lib/time/date";
import type { TaskType } from "~/lib/vocabulary/card.schema";
import type { Treatment } from "~/lib/vocabulary/reason";
import { firstProcess } from "./card";
import { createCard, nextBranch } from "./card.create.server";
import { wrongInput } from "./work.open.server";

/** What a branch takes over from the card it comes of. */
const INHERITED = [
  "seller_id",
  "buyer_id",
  "order_key",
  "order_id",
  "product_id",
  "name",
  "drawing_no",
  "drawing_revision",
  "order_unit",
  "unit",
  "unit_weight",
  "pieces_per_set",
  "unit_price",
  "is_billing_target",
  "is_urgent",
  "is_rework",
  "delivery_time",
  "destination_id",
  "destination",
  "note",
  "part_num",
  "part_of",
] as const;

export type Share = {
  num_items: string;
  num_good?: string;
  num_partial?: string;
  delivery_date?: ISODate;
  group_id?: number;
};

export async function childOf(
  db: Tx,
  who: Who,
  of: Card,
  parent: Card,
  task_type: TaskType,
  share: Share,
  change: Partial<Card> = {},
): Promise<Card> {
  const to = (await processesOf(db, of.seller_id)).find(
    (factoryProcess) => factoryProcess.group_id === share.group_id,
  );
  if (share.group_id !== undefined && (!to || to.role === "inbox"))
    throw wrongInput({ group_id: ["移動先の工程を選択してください"] });
  const { amount_rounding } = await collaborationOf(db, of.seller_id, of.buyer_id);
  const { group_id, subgroup_id, status, moved_group, product_time } = of;
  const same = Object.fromEntries(INHERITED.map((name) => [name, of[name]])) as Pick<
    Card,
    (typeof INHERITED)[number]
  >;
  const place =
    to && to.group_id !== group_id
      ? { group_id: to.group_id, status: to.label, moved_group: group_id }
      : { group_id, subgroup_id, status, moved_group, product_time };
  const values = {
    ...same,
    ...place,
    ...change,
    num_items: share.num_items,
    num_good: share.num_good ?? "0",
    num_partial: share.num_partial ?? "0",
    delivery_date: share.delivery_date ?? of.delivery_date,
  };
  return createCard(db, who, {
    ...values,
    ...priceOf(values, amount_rounding),
    id: await nextBranch(db, parent),
    parent_id: parent.id,
    task_type,
  });
}

type Remade = {
  num: string;
  treatment: Treatment;
  rework_group_id?: number;
  is_billing_target?: boolean;
};

/**
 * 手直し and 再製作 make a card of their own, unbilled unless it is said; 手直し begins `here`, 再製作 at the
 * first process, unless another is named.
 */
export async function childOfDefect(
  db: Tx,
  who: Who,
  own: Card,
  here: number,
  { num, treatment, rework_group_id, is_billing_target = false }: Remade,
  change: Partial<Card> = {},
): Promise<Card> {
  const first = firstProcess(await processesOf(db, own.seller_id));
  const group_id = rework_group_id ?? (treatment === "remake" && first ? first.group_id : here);
  return childOf(
    db,
    who,
    own,
    own,
    "defective",
    { num_items: num, group_id },
    {
      is_billing_target,
      is_rework: treatment === "rework",
      ...(is_billing_target ? {} : { unit_price: "0" }),
      ...change,
    },
  );
}

export async function childrenOf(db: Tx, seller_id: string, ids: string[]): Promise<Card[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(card)
    .where(
      and(eq(card.seller_id, seller_id), inArray(card.parent_id, ids), sql`${card.task_type} is not null`),
    )
    .orderBy(asc(card.key));
}
