import { and, asc, eq, gte, isNull, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, decimal, milli } from "~/lib/money/decimal";
import { type Card, card } from "~/lib/tables/card.table.server";
import { reason } from "~/lib/tables/worker.table.server";
import { dividing } from "~/lib/task/branch.schema";
import { divideCard } from "~/lib/task/branch.server";
import { countCard } from "~/lib/task/card.move.server";
import { type CardNew, cardNew } from "~/lib/task/card.new.schema";
import { newCard } from "~/lib/task/card.new.server";
import { registerDefect } from "~/lib/task/defect.server";
import { defecting } from "~/lib/task/work.schema";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

export function branchActs({ boss, hand }: Shop, clock: Clock): Act[] {
  const each =
    (group_id: number, limit: number, run: (tx: Tx, who: Who, parent: Card) => Promise<void>): Act["run"] =>
    async (tx, who) => {
      for (const parent of await standing(tx, who, group_id, limit)) await run(tx, who, parent);
    };
  return [
    { at: clock.instant(0.97), username: hand, run: each(4, 2, divide) },
    { at: clock.instant(0.98), username: boss, run: each(5, 2, parts) },
    { at: clock.instant(0.99), username: hand, run: each(7, 3, rework) },
  ];
}

export function standing(tx: Tx, who: Who, group_id: number, limit: number): Promise<Card[]> {
  return tx
    .select()
    .from(card)
    .where(
      and(
        eq(card.seller_id, who.company_id),
        eq(card.group_id, group_id),
        eq(card.is_billing_target, true),
        isNull(card.parent_id),
        gte(card.num_items, "12"),
        sql`${card.order_key} is not null and ${card.num_good} = 0 and ${card.num_defective} = 0`,
      ),
    )
    .orderBy(asc(card.key))
    .limit(limit);
}

function branch(parent: Card, values: Partial<Record<keyof CardNew, unknown>>): CardNew {
  const { buyer_id, product_id, order_id, delivery_date, destination, is_urgent } = parent;
  return cardNew.parse({
    buyer_id,
    product_id,
    order_id,
    delivery_date,
    destination,
    is_urgent,
    parent_id: parent.id,
    ...values,
  });
}

/** The parent keeps what is done; two branches take what is not (D10). */
async function divide(tx: Tx, who: Who, { key, version, num_items }: Card): Promise<void> {
  const total = milli(num_items) / 1000n;
  const done = total / 4n;
  const first = (total - done) / 2n;
  const begun = await countCard(tx, who, key, {
    version,
    num_good: "0",
    num_defective: "0",
    num_partial: String(done),
    over: false,
  });
  await divideCard(
    tx,
    who,
    key,
    dividing.parse({
      version: begun.version,
      parts: [
        { num_items: "0" },
        { num_items: String(first), group_id: 3 },
        { num_items: String(total - done - first), group_id: 2 },
      ],
    }),
  );
}

async function parts(tx: Tx, who: Who, parent: Card): Promise<void> {
  for (const [name, group_id] of [
    ["補強リブ", 3],
    ["カラー φ16", 2],
  ] as const) {
    await newCard(
      tx,
      who,
      branch(parent, {
        product_id: undefined,
        name: `${parent.name} ${name}`,
        order_unit: "piece",
        unit: "piece",
        num_items: addDecimal(parent.num_items, parent.num_items),
        task_type: "part",
        group_id,
        is_billing_target: false,
      }),
    );
  }
}

async function rework(tx: Tx, who: Who, { key, version, num_items }: Card): Promise<void> {
  const num_good = decimal((milli(num_items) / 2n / 1000n) * 1000n);
  const counted = await countCard(tx, who, key, {
    version,
    num_good,
    num_defective: "0",
    num_partial: "0",
    over: false,
  });
  const [why] = await tx
    .select({ reason_id: reason.reason_id })
    .from(reason)
    .where(and(eq(reason.company_id, who.company_id), eq(reason.kind, "defect"), eq(reason.label, "キズ")));
  await registerDefect(
    tx,
    who,
    key,
    defecting.parse({
      version: counted.version,
      num: "2",
      reason_id: why!.reason_id,
      treatment: "remake",
      rework_group_id: 3,
      note: "検査で見つかったキズ",
    }),
  );
}
