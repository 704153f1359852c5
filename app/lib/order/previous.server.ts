import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { card } from "~/lib/tables/card.table.server";
import { order_line, orders } from "~/lib/tables/order.table.server";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import { differences } from "./difference";
import { lineDrawing } from "./order.files.server";
import { linesOf } from "./order.revision.server";
import { type AskedProduct, agreedPrice } from "./previous.agreed.server";
import { type Compared, type ComparedLine, type OrderedLine, orderedLine } from "./previous.schema";

type Pair = { seller_id: string; buyer_id: string };
const LAST = 5;

const columns = {
  order_key: order_line.order_key,
  order_id: orders.order_id,
  order_date: orders.order_date,
  line_no: order_line.line_no,
  card_key: order_line.card_key,
  product_id: order_line.product_id,
  name: order_line.name,
  drawing_no: order_line.drawing_no,
  drawing_revision: order_line.drawing_revision,
  num_items: order_line.num_items,
  order_unit: order_line.order_unit,
  unit: order_line.unit,
  unit_price: order_line.unit_price,
  delivery_date: order_line.delivery_date,
  delivery_time: order_line.delivery_time,
  destination: order_line.destination,
  supply: order_line.supply,
  supplied_material: order_line.supplied_material,
  supply_quantity: order_line.supply_quantity,
  supply_unit: order_line.supply_unit,
  supply_price: order_line.supply_price,
  supply_date: order_line.supply_date,
  over_pct: order_line.over_pct,
  under_pct: order_line.under_pct,
  process_name: order_line.process_name,
  part_delivery: order_line.part_delivery,
  note: order_line.note,
};

const linesWhere = (db: Tx, where: SQL | undefined) =>
  db.select(columns).from(order_line).innerJoin(orders, eq(orders.key, order_line.order_key)).where(where);

type Row = Awaited<ReturnType<typeof linesWhere>>[number];

/** What was agreed since it was sent; a line that was called off stays as it was. */
async function asRevised(db: Tx, rows: Row[], revision?: number): Promise<Row[]> {
  const lines = await linesOf(db, [...new Set(rows.map((row) => row.order_key))], revision);
  return rows.map((row) => {
    const line = lines.get(row.order_key)?.find((one) => one.line_no === row.line_no);
    if (!line || line.is_off) return row;
    const own = Object.entries(line).filter(([name]) => name in row);
    return { ...row, ...Object.fromEntries(own) };
  });
}

const isPair = ({ seller_id, buyer_id }: Pair) =>
  and(eq(orders.seller_id, seller_id), eq(orders.buyer_id, buyer_id));

const isProduct = (one: { product_id: number | null; name: string; drawing_no: string | null }) =>
  one.product_id === null ? `${one.name} ${one.drawing_no ?? ""}` : one.product_id;

/** Nobody compares a 中止費用 with that of another order. */
const isUnlisted = sql`${order_line.product_id} is null and not exists (select from card c
  where c.key = ${order_line.card_key} and c.cost_tax_rate is not null)`;

export type Wanted = { product_id: number | null; name: string; drawing_no: string | null };

/** By product, or by its name and number where it is no product yet; an order that was called off is none. */
export async function previousOf(db: Tx, pair: Pair, wanted: Wanted[], before?: { key: number; at: string }) {
  const ids = [...new Set(wanted.flatMap((one) => one.product_id ?? []))];
  const names = [...new Set(wanted.flatMap((one) => (one.product_id === null ? one.name : [])))];
  const stood = before
    ? or(isNull(orders.cancelled_time), gt(orders.cancelled_time, before.at))
    : isNull(orders.cancelled_time);
  const found = new Map<string | number, Row[]>();
  const same = [
    ids.length > 0 ? inArray(order_line.product_id, ids) : undefined,
    names.length > 0 ? and(isUnlisted, inArray(order_line.name, names)) : undefined,
  ].filter((one) => one !== undefined);
  if (same.length === 0) return found;
  const where = and(or(...same), isPair(pair), stood, before && lt(orders.key, before.key));
  const rows = await db
    .selectDistinctOn([order_line.product_id, order_line.name, order_line.drawing_no], columns)
    .from(order_line)
    .innerJoin(orders, eq(orders.key, order_line.order_key))
    .where(where)
    .orderBy(
      order_line.product_id,
      order_line.name,
      order_line.drawing_no,
      desc(order_line.order_key),
      asc(order_line.line_no),
    );
  const newest = new Map<string | number, number>();
  for (const row of rows.sort((a, b) => b.order_key - a.order_key))
    if (!newest.has(isProduct(row))) newest.set(isProduct(row), row.order_key);
  if (newest.size === 0) return found;
  const last = await linesWhere(db, inArray(order_line.order_key, [...new Set(newest.values())])).orderBy(
    asc(order_line.line_no),
  );
  const own = last.filter((row) => newest.get(isProduct(row)) === row.order_key);
  for (const row of await asRevised(db, own))
    found.set(isProduct(row), [...(found.get(isProduct(row)) ?? []), row]);
  return found;
}

/** With each line the last order's: of a product that stands on several lines the first with the first. */
export function paired<L extends Wanted>(found: Map<string | number, Row[]>, lines: L[]) {
  const nth = new Map<string | number, number>();
  return lines.map((line) => {
    const of = isProduct(line);
    const before = found.get(of) ?? [];
    const at = nth.get(of) ?? 0;
    nth.set(of, at + 1);
    return { line, last: before[at] ?? before.at(-1) ?? null };
  });
}

export async function lastLinesOf(db: Tx, who: Who, asked: AskedProduct) {
  const { seller_id, product_id } = asked;
  const pair = { seller_id, buyer_id: who.company_id };
  const where = and(isPair(pair), eq(order_line.product_id, product_id), isNull(orders.cancelled_time));
  const rows = await linesWhere(db, where)
    .orderBy(desc(order_line.order_key), asc(order_line.line_no))
    .limit(LAST);
  return {
    items: (await asRevised(db, rows)).map((row) => orderedLine.parse(row)),
    agreed: await agreedPrice(db, who, asked),
  };
}

export async function comparedOrder(
  db: Tx,
  who: Who,
  key: number,
  { card_key, revision }: { card_key?: number; revision?: number } = {},
): Promise<Compared> {
  const [found] = await db.select().from(orders).where(eq(orders.key, key));
  if (!found || (found.seller_id !== who.company_id && found.buyer_id !== who.company_id))
    throw notFound("外注依頼");
  const amounts = seesOrderAmounts(who, found);
  const sent = await linesWhere(db, eq(order_line.order_key, key)).orderBy(asc(order_line.line_no));
  const all = await asRevised(db, sent, revision);
  const rows = card_key === undefined ? all : all.filter((row) => row.card_key === card_key);
  const before = await previousOf(db, found, rows, { key, at: found.sent_time });
  const pairs = paired(before, all).filter(({ line }) => rows.includes(line));
  const frozen = await filesOf(db, who, "order", [
    key,
    ...pairs.flatMap(({ line, last }) =>
      [line, last].flatMap((one) => (one ? `${one.order_key}.${one.line_no}` : [])),
    ),
  ]);
  const products = await filesOf(db, who, "product", [
    ...new Set(rows.flatMap((row) => row.product_id ?? [])),
  ]);
  const shown = (row: OrderedLine) =>
    orderedLine.parse(amounts ? row : { ...row, unit_price: null, supply_price: null });
  return {
    files: frozen.filter((one) => one.owner_key === String(key)),
    lines: pairs.map(
      ({ line: row, last }): ComparedLine => ({
        line_no: row.line_no,
        card_key: row.card_key,
        line: shown(row),
        previous: last && shown(last),
        differences: last ? differences(last, row, amounts) : [],
        drawing: lineDrawing(frozen, products, row),
        previous_drawing: last && lineDrawing(frozen, products, last),
        files: frozen.filter((one) => one.owner_key === `${key}.${row.line_no}`),
      }),
    ),
  };
}

/** Of a branch, the line of the card that it was divided from. */
export async function comparedCardOf(db: Tx, who: Who, key: number) {
  const [own] = await db
    .select({
      key: card.key,
      seller_id: card.seller_id,
      order_key: card.order_key,
      parent_id: card.parent_id,
    })
    .from(card)
    .where(eq(card.key, key));
  if (!own) throw notFound("カード");
  if (own.order_key === null) return { line: null };
  const [parent] =
    own.parent_id === null
      ? []
      : await db
          .select({ key: card.key })
          .from(card)
          .where(and(eq(card.seller_id, own.seller_id), eq(card.id, own.parent_id)));
  const { lines } = await comparedOrder(db, who, own.order_key, { card_key: key });
  if (lines[0] || !parent) return { line: lines[0] ?? null };
  const whole = (await comparedOrder(db, who, own.order_key, { card_key: parent.key })).lines[0];
  // How many the whole line has is no word of a part of it.
  const left = whole?.differences.filter(({ field }) => field !== "num_items") ?? [];
  return { line: whole && left.length > 0 ? { ...whole, differences: left } : null };
}
