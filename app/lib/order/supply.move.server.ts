import { and, eq, sql } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem } from "~/lib/money/amount";
import { formatNumber } from "~/lib/money/decimal";
import { giveNotices } from "~/lib/notice/notice.server";
import { collaborationOf, termsOf } from "~/lib/partner/party.server";
import { orders } from "~/lib/tables/order.table.server";
import { supply_move } from "~/lib/tables/supply.table.server";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { SUPPLY_LABEL, SUPPLY_MOVEMENT_LABEL } from "~/lib/vocabulary/supply";
import { linesOf } from "./order.revision.server";
import {
  movedProblem,
  opposite,
  sentProblems,
  settlementFrom,
  settlementProblem,
  supplyPrice,
} from "./supply";
import { goodsOf, paymentDates } from "./supply.goods.server";
import { SUPPLIES_AT } from "./supply.list";
import { findSupply } from "./supply.read.server";
import type { SupplyMoved, SupplySent } from "./supply.schema";

type Pair = { seller_id: string; buyer_id: string };
type NewMove = Omit<typeof supply_move.$inferInsert, "company_id" | "person" | "recorded_time">;

function refuseFields(errors: Record<string, string[]>): void {
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);
}

/** What stands at the seller's is looked at and moved by one at a time. */
async function lockPair(db: Tx, { seller_id, buyer_id }: Pair): Promise<void> {
  const name = `supply ${seller_id} ${buyer_id}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

async function insertMove(db: Tx, who: Who, move: NewMove): Promise<number> {
  const by = { company_id: who.company_id, person: who.name, recorded_time: who.now };
  const [made] = await db
    .insert(supply_move)
    .values({ ...move, ...by })
    .returning({ key: supply_move.key });
  const what = `${SUPPLY_MOVEMENT_LABEL[move.movement]}${move.reverses ? "の取消" : ""}`;
  const much = `${formatNumber(move.reverses ? opposite(move.quantity) : move.quantity)}${move.unit}`;
  const partner = move.buyer_id === who.company_id ? move.seller_id : move.buyer_id;
  const text = `${who.company_name}：${SUPPLY_LABEL[move.kind]}の${what} ${move.item} ${much}`;
  const path = `${SUPPLIES_AT}/${made!.key}`;
  await giveNotices(db, [{ company_id: partner, kind: "document", text, path, at: who.now }]);
  return made!.key;
}

const dayProblem = (who: Who, move_date: string): Record<string, string[]> =>
  move_date > tokyoDate(who.now) ? { move_date: ["先の日付です。動いた日を入力してください"] } : {};

/** Nothing stood there yet. */
const beforeSent = (day: string, first?: string): Record<string, string[]> =>
  first !== undefined && day < first
    ? { move_date: [`最初の支給（${formatDate(first)}）より前の日付です。動いた日を入力してください`] }
    : {};

async function orderProblems(db: Tx, who: Who, input: SupplySent): Promise<Record<string, string[]>> {
  if (input.order_key === undefined) return {};
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.key, input.order_key), eq(orders.buyer_id, who.company_id)));
  if (!order || order.seller_id !== input.seller_id) throw notFound("外注依頼");
  if (input.line_no === undefined) return { line_no: ["材料を使う明細を選んでください"] };
  const line = (await linesOf(db, [order.key])).get(order.key)?.find((one) => one.line_no === input.line_no);
  if (!line || order.cancelled_time !== null || line.is_off)
    return { line_no: ["この明細は取り消されています。ほかの明細を選んでください"] };
  const goods = (await goodsOf(db, [order.key])).get(`${order.key} ${line.line_no}`);
  const problem = settlementProblem(
    input.settlement_date,
    goods ? settlementFrom(paymentDates(goods)) : null,
  );
  return problem ? { settlement_date: [problem] } : {};
}

/** 支給: the buyer's alone. */
export async function sendSupply(db: Tx, who: Who, input: SupplySent): Promise<{ key: number }> {
  const pair = { seller_id: input.seller_id, buyer_id: who.company_id };
  const { amount_rounding } = await collaborationOf(db, pair.seller_id, pair.buyer_id);
  const line_no = input.order_key === undefined ? undefined : input.line_no;
  const tooMuch = input.unit_price === undefined ? null : amountProblem(input.quantity, input.unit_price);
  refuseFields({
    ...dayProblem(who, input.move_date),
    ...(tooMuch ? { unit_price: [tooMuch] } : {}),
    ...sentProblems({ ...input, line_no }),
    ...(await orderProblems(db, who, input)),
  });
  const { unit_price = null } = input;
  const price = tooMuch ? null : supplyPrice(input.quantity, unit_price, amount_rounding);
  await lockPair(db, pair);
  return {
    key: await insertMove(db, who, { ...input, ...pair, line_no, unit_price, price, movement: "sent" }),
  };
}

/** 使用 by the seller, 返却 by either; at the price of the last 支給. */
export async function moveSupply(db: Tx, who: Who, key: number, input: SupplyMoved) {
  const { seller_id, buyer_id, kind, item, unit, is_buyer } = await findSupply(db, who, key);
  refuseIf(is_buyer && input.movement === "used" ? "使用は、材料を預かった会社が記録します。" : null);
  await lockPair(db, { seller_id, buyer_id });
  const { rest, entries } = await findSupply(db, who, key);
  const problem = movedProblem(input.quantity, rest, unit);
  const sent = entries.filter((one) => one.movement === "sent" && one.reverses === null && !one.is_undone);
  refuseFields({
    ...dayProblem(who, input.move_date),
    ...(problem ? { quantity: [problem] } : beforeSent(input.move_date, sent[0]?.move_date)),
  });
  const terms = (await termsOf(db, [{ seller_id, buyer_id }])).get(`${seller_id} ${buyer_id}`);
  const isCharged = kind === "paid" && input.movement === "returned";
  const last = sent.at(-1);
  const [row] = last?.key ? await db.select().from(supply_move).where(eq(supply_move.key, last.key)) : [];
  const unit_price = (isCharged && row?.unit_price) || null;
  const price = supplyPrice(input.quantity, unit_price, terms?.amount_rounding ?? "floor");
  const move = { ...input, seller_id, buyer_id, kind, item, unit, unit_price, price };
  return { key: await insertMove(db, who, move) };
}

/** By the opposite row, once, by the company that wrote it. */
export async function undoMove(db: Tx, who: Who, key: number, { note }: { note: string }) {
  const { seller_id, buyer_id } = await findSupply(db, who, key);
  await lockPair(db, { seller_id, buyer_id });
  const { entries } = await findSupply(db, who, key);
  const entry = entries.find((one) => one.key === key)!;
  refuseIf(entry.may_undo ? null : "この行は取り消せません。記録した会社が、1度だけ取り消せます。");
  const [row] = await db.select().from(supply_move).where(eq(supply_move.key, key));
  const { key: _, used_each: __, settlement_date: ___, recorded_time: ____, ...same } = row!;
  const move = {
    ...same,
    quantity: opposite(row!.quantity),
    price: row!.price === null ? null : -row!.price,
    note,
    reverses: key,
  };
  const made = await insertMove(db, who, move);
  const after = await findSupply(db, who, key);
  refuseIf(
    after.rest.startsWith("-")
      ? "取り消すと、支給より使用・返却の方が多くなります。先に使用・返却の記録を取り消してください。"
      : null,
  );
  return { key: made };
}
