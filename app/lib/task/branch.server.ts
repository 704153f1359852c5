import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { priceOf } from "~/lib/money/price";
import { collaborationOf } from "~/lib/partner/party.server";
import { processesOf } from "~/lib/shop/process.server";
import { card } from "~/lib/tables/card.table.server";
import type { ISODate } from "~/lib/time/date";
import { NON_KANBAN_GROUP, type TaskType, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { undone } from "./branch";
import type { dividing } from "./branch.schema";
import { createCard, nextBranch } from "./card.create.server";
import { ownCard } from "./card.lock.server";
import { type Card, type CardChanges, changeCard } from "./card.write.server";
import { cannotWork, parted } from "./work";
import { cannotWhileOut, wrongInput } from "./work.open.server";

type Share = {
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
  const to = (await processesOf(db, of.seller_id)).find((process) => process.group_id === share.group_id);
  if (share.group_id !== undefined && (!to || to.role === "inbox"))
    throw wrongInput({ group_id: ["移動先の工程を選択してください"] });
  const { amount_rounding } = await collaborationOf(db, of.seller_id, of.buyer_id);
  const {
    seller_id,
    buyer_id,
    order_key,
    order_id,
    product_id,
    name,
    drawing_no,
    drawing_revision,
    order_unit,
    unit,
    unit_weight,
    pieces_per_set,
    unit_price,
    is_billing_target,
    is_urgent,
    delivery_time,
    destination_id,
    destination,
    note,
    group_id,
    subgroup_id,
    status,
    moved_group,
    product_time,
  } = of;
  const same = {
    seller_id,
    buyer_id,
    order_key,
    order_id,
    product_id,
    name,
    drawing_no,
    drawing_revision,
    order_unit,
    unit,
    unit_weight,
    pieces_per_set,
    unit_price,
    is_billing_target,
    is_urgent,
    delivery_time,
    destination_id,
    destination,
    note,
  };
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

export async function branchOff(
  db: Tx,
  who: Who,
  parent: Card,
  shares: Share[],
  scale: boolean,
  reason?: string,
  more: CardChanges = {},
) {
  const given = shares.reduce((sum, share) => sum + milli(share.num_items), 0n);
  const num_items = decimal(milli(parent.num_items) - given);
  const { amount_rounding } = await collaborationOf(db, parent.seller_id, parent.buyer_id);
  const after = await changeCard(
    db,
    who,
    parent,
    "divided",
    { ...more, num_items, ...priceOf({ ...parent, num_items }, amount_rounding) },
    reason,
  );
  const branches: Card[] = [];
  for (const share of shares) branches.push(await childOf(db, who, parent, parent, "division", share));
  if (scale) await scaleParts(db, who, after, branches);
  return { parent: after, branches };
}

/** What is undone of a part card follows the branches that need it (D10). */
async function scaleParts(db: Tx, who: Who, parent: Card, branches: Card[]): Promise<void> {
  const parts = await db
    .select()
    .from(card)
    .where(
      and(
        eq(card.seller_id, parent.seller_id),
        eq(card.parent_id, parent.id),
        eq(card.task_type, "part"),
        ne(card.group_id, NON_KANBAN_GROUP),
      ),
    )
    .orderBy(asc(card.key))
    .for("update");
  const out = await cannotWhileOut(
    db,
    parts.map((part) => part.key),
  );
  for (const part of parts) {
    let free = out.has(part.key) ? 0n : milli(undone(part));
    const [, ...wanted] = parted(
      milli(part.num_items),
      [parent, ...branches].map((one) => milli(one.num_items)),
      part.order_unit !== "kg",
    );
    const shares = wanted.map((one) => {
      const taken = one < free ? one : free;
      free -= taken;
      return taken;
    });
    const gone = shares.reduce((sum, one) => sum + one, 0n);
    // A part card is never emptied.
    if (gone === 0n || gone === milli(part.num_items)) continue;
    const num_items = decimal(milli(part.num_items) - gone);
    const { amount_rounding } = await collaborationOf(db, part.seller_id, part.buyer_id);
    await changeCard(db, who, part, "scaled", {
      num_items,
      ...priceOf({ ...part, num_items }, amount_rounding),
    });
    for (const [index, share] of shares.entries()) {
      if (share > 0n) await childOf(db, who, part, branches[index]!, "part", { num_items: decimal(share) });
    }
  }
}

export async function divideCard(
  db: Tx,
  who: Who,
  key: number,
  { version, parts, scale_parts, reason }: z.output<typeof dividing>,
): Promise<Card> {
  const one = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotWork(one, "分割"));
  refuseIf((await cannotWhileOut(db, [key])).get(key) ?? null);
  const left = undone(one);
  refuseIf(milli(left) > 0n ? null : "残りがないため、分割できません。");
  const sum = parts.reduce((total, part) => total + milli(part.num_items), 0n);
  const count = (value: string) => `${formatNumber(value)}${UNIT_LABEL[one.order_unit]}`;
  if (sum !== milli(left)) {
    throw wrongInput({
      parts: [`合計は${count(decimal(sum))}です。残りの${count(left)}と同じになるように入力してください`],
    });
  }
  const [first, ...rest] = parts;
  const errors = Object.fromEntries(
    rest.flatMap((part, index) =>
      milli(part.num_items) > 0n
        ? []
        : [[`parts[${index + 1}].num_items`, ["数量は0.001以上で入力してください"]]],
    ),
  );
  if (milli(first!.num_items) === 0n && milli(left) === milli(one.num_items))
    errors["parts[0].num_items"] = ["数量は0.001以上で入力してください"];
  if (Object.keys(errors).length > 0) throw wrongInput(errors);
  const later =
    first!.delivery_date && first!.delivery_date !== one.delivery_date
      ? { delivery_date: first!.delivery_date }
      : {};
  return (await branchOff(db, who, one, rest, scale_parts === "yes", reason, later)).parent;
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
