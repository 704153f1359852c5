import { Refusal } from "~/lib/api/refusal";
import { nextNumber } from "~/lib/company/document.number.server";
import { freezeFiles } from "~/lib/file/freeze.server";
import { priceOf } from "~/lib/money/price";
import { termsOf } from "~/lib/partner/party.server";
import { firstProcess } from "~/lib/task/card";
import { createCard } from "~/lib/task/card.create.server";
import { isStockBuyer } from "~/lib/task/card.read.server";
import type { NewCard } from "~/lib/task/card.write.server";
import { today } from "~/lib/time/date";
import type { AddedProduct } from "~/lib/vocabulary/amendment";
import { NON_KANBAN_GROUP, SHIPPED } from "~/lib/vocabulary/card.schema";
import { isRedrawn } from "./amend.batch";
import type { Amending } from "./amend.cards.server";
import { NO_SUPPLY, type Supplied, suppliedAfter, suppliedNote } from "./amend.supply";
import { dueNow } from "./order.due";
import { drawnOf } from "./order.files.server";
import type { AmendmentRow, ItemRow, VersionLine } from "./order.revision.server";

type Content = Pick<
  NewCard,
  "name" | "num_items" | "order_unit" | "unit_price" | "delivery_date" | "delivery_time" | "destination"
> & {
  drawing_revision?: string | null;
  note?: string;
  supplied?: Supplied;
  over_pct?: string | null;
  under_pct?: string | null;
} & Partial<AddedProduct>;

/** A card of the order that stands for a line of its own. */
async function lineWith(
  on: Amending,
  { supplied = NO_SUPPLY, over_pct = null, under_pct = null, ...content }: Content,
  line_no: number,
  more: Partial<NewCard> = {},
): Promise<VersionLine> {
  const { db, who, order } = on;
  const first = firstProcess(on.cards.processes);
  if (!first) throw new Refusal(409, "依頼先の工程がまだ登録されていません。");
  const pair = { seller_id: order.seller_id, buyer_id: order.buyer_id };
  const values = { ...content, unit: content.unit ?? content.order_unit };
  const counted = priceOf(values, on.rounding);
  const { key: card_key } = await createCard(db, who, {
    ...pair,
    ...values,
    note: suppliedNote(content.note ?? null, NO_SUPPLY, supplied),
    ...counted,
    id: String(await nextNumber(db, order.seller_id, "card")),
    order_key: order.key,
    order_id: order.order_id,
    group_id: first.group_id,
    status: first.label,
    answer: "accepted",
    ...more,
  });
  const terms = (await termsOf(db, [order])).get(`${order.seller_id} ${order.buyer_id}`);
  const delivery_date = content.delivery_date!;
  return {
    ...pair,
    order_key: order.key,
    line_no,
    card_key,
    product_id: content.product_id ?? null,
    name: content.name,
    drawing_no: content.drawing_no ?? null,
    drawing_revision: content.drawing_revision ?? null,
    num_items: content.num_items,
    order_unit: content.order_unit,
    unit: values.unit,
    ...counted,
    unit_price: content.unit_price ?? null,
    delivery_date,
    delivery_time: content.delivery_time ?? null,
    destination: content.destination ?? null,
    ...dueNow({ delivery_dates: [delivery_date] }, order, terms),
    ...supplied,
    over_pct,
    under_pct,
    undetermined_reason: null,
    planned_fix_date: null,
    process_name: null,
    part_delivery: "allowed",
    note: content.note ?? null,
    revision: 0,
    is_off: false,
  };
}

/** A product's drawing is kept with the line, as with those that were sent. */
export async function addLine(on: Amending, { after }: ItemRow, line_no: number): Promise<VersionLine> {
  const { db, who, order } = on;
  const { product_id, drawing_no, unit, unit_weight, pieces_per_set } = after;
  const line = await lineWith(
    on,
    {
      ...(product_id !== undefined && { product_id, drawing_no, unit, unit_weight, pieces_per_set }),
      name: after.name!,
      num_items: after.num_items!,
      order_unit: after.order_unit!,
      unit_price: after.unit_price,
      delivery_date: after.delivery_date,
      delivery_time: after.delivery_time,
      destination: after.destination ?? on.cards.all[0]?.destination ?? null,
      drawing_revision: after.drawing_revision,
      supplied: suppliedAfter(NO_SUPPLY, after),
      over_pct: after.over_pct,
      under_pct: after.under_pct,
    },
    line_no,
  );
  const pair = { seller_id: order.seller_id, buyer_id: order.buyer_id };
  await freezeFiles(db, who, pair, await drawnOf(db, who, order.key, [line]));
  return line;
}

/** 中止費用, or what is made anew: charged as a line that has nothing left to make. */
export async function costLine(
  on: Amending,
  amendment: AmendmentRow,
  item: ItemRow,
  { name, line_no: of }: VersionLine,
  line_no: number,
): Promise<VersionLine> {
  const { now } = on.who;
  const cost_tax_rate = amendment.cost_tax_rate ?? 10;
  const moved_group = firstProcess(on.cards.processes)?.group_id ?? null;
  const remade = item.after.drawing_revision !== undefined && isRedrawn(amendment, item);
  const bought = [amendment.made, amendment.wip, amendment.returned].includes("buy");
  const what = remade ? "作り直し費用" : bought ? "買取・中止費用" : "中止費用";
  return lineWith(
    on,
    {
      name: `${what}（${of}行目）`,
      num_items: "1",
      order_unit: "piece",
      unit_price: String(item.cost!),
      delivery_date: today(new Date(now)),
      destination: null,
      note: `${name}　税率${cost_tax_rate}%`,
    },
    line_no,
    {
      cost_tax_rate,
      num_good: "1",
      group_id: NON_KANBAN_GROUP,
      status: SHIPPED,
      moved_group,
      shipped_time: now,
      product_time: now,
      is_billing_target: !(await isStockBuyer(on.db, on.order.buyer_id)),
    },
  );
}
