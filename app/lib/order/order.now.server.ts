import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf } from "~/lib/log/activity.server";
import { withoutAmounts } from "~/lib/log/money";
import { addDecimal } from "~/lib/money/decimal";
import { termsOf } from "~/lib/partner/party.server";
import { card } from "~/lib/tables/card.table.server";
import { factory_process } from "~/lib/tables/factory.table.server";
import { familyOf, type LineCard, standingFamily } from "~/lib/task/order.family";
import { CHANGED_FIELDS, type ChangedField, changedFields, lineNow } from "./order.now";
import { linesOf } from "./order.revision.server";
import type { OrderEntry } from "./order.row.schema";
import { countCards, isGoods, type LineState, orderStatus } from "./order.status";
import { againOfCard, pendingOfCard } from "./order.status.sql.server";

type Pair = { key: number; seller_id: string; buyer_id: string; cancelled_time: string | null };
const columns = {
  key: card.key,
  id: card.id,
  parent_id: card.parent_id,
  order_key: card.order_key,
  task_type: card.task_type,
  answer: card.answer,
  name: card.name,
  num_items: card.num_items,
  order_unit: card.order_unit,
  unit: card.unit,
  unit_weight: card.unit_weight,
  pieces_per_set: card.pieces_per_set,
  unit_price: card.unit_price,
  delivery_date: card.delivery_date,
  shipped_time: card.shipped_time,
  cancelled_time: card.cancelled_time,
  num_good: card.num_good,
  num_delivered: card.num_delivered,
  num_again: sql<string>`${againOfCard}::text`,
  num_pending: sql<string>`${pendingOfCard}::text`,
  is_billing_target: card.is_billing_target,
  closed_reason: card.closed_reason,
  num_defective: card.num_defective,
  num_partial: card.num_partial,
  product_time: card.product_time,
  left: factory_process.role,
  cost_tax_rate: card.cost_tax_rate,
};
type OrderCard = LineCard & LineState & { order_key: number | null; name: string };

const grouped = <T>(rows: T[], by: (row: T) => number) => {
  const map = new Map<number, T[]>();
  for (const row of rows) map.set(by(row), [...(map.get(by(row)) ?? []), row]);
  return map;
};

export async function cardsOf(db: Tx, keys: number[]): Promise<Map<number, OrderCard[]>> {
  const rows =
    keys.length === 0
      ? []
      : await db
          .select(columns)
          .from(card)
          .leftJoin(
            factory_process,
            and(
              eq(factory_process.company_id, card.seller_id),
              eq(factory_process.group_id, card.moved_group),
            ),
          )
          .where(inArray(card.order_key, keys))
          .orderBy(asc(card.key));
  return grouped(rows, (row) => row.order_key!);
}

/** The lines of each of them with their cards, as they stand now. */
export async function linesNow(db: Tx, found: Pair[]) {
  const keys = found.map((order) => order.key);
  const cards = await cardsOf(db, keys);
  const lines = await linesOf(db, keys);
  const terms = await termsOf(db, found);
  return new Map(
    found.map((order) => {
      const all = cards.get(order.key) ?? [];
      const rounding = terms.get(`${order.seller_id} ${order.buyer_id}`)?.amount_rounding ?? "floor";
      const now = (lines.get(order.key) ?? []).flatMap((line) => {
        const root = all.find((one) => one.key === line.card_key);
        return root ? [{ line, root, all, now: lineNow(line, standingFamily(root, all), rounding) }] : [];
      });
      return [order.key, now] as const;
    }),
  );
}

export async function standingOf(db: Tx, found: Pair[]) {
  const lines = await linesNow(db, found);
  return new Map(
    found.map((order) => {
      const now = lines.get(order.key)!;
      const changed = new Set(now.flatMap((one) => changedFields(one.line, one.now)));
      const off = order.cancelled_time !== null;
      const prices = now.map((one) => one.now.price);
      const goods = now.filter((one) => isGoods(one.root));
      const live = goods.filter((one) => !one.now.is_off);
      const answered = live
        .filter((one) => one.root.answer === "accepted")
        .flatMap((one) => one.now.delivery_dates);
      return [
        order.key,
        {
          price: prices.every((price) => price !== null)
            ? prices.reduce<number>((sum, price) => sum + price!, 0)
            : null,
          answered_date: off ? null : (answered.sort()[0] ?? null),
          num_lines_delivered: goods.filter(
            ({ root, all }) => orderStatus(off, countCards(familyOf(root, all))) === "delivered",
          ).length,
          quantities: [...new Set((live.length > 0 ? live : goods).map((one) => one.now.order_unit))].map(
            (unit) => ({
              unit,
              num: addDecimal(
                ...live.flatMap((one) => (one.now.order_unit === unit ? one.now.num_items : [])),
              ),
            }),
          ),
          changes: off ? [] : CHANGED_FIELDS.filter((name) => changed.has(name)),
        },
      ] as const;
    }),
  );
}

const ANSWERS = [
  "accepted",
  "proposed",
  "agreed",
  "refused",
  "declined",
  "settled",
  "shipped",
  "unshipped",
  "stopped",
];
const agreedChange = ({ kind, before, after }: { kind: string; before: object; after: object }) =>
  ANSWERS.includes(kind) ||
  (kind === "edited" &&
    CHANGED_FIELDS.some(
      (name) =>
        name in before &&
        (before as Record<ChangedField, unknown>)[name] !== (after as Record<ChangedField, unknown>)[name],
    ));

/** One act upon many cards is one entry. `cards`: with their whole log. */
export async function historyOf(db: Tx, who: Who, key: number, cards: OrderCard[], amounts: boolean) {
  const plain = <E extends Pick<OrderEntry, "before" | "after">>(entry: E): E =>
    amounts ? entry : { ...entry, before: withoutAmounts(entry.before), after: withoutAmounts(entry.after) };
  const own: OrderEntry[] = (await activityOf(db, who, "order", key)).map((entry) => ({
    ...plain(entry),
    about: null,
  }));
  const entries =
    cards.length === 0
      ? []
      : await activityOf(
          db,
          who,
          "card",
          cards.map((one) => one.key),
        );
  const names = new Map(cards.map((one) => [one.key, `${one.id} ${one.name}`]));
  const groups = new Map<string, typeof entries>();
  for (const entry of entries.filter(agreedChange)) {
    const same = `${entry.kind} ${entry.at} ${entry.reason ?? ""}`;
    groups.set(same, [...(groups.get(same) ?? []), entry]);
  }
  const acts = [...groups.values()].map((all): OrderEntry => {
    const [first] = all;
    const about =
      all.length > 1
        ? `${names.get(first!.subject_key)} ほか${all.length - 1}枚`
        : names.get(first!.subject_key)!;
    return { ...plain(first!), about, ...(all.length > 1 ? { before: {}, after: {} } : undefined) };
  });
  return {
    entries,
    log: [...own, ...acts].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.key - b.key)),
  };
}
