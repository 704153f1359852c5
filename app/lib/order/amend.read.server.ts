import { eq } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { termsOf } from "~/lib/partner/party.server";
import { orders } from "~/lib/tables/order.table.server";
import { standingFamily } from "~/lib/task/order.family";
import { today } from "~/lib/time/date";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import type { Toriteki } from "~/lib/vocabulary/toriteki";
import {
  amendVerdict,
  isSameProgress,
  movedOn,
  outdatedVerdict,
  type Progress,
  VERDICT_TEXT,
  verdictText,
} from "./amend";
import { type Cards, cardsNow, lineProgress } from "./amend.lots.server";
import type { Amendment, amendments } from "./amend.schema";
import { contentChanges } from "./amend.words";
import { lineNow } from "./order.now";
import {
  type AmendmentRow,
  amendmentRows,
  type ItemRow,
  linesOf,
  type VersionLine,
} from "./order.revision.server";

export type OrderHead = typeof orders.$inferSelect;

export async function orderHead(db: Tx, who: Who, key: number, lock = false): Promise<OrderHead> {
  const rows = db.select().from(orders).where(eq(orders.key, key));
  const [found] = lock ? await rows.for("update") : await rows;
  if (!found || (found.seller_id !== who.company_id && found.buyer_id !== who.company_id))
    throw notFound("外注依頼");
  return found;
}

/** A line of the last version, how far it is, and what stands of it now. */
export type Standing = {
  line: VersionLine;
  progress: Progress;
  num_items: string;
  delivery_date: string;
  unit_price: string | null;
  is_off: boolean;
};

export async function standings(db: Tx, order: OrderHead, cards: Cards): Promise<Map<number, Standing>> {
  const lines = (await linesOf(db, [order.key])).get(order.key) ?? [];
  const terms = (await termsOf(db, [order])).get(`${order.seller_id} ${order.buyer_id}`);
  return new Map(
    lines.flatMap((line) => {
      const root = cards.all.find((one) => one.key === line.card_key);
      if (!root) return [];
      const now = lineNow(line, standingFamily(root, cards.all), terms?.amount_rounding ?? "floor");
      const { num_items, unit_price, is_off } = now;
      const delivery_date = now.delivery_dates[0] ?? line.delivery_date;
      const progress = lineProgress(root, cards);
      return [[line.line_no, { line, progress, num_items, delivery_date, unit_price, is_off }]];
    }),
  );
}

/** What a person confirms: of the lines of these items how far they are. */
export const seenOf = (items: { line_no: number | null }[], now: Map<number, Standing>): string =>
  digestOf(items.map(({ line_no }) => (line_no === null ? null : now.get(line_no)?.progress)));

export const wantedOf = (item: Pick<ItemRow, "is_cancel" | "after">, progress: Progress): string =>
  item.is_cancel ? progress.delivered : (item.after.num_items ?? progress.ordered);

export function itemState({ answer }: ItemRow, { expires_date }: AmendmentRow, day: string) {
  return answer?.state ?? (expires_date < day ? ("expired" as const) : ("open" as const));
}

const unitOf = (item: ItemRow, standing: Standing | undefined): Unit =>
  standing?.line.order_unit ?? item.after.order_unit ?? "piece";

function itemNow(row: AmendmentRow, item: ItemRow, now: Map<number, Standing>) {
  const standing = item.line_no === null ? undefined : now.get(item.line_no);
  const unit = unitOf(item, standing);
  if (!standing || !item.seen) return { now: null, verdict: "", moved: null, problem: null, unit };
  const [then, at] = [item.seen, standing.progress];
  const [before, after] = [amendVerdict(then, wantedOf(item, then)), amendVerdict(at, wantedOf(item, at))];
  const quantity = item.is_cancel || item.after.num_items !== undefined;
  return {
    unit,
    now: at,
    verdict: quantity ? [VERDICT_TEXT[after.kind], verdictText(after, unit)].filter(Boolean).join("：") : "",
    moved: isSameProgress(then, at) ? null : `${formatNumber(movedOn(then, at))}${UNIT_LABEL[unit]}`,
    problem: quantity ? outdatedVerdict(before, after, row, unit) : null,
  };
}

/** Pieces that are made, and that the buyer neither takes nor pays for. */
function cautionsOf(row: AmendmentRow, toriteki: Toriteki, now: Map<number, Standing>): string[] {
  if (toriteki === "exempt") return [];
  const open = row.items.flatMap((item) => {
    const standing = item.line_no === null ? undefined : now.get(item.line_no);
    return standing
      ? [{ item, verdict: amendVerdict(standing.progress, wantedOf(item, standing.progress)) }]
      : [];
  });
  const unpaid = open.some(
    ({ item, verdict }) =>
      item.cost === null &&
      ((verdict.kind === "surplus" &&
        [row.made, row.wip].some((one) => one === "stock" || one === "scrap")) ||
        (verdict.kind === "return" && row.returned === "return")),
  );
  const lower = row.items.some(
    ({ before, after }) =>
      before.unit_price && after.unit_price && Number(after.unit_price) < Number(before.unit_price),
  );
  return [
    ...(unpaid
      ? [
          "作った分や作業中の分の代金を払わずにやめると、取適法の「不当な給付内容の変更」や「受領拒否」に当たることがあります。これまでの費用を入れてください。",
        ]
      : []),
    ...(lower
      ? [
          "依頼したあとで単価を下げると、合意があっても取適法の「減額」に当たることがあります。理由を確認してください。",
        ]
      : []),
  ];
}

const wishesOf = ({ after, is_cancel, cost }: ItemRow, amounts: boolean): Record<string, string> => {
  const { unit_price, ...others } = after;
  const all = amounts ? { ...after, cost } : others;
  const said = Object.entries({ ...all, deed: is_cancel ? "cancel" : null });
  return Object.fromEntries(said.flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])));
};

async function amendmentsOf(db: Tx, who: Who, order: OrderHead, key?: number): Promise<Amendment[]> {
  const rows = await amendmentRows(db, order.key, key);
  if (rows.length === 0) return [];
  const now = await standings(db, order, await cardsNow(db, order));
  const amounts = seesOrderAmounts(who, order);
  const toriteki =
    (await termsOf(db, [order])).get(`${order.seller_id} ${order.buyer_id}`)?.toriteki ?? "unknown";
  const day = today(new Date(who.now));
  return rows.map((row) => {
    const own = row.proposed_by === who.company_id;
    const items = row.items.map((item) => ({
      item_no: item.item_no,
      line_no: item.line_no,
      name: item.line_no === null ? (item.after.name ?? "") : (now.get(item.line_no)?.line.name ?? ""),
      is_cancel: item.is_cancel,
      cost: amounts ? item.cost : null,
      state: itemState(item, row, day),
      seen: item.seen,
      answerer_name: item.answer?.answerer_name ?? null,
      answered_time: item.answer?.answered_time ?? null,
      words: item.answer?.words ?? null,
      revision: item.answer?.revision ?? null,
      ...itemNow(row, item, now),
    }));
    const open = items.filter((item) => item.state === "open");
    const stands = order.cancelled_time === null && open.length > 0;
    return {
      ...row,
      items: items.map((item, at) => ({
        ...item,
        changes: contentChanges(row.items[at]!, item.unit, amounts),
        wishes: wishesOf(row.items[at]!, amounts),
      })),
      cautions: open.length > 0 ? cautionsOf(row, toriteki, now) : [],
      can_answer: stands && !own,
      can_withdraw: stands && own,
      seen: seenOf(open, now),
    };
  });
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

export async function findAmendments(
  db: Tx,
  who: Who,
  key: number,
): Promise<ReturnType<typeof amendments.parse>> {
  const order = await orderHead(db, who, key);
  const now = await standings(db, order, await cardsNow(db, order));
  return { items: await amendmentsOf(db, who, order), seen: formSeen(now) };
}

export async function findAmendment(
  db: Tx,
  who: Who,
  key: number,
  amendment_key: number,
): Promise<Amendment> {
  const order = await orderHead(db, who, key);
  const [found] = await amendmentsOf(db, who, order, amendment_key);
  if (!found) throw notFound("変更依頼");
  return found;
}
