import { and, eq, inArray } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { termsOf } from "~/lib/partner/party.server";
import { routesOf } from "~/lib/product/product.route.server";
import { stock } from "~/lib/tables/stock.table.server";
import { today } from "~/lib/time/date";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import { amendVerdict, isSameProgress, movedOn, verdictOf, wantedOf } from "./amend";
import { amendCautions, seenCautions } from "./amend.caution";
import { type Cards, cardsNow } from "./amend.lots.server";
import { oldOf } from "./amend.plan";
import type { Amendment, Amendments } from "./amend.schema";
import { spentOn } from "./amend.spent";
import {
  formSeen,
  itemState,
  type OrderHead,
  offLines,
  orderHead,
  type Standing,
  seenOf,
  standings,
} from "./amend.standing.server";
import { treatedTexts } from "./amend.treat";
import { drawnNow, itemProblem } from "./amend.unseen.server";
import { asksMoney, contentChanges } from "./amend.words";
import { type AmendmentRow, amendmentRows, type ItemRow, linesOf } from "./order.revision.server";

const unitOf = (item: ItemRow, standing: Standing | undefined): Unit =>
  standing?.line.order_unit ?? item.after.order_unit ?? "piece";

function itemNow(row: AmendmentRow, item: ItemRow, now: Map<number, Standing>, managed: Set<number>) {
  const standing = item.line_no === null ? undefined : now.get(item.line_no);
  const unit = unitOf(item, standing);
  if (!standing || !item.seen)
    return { now: null, verdict: "", treated: [], moved: null, problem: null, unit };
  const [then, at] = [item.seen, standing.progress];
  const wanted = wantedOf(item, at);
  const after = amendVerdict(at, wanted);
  const quantity = item.is_cancel || item.after.num_items !== undefined;
  const asked = { wanted, unit, is_managed: managed.has(standing.line.product_id ?? 0) };
  return {
    unit,
    now: at,
    verdict: quantity ? verdictOf(after, unit, row.returned) : "",
    treated: treatedTexts(at, row, asked, drawnNow(row, item, standing)),
    moved: isSameProgress(then, at) ? null : `${formatNumber(movedOn(then, at))}${UNIT_LABEL[unit]}`,
    problem: itemProblem(row, item, standing, unit),
  };
}

/** Of the products of these lines those that the factory keeps in stock. */
async function managedOf(db: Tx, now: Map<number, Standing>): Promise<Set<number>> {
  const ids = [...now.values()].flatMap(({ line }) => line.product_id ?? []);
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: stock.product_id })
    .from(stock)
    .where(and(inArray(stock.product_id, ids), eq(stock.is_managed, true)));
  return new Set(rows.map(({ id }) => id));
}

const wishesOf = ({ after, is_cancel, cost }: ItemRow, amounts: boolean): Record<string, string> => {
  const { unit_price, supply_price, ...others } = after;
  const all = amounts ? { ...after, cost } : others;
  const unsupplied = after.supply === null && { supply: "none" };
  const said = Object.entries({ ...all, ...unsupplied, deed: is_cancel ? "cancel" : null });
  return Object.fromEntries(said.flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])));
};

/** By line, as the version had them that the proposal was made from. */
async function supplyUnits(db: Tx, order_key: number, revision: number) {
  const lines = (await linesOf(db, [order_key], revision)).get(order_key) ?? [];
  return new Map(lines.map((line) => [line.line_no, line.supply_unit]));
}

async function amendmentsOf(db: Tx, who: Who, order: OrderHead, key?: number): Promise<Amendment[]> {
  const rows = await amendmentRows(db, order.key, key);
  if (rows.length === 0) return [];
  const cards = await cardsNow(db, order);
  const now = await standings(db, order, cards);
  const off = offLines(now);
  const managed = await managedOf(db, now);
  const amounts = seesOrderAmounts(who, order);
  const toriteki =
    (await termsOf(db, [order])).get(`${order.seller_id} ${order.buyer_id}`)?.toriteki ?? "unknown";
  const day = today(new Date(who.now));
  const bases = new Map<number, Map<number, string | null>>();
  for (const { base_revision } of rows)
    if (!bases.has(base_revision)) bases.set(base_revision, await supplyUnits(db, order.key, base_revision));
  return rows.map((row) => {
    const own = row.proposed_by === who.company_id;
    const items = row.items.map((item) => ({
      item_no: item.item_no,
      line_no: item.line_no,
      name: item.line_no === null ? (item.after.name ?? "") : (now.get(item.line_no)?.line.name ?? ""),
      is_cancel: item.is_cancel,
      cost: amounts ? item.cost : null,
      list_price: amounts ? item.list_price : null,
      takes_price: item.answer?.takes_price ?? false,
      batches: item.batches ?? [],
      unit_price: amounts ? (now.get(item.line_no ?? 0)?.unit_price ?? null) : null,
      state: itemState(item, row, day, off),
      seen: item.seen,
      answerer_name: item.answer?.answerer_name ?? null,
      answered_time: item.answer?.answered_time ?? null,
      words: item.answer ? item.answer.words : closedWords(item, off, now, cards),
      revision: item.answer?.revision ?? null,
      ...itemNow(row, item, now, managed),
    }));
    const open = items.filter((item) => item.state === "open");
    const isOpen = (at: number) => items[at]!.state === "open";
    const stands = order.cancelled_time === null && open.length > 0;
    return {
      ...row,
      items: items.map((item, at) => ({
        ...item,
        changes: contentChanges(
          row.items[at]!,
          item.unit,
          bases.get(row.base_revision)!.get(item.line_no ?? 0) ?? null,
          amounts,
        ),
        wishes: wishesOf(row.items[at]!, amounts),
      })),
      cautions: open.length > 0 ? seenCautions(amendCautions(row.items, row, toriteki, now), amounts) : [],
      can_answer: stands && !own,
      can_counter:
        stands && !own && (amounts || !row.items.some((item, at) => isOpen(at) && asksMoney(item))),
      can_withdraw: stands && own,
      seen: seenOf(open, now),
    };
  });
}

function closedWords(
  { line_no }: ItemRow,
  off: Set<number>,
  now: Map<number, Standing>,
  { all }: Cards,
): string | null {
  const line = line_no !== null && off.has(line_no) ? now.get(line_no)!.line : undefined;
  const root = line && all.find((one) => one.key === line.card_key);
  if (!root) return null;
  if (root.answer !== "declined") return "明細が取り消されたため、この変更依頼は終わりました。";
  const why = root.answer_reason ? `（${root.answer_reason}）` : "";
  return `依頼先が明細を断った${why}ため、この変更依頼は終わりました。`;
}

const startedOf = (now: Map<number, Standing>): Amendments["started"] =>
  [...now].flatMap(([line_no, { lots, processes }]) =>
    oldOf(lots, processes).map(({ key, id, made, wip }) => ({ card_key: key, id, line_no, made, wip })),
  );

async function spentBy(db: Tx, now: Map<number, Standing>): Promise<Amendments["spent"]> {
  const ids = [...now.values()].flatMap(({ line }) => line.product_id ?? []);
  const routes = await routesOf(db, ids);
  return [...now].flatMap(([line_no, standing]) => {
    const spent = spentOn(standing, routes.get(standing.line.product_id ?? 0) ?? [], standing.price);
    return !spent || standing.is_off || standing.is_cost ? [] : [{ line_no, spent }];
  });
}

export async function findAmendments(db: Tx, who: Who, key: number): Promise<Amendments> {
  const order = await orderHead(db, who, key);
  const now = await standings(db, order, await cardsNow(db, order));
  return {
    items: await amendmentsOf(db, who, order),
    seen: formSeen(now),
    started: startedOf(now),
    spent: seesOrderAmounts(who, order) ? await spentBy(db, now) : [],
  };
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
