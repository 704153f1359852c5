import { eq } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { termsOf } from "~/lib/partner/party.server";
import { orders } from "~/lib/tables/order.table.server";
import { standingFamily } from "~/lib/task/order.family";
import type { LineCards } from "./amend.batch";
import { type Cards, lotsOf } from "./amend.lots.server";
import { progressOf } from "./amend.plan";
import { lineNow } from "./order.now";
import { type AmendmentRow, type ItemRow, linesOf, type VersionLine } from "./order.revision.server";
import { isGoods } from "./order.status";

export type OrderHead = typeof orders.$inferSelect;

export async function orderHead(db: Tx, who: Who, key: number, lock = false): Promise<OrderHead> {
  const rows = db.select().from(orders).where(eq(orders.key, key));
  const [found] = lock ? await rows.for("update") : await rows;
  if (!found || (found.seller_id !== who.company_id && found.buyer_id !== who.company_id))
    throw notFound("外注依頼");
  return found;
}

/** A line of the last version, how far it is, and what stands of it now. */
export type Standing = LineCards & {
  line: VersionLine;
  num_items: string;
  delivery_date: string;
  unit_price: string | null;
  price: number | null;
  is_off: boolean;
  is_cost: boolean;
};

export async function standings(db: Tx, order: OrderHead, cards: Cards): Promise<Map<number, Standing>> {
  const lines = (await linesOf(db, [order.key])).get(order.key) ?? [];
  const terms = (await termsOf(db, [order])).get(`${order.seller_id} ${order.buyer_id}`);
  return new Map(
    lines.flatMap((line) => {
      const root = cards.all.find((one) => one.key === line.card_key);
      if (!root) return [];
      const now = lineNow(line, standingFamily(root, cards.all), terms?.amount_rounding ?? "floor");
      const { num_items, unit_price, price, is_off } = now;
      const delivery_date = now.delivery_dates[0] ?? line.delivery_date;
      const lots = lotsOf(root, cards);
      const made = { lots, processes: cards.processes, progress: progressOf(lots, cards.processes) };
      const is_cost = !isGoods(root);
      return [
        [line.line_no, { line, ...made, num_items, delivery_date, unit_price, price, is_off, is_cost }],
      ];
    }),
  );
}

/** What a person confirms: of the lines of these items how far they are. */
export const seenOf = (items: { line_no: number | null }[], now: Map<number, Standing>): string =>
  digestOf(items.map(({ line_no }) => (line_no === null ? null : now.get(line_no)?.progress)));

/** Lines of which nothing is to come: what is proposed of them has ended by itself. */
export const offLines = (now: Map<number, { is_off: boolean }>): Set<number> =>
  new Set([...now].filter(([, { is_off }]) => is_off).map(([line_no]) => line_no));

export function itemState(
  { answer, line_no }: ItemRow,
  { expires_date }: AmendmentRow,
  day: string,
  off: Set<number>,
) {
  if (answer) return answer.state;
  if (line_no !== null && off.has(line_no)) return "closed" as const;
  return expires_date < day ? ("expired" as const) : ("open" as const);
}

/** What the form of a proposal shows: somebody else's change meanwhile is no wish. */
export const formSeen = (now: Map<number, Standing>): string =>
  digestOf(
    [...now.values()].map(({ line, num_items, delivery_date, unit_price, is_off }) => [
      line.line_no,
      line.revision,
      num_items,
      delivery_date,
      unit_price,
      is_off,
    ]),
  );
