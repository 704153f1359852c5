import { and, eq, inArray } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { isUndrawn } from "~/lib/file/file";
import { filesOf } from "~/lib/file/file.read.server";
import { termsOf, withoutAccounts } from "~/lib/partner/party.server";
import { card } from "~/lib/tables/card.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { documentsOf } from "~/lib/task/card.read.server";
import { cancelProblem } from "~/lib/task/order.cards";
import { comingFamily, standingFamily } from "~/lib/task/order.family";
import { lineRest } from "~/lib/task/order.rest";
import { today } from "~/lib/time/date";
import { seesAmounts, seesOrderAmounts } from "~/lib/vocabulary/permission";
import { NO_TOLERANCE } from "~/lib/vocabulary/tolerance";
import { cardsNow, lineProgress } from "./amend.lots.server";
import { itemState, offLines } from "./amend.standing.server";
import { dueNow } from "./order.due";
import { unreadAnswer } from "./order.filter.server";
import { orderCard } from "./order.line.schema";
import { causeOf, changedFields, lineNow } from "./order.now";
import { cardsOf, historyOf } from "./order.now.server";
import { amendmentRows, revisionsOf } from "./order.revision.server";
import { type Order, order } from "./order.row.schema";
import { countCards, isGoods, liveCards, orderStatus } from "./order.status";
import { goodsOf } from "./order.status.sql.server";
import { toolingLines } from "./order.tooling.server";

async function openAmendments(db: Tx, who: Who, key: number, off: Set<number>): Promise<Order["amending"]> {
  const day = today(new Date(who.now));
  return (await amendmentRows(db, key)).flatMap((row) => {
    const open = row.items.filter((item) => itemState(item, row, day, off) === "open");
    const lines = open.map((item) => item.line_no);
    return open.length > 0 ? [{ key: row.key, is_own: row.proposed_by === who.company_id, lines }] : [];
  });
}

/** Up to when the page shows what its reader, the buyer, has not read yet. */
async function unreadUntil(db: Tx, who: Who, found: typeof orders.$inferSelect, log: Order["log"]) {
  if (who.company_id !== found.buyer_id) return null;
  const [unread] = await db
    .select({ key: orders.key })
    .from(orders)
    .where(and(eq(orders.key, found.key), unreadAnswer));
  return unread ? (log.at(-1)?.at ?? null) : null;
}

export async function findOrder(db: Tx, who: Who, key: number): Promise<Order> {
  const [found] = await db.select().from(orders).where(eq(orders.key, key));
  if (!found || (found.seller_id !== who.company_id && found.buyer_id !== who.company_id))
    throw notFound("外注依頼");
  const revisions = await revisionsOf(db, key);
  const last = revisions.at(-1)!;
  const roots = await db
    .select()
    .from(card)
    .where(
      inArray(
        card.key,
        last.lines.map((line) => line.card_key),
      ),
    );
  const rows = last.lines.map((line) => ({ line, card: roots.find((one) => one.key === line.card_key)! }));
  const cards = (await cardsOf(db, [key])).get(key) ?? [];
  const terms = (await termsOf(db, [found])).get(`${found.seller_id} ${found.buyer_id}`);
  const counts = countCards(cards.filter(isGoods));
  const held = await cardsNow(db, found);
  const amounts = seesOrderAmounts(who, found);
  const cancelled = found.cancelled_time !== null;
  const { log, entries } = await historyOf(db, who, key, cards, amounts);
  const drawn = async (kind: "card" | "product", keys: (number | null)[]) =>
    (
      await filesOf(
        db,
        who,
        kind,
        keys.flatMap((one) => one ?? []),
      )
    ).filter((one) => one.kind === "drawing");
  const [own, inherited] = [
    await drawn(
      "card",
      rows.map((row) => row.card.key),
    ),
    await drawn(
      "product",
      rows.map((row) => row.line.product_id),
    ),
  ];
  const shown = <A extends { unit_price: string | null; price: number | null }>(of: A): A =>
    amounts ? of : { ...of, unit_price: null, price: null };
  const shownLine = <
    A extends { unit_price: string | null; price: number | null; supply_price: string | null },
  >(
    of: A,
  ): A => (amounts ? of : { ...shown(of), supply_price: null });
  const tooling = await toolingLines(db, key);
  const lines = rows.map(({ line, card: of }) => {
    const root = cards.find((one) => one.key === of.key)!;
    const family = standingFamily(root, cards);
    const now = lineNow(line, family, terms?.amount_rounding ?? "floor");
    const living = [of, ...family].find((one) => one.cancelled_time === null && one.answer !== "declined");
    const stands = held.all.find((one) => one.key === living?.key) ?? of;
    const changes = changedFields(line, now).map((field) => ({
      field,
      kind: null,
      at: null,
      ...causeOf(field, family, entries),
    }));
    const drawings = [
      ...own.filter((one) => one.owner_key === String(of.key)),
      ...inherited.filter((one) => one.owner_key === String(line.product_id)),
    ];
    const is_undrawn =
      !now.is_off && stands.shipped_time === null && isUndrawn(line.drawing_revision, drawings);
    return {
      ...line,
      is_undrawn,
      is_tooling: tooling.has(line.line_no),
      is_cost: !isGoods(of),
      card: orderCard.parse(stands),
      ...lineRest(isGoods(of) ? comingFamily(root, cards) : []),
      progress: lineProgress(of, held),
      now: { ...now, changes, ...dueNow(now, found, terms) },
    };
  });
  const prices = lines.map(({ now }) => now.price);
  return order.parse({
    ...found,
    seller: withoutAccounts(found.seller),
    buyer: withoutAccounts(found.buyer),
    amounts,
    tolerance: {
      ...(terms ?? NO_TOLERANCE),
      ...(found.over_pct !== null && { over_pct: found.over_pct }),
      ...(found.under_pct !== null && { under_pct: found.under_pct }),
      is_frozen: found.over_pct !== null && found.under_pct !== null,
    },
    log,
    unread_until: await unreadUntil(db, who, found, log),
    ...(seesAmounts(who)
      ? await documentsOf(
          db,
          cards.map((one) => one.key),
        )
      : { deliveries: [], invoices: [] }),
    price:
      amounts && prices.every((price) => price !== null)
        ? prices.reduce<number>((sum, price) => sum + price!, 0)
        : null,
    num_cards: liveCards(counts),
    num_shipped: counts.num_shipped,
    status: orderStatus(cancelled, counts, await goodsOf(db, key, today(new Date(who.now)))),
    cancel_problem:
      who.company_id === found.buyer_id ? cancelProblem(cancelled, cards) : "依頼元だけが取り消せます。",
    lines: lines.map((line) => ({ ...shownLine(line), now: shown(line.now) })),
    revision: last.revision,
    revisions: revisions.map((one) => ({ ...one, lines: one.lines.map(shownLine) })),
    amending: cancelled
      ? []
      : await openAmendments(db, who, key, offLines(new Map(lines.map((line) => [line.line_no, line.now])))),
  });
}
