import { and, eq, inArray } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import type { FileRow } from "~/lib/file/file.schema";
import { copyFiles } from "~/lib/file/file.server";
import { resolveOrder } from "~/lib/order/order.resolve.server";
import { type OrderInput, orderInput } from "~/lib/order/order.schema";
import { sendOrder } from "~/lib/order/order.send.server";
import { type Card, card, card_inner } from "~/lib/tables/card.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { card_link } from "~/lib/tables/work.table.server";
import { undone } from "~/lib/task/branch";
import { changeCards } from "~/lib/task/card.write.server";
import { today } from "~/lib/time/date";

/** The law's form needs a date, and a price or the reason for its absence (R2-2). */
export type OutsourceRequest = {
  partner_id: string;
  delivery_date?: string;
  unit_price?: string;
  undetermined_reason?: string;
  planned_fix_date?: string;
  product_id?: number;
  name?: string;
  destination?: string;
  supplied_material?: string;
  note?: string;
};

async function ordered<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    const here = (name: string) => name.replace(/^lines\[\d+\]\./, "").replace(/^seller_id$/, "partner_id");
    const errors: Record<string, string[]> = {};
    for (const [name, said] of Object.entries(error.errors))
      errors[here(name)] = [...new Set([...(errors[here(name)] ?? []), ...said])];
    throw new Refusal(error.status, error.detail, errors);
  }
}

/** All of a move: it takes no more cards than an order has lines. */
async function orderFor(
  db: Tx,
  who: Who,
  cards: Card[],
  { partner_id, supplied_material, note, ...line }: OutsourceRequest,
): Promise<OrderInput> {
  const [us] = await db
    .select({ name: factory.name, address: factory.address })
    .from(factory)
    .where(eq(factory.id, who.company_id));
  return orderInput.parse({
    seller_id: partner_id,
    order_date: today(new Date(who.now)),
    inspection_days: 7,
    destination: line.destination ?? [us!.name, us!.address].filter(Boolean).join(" "),
    lines: cards.map((own) => ({
      ...line,
      destination: undefined,
      name: line.name ?? (line.product_id ? undefined : own.name),
      num_items: undone(own),
      order_unit: own.order_unit,
      drawing_no: own.drawing_no ?? undefined,
      drawing_revision: own.drawing_revision ?? undefined,
      supplied_material,
      supply: supplied_material ? "free" : undefined,
      note: [`元カード ${own.id}`, note].filter(Boolean).join("\n"),
    })),
  });
}

export async function tryOut(db: Tx, who: Who, cards: Card[], asked: OutsourceRequest): Promise<void> {
  await ordered(async () => {
    await resolveOrder(db, who, await orderFor(db, who, cards, asked));
  });
}

// As few statements as for one card, but for drawings: `file_keys` are one card's, "drawings" all of each.
export async function sendOut(
  db: Tx,
  who: Who,
  cards: Card[],
  asked: OutsourceRequest,
  file_keys: string[] | "drawings",
): Promise<Card[]> {
  const links: (typeof card_link.$inferInsert & { order_id: string })[] = [];
  await ordered(async () => {
    const sent = await sendOrder(db, who, await orderFor(db, who, cards, asked));
    links.push(
      ...cards.map((own, index) => ({
        seller_id: own.seller_id,
        card_key: own.key,
        group_id: own.group_id,
        partner_id: asked.partner_id,
        partner_key: sent.cards[index]!.key,
        order_key: sent.key,
        order_id: sent.order_id,
        num_items: undone(own),
        sent_time: who.now,
      })),
    );
  });
  await db.insert(card_link).values(links.map(({ order_id: _, ...link }) => link));
  await handOver(
    db,
    who,
    cards,
    new Map(links.map((link) => [link.card_key, link.partner_key])),
    asked.partner_id,
    file_keys,
  );
  const [partner] = await db
    .select({ name: factory.name })
    .from(factory)
    .where(eq(factory.id, asked.partner_id));
  const of = new Map(links.map((link) => [link.card_key, link]));
  return changeWithPartner(
    db,
    who,
    "outsourced",
    cards,
    { collab_id: asked.partner_id, collab_name: partner!.name },
    (own) => {
      const { partner_key, order_id, num_items } = of.get(own.key)!;
      return { "link.partner_key": partner_key, "link.order_id": order_id, "link.num_items": num_items };
    },
  );
}

type Collab = { collab_id: string | null; collab_name: string | null };

async function changeWithPartner(
  db: Tx,
  who: Who,
  kind: string,
  cards: Card[],
  collab: Collab,
  told: (own: Card) => Record<string, string | number>,
) {
  const keys = cards.map((own) => own.key);
  const before = new Map(
    (await db.select().from(card_inner).where(inArray(card_inner.card_key, keys))).map((row) => [
      row.card_key,
      row,
    ]),
  );
  await db
    .insert(card_inner)
    .values(cards.map((own) => ({ card_key: own.key, seller_id: own.seller_id, ...collab })))
    .onConflictDoUpdate({ target: card_inner.card_key, set: collab });
  return changeCards(
    db,
    who,
    kind,
    cards.map((own) => ({
      card: own,
      changes: {},
      told: {
        before: {
          collab_id: before.get(own.key)?.collab_id ?? null,
          collab_name: before.get(own.key)?.collab_name ?? null,
        },
        after: { ...collab, ...told(own) },
      },
    })),
  );
}

/** Photos of defects never go to a partner. */
async function handOver(
  db: Tx,
  who: Who,
  cards: Card[],
  partner_keys: Map<number, number>,
  partner_id: string,
  file_keys: string[] | "drawings",
) {
  if (file_keys.length === 0) return;
  const above = cards.flatMap((one) => one.parent_id ?? []);
  const found =
    above.length === 0
      ? []
      : await db
          .select({ key: card.key, id: card.id })
          .from(card)
          .where(and(eq(card.seller_id, who.company_id), inArray(card.id, above)));
  const parents = new Map(found.map((row) => [row.id, row.key]));
  const own = await filesOf(db, who, "card", [...cards.map((one) => one.key), ...parents.values()]);
  const master = await filesOf(db, who, "product", [
    ...new Set(cards.flatMap((one) => one.product_id ?? [])),
  ]);
  const wanted = (one: FileRow) =>
    file_keys === "drawings" ? one.kind === "drawing" && !one.is_inner : file_keys.includes(one.key);
  for (const one of cards) {
    const at = [one.key, parents.get(one.parent_id ?? "")].map(String);
    const files = [
      ...own.filter((row) => at.includes(row.owner_key)),
      ...master.filter((row) => row.owner_key === String(one.product_id)),
    ].filter(wanted);
    await copyFiles(
      db,
      who,
      files.map((row) => row.key),
      { kind: "card", key: partner_keys.get(one.key)!, seller_id: partner_id, buyer_id: who.company_id },
    );
  }
}
