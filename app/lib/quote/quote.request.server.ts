import { eq, inArray } from "drizzle-orm";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { documentNumber } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { keepFiles } from "~/lib/file/file.server";
import { unitProblem } from "~/lib/money/price";
import { wholeProblem } from "~/lib/money/whole";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import { partyOf } from "~/lib/partner/party.server";
import { quote, quote_inner, quote_seller } from "~/lib/tables/quote.table.server";
import { today } from "~/lib/time/date";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { Stored } from "~/lib/vocabulary/file";
import { carryFiles } from "./quote.carry.server";
import { type QuoteInput, quantitiesOf } from "./quote.schema";
import { askSellers, chosenProduct, deliver } from "./quote.sellers.server";
import { changeParts, changeQuote, lockQuote, wrong } from "./quote.write.server";

/** No order could be sent of them. */
function partsOfPieces(quantities: (string | undefined)[], order_unit: Unit): Record<string, string[]> {
  const said = quantities.flatMap((quantity, at) => {
    const problem = quantity ? wholeProblem(quantity, order_unit) : null;
    return problem ? [[`quantities[${at}]`, [problem]] as [string, string[]]] : [];
  });
  return Object.fromEntries(said);
}

async function headOf(db: Tx, who: Who, input: QuoteInput) {
  const sellers = new Set((await collaboratorsOf(db, who, "seller")).map((one) => one.id));
  const stranger = input.seller_ids.some((id) => !sellers.has(id));
  if (stranger) throw wrong({ seller_ids: ["依頼先を選択してください"] });
  const day = today(new Date(who.now));
  if (input.deadline < day) throw wrong({ deadline: ["回答期限は今日以降の日付を入力してください"] });
  if (input.wish_date && input.wish_date < day)
    throw wrong({ wish_date: ["希望納期は今日以降の日付を入力してください"] });
  const {
    seller_ids: _,
    memo: __,
    target_price: ___,
    product_id: ____,
    version: _____,
    order_files: ______,
    ...item
  } = input;
  const chosen = await chosenProduct(db, who, input);
  const name = item.name ?? chosen?.name;
  if (name === undefined) throw wrong({ name: ["品名を入力するか、商品を選択してください"] });
  const order_unit = item.order_unit ?? chosen?.order_unit ?? "piece";
  const unit = item.unit ?? (item.order_unit ? undefined : chosen?.unit) ?? order_unit;
  const measure = {
    order_unit,
    unit,
    unit_weight: item.unit_weight ?? chosen?.unit_weight ?? null,
    pieces_per_set: item.pieces_per_set ?? chosen?.pieces_per_set ?? null,
  };
  const units = unitProblem(measure);
  if (units) throw wrong({ unit: [units] });
  const parts = partsOfPieces(input.quantities, order_unit);
  if (Object.keys(parts).length > 0) throw wrong(parts);
  const drawn = item.drawing_no ? item : chosen;
  const drawing = {
    drawing_no: drawn?.drawing_no ?? null,
    drawing_revision: drawn?.drawing_revision ?? null,
  };
  const rest = {
    material: null,
    surface: null,
    dimensions: null,
    note: null,
    wish_date: null,
    destination: null,
    person: null,
  };
  const given = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
  return {
    ...rest,
    ...given,
    ...drawing,
    ...measure,
    name,
    quantities: quantitiesOf(input.quantities),
    deadline: item.deadline,
    request_date: day,
  };
}

const innerOf = ({ memo, target_price }: Pick<QuoteInput, "memo" | "target_price">) => ({
  memo: memo ?? null,
  target_price: target_price ?? null,
});

/** A draft: nobody is told of it until it is sent. */
export async function createQuote(db: Tx, who: Who, input: QuoteInput, files: Stored[] = []) {
  const head = await headOf(db, who, input);
  const [made] = await db
    .insert(quote)
    .values({
      ...head,
      buyer_id: who.company_id,
      made_by: who.company_id,
      buyer: await partyOf(db, who.company_id),
      created_by: who.name,
      created_time: who.now,
    })
    .returning();
  const { key } = made!;
  await db.insert(quote_inner).values({ quote_key: key, buyer_id: who.company_id, ...innerOf(input) });
  await askSellers(db, who, key, input);
  await carryFiles(db, who, key, input, head.drawing_revision);
  if (files.length > 0) await addFiles(db, who, key, files);
  return { key, number: null };
}

const sentAlready = "送った見積依頼は変更できません。再見積を求めるか、新しく依頼してください。";

export async function editQuote(db: Tx, who: Who, key: number, input: QuoteInput) {
  const { row, parts } = await lockQuote(db, who, key, input.version);
  refuseIf(row.sent_time || row.cancelled_time ? sentAlready : null);
  await changeQuote(db, row, await headOf(db, who, input));
  await db.update(quote_inner).set(innerOf(input)).where(eq(quote_inner.quote_key, key));
  const keys = parts.map((part) => part.key);
  if (keys.length > 0) await db.delete(quote_seller).where(inArray(quote_seller.key, keys));
  await askSellers(db, who, key, input);
  return { key, number: null };
}

/** Its own; the factories get theirs when it is sent. */
export async function addFiles(db: Tx, who: Who, key: number, files: Stored[]) {
  const { row } = await lockQuote(db, who, key);
  if (row.made_by !== who.company_id) throw notFound("見積依頼");
  refuseIf(row.sent_time || row.cancelled_time ? sentAlready : null);
  const own = { kind: "quote" as const, key, seller_id: who.company_id, buyer_id: who.company_id };
  return keepFiles(db, who, own, files);
}

/** By as many statements as for one factory, but for the files, which are each factory's own. */
export async function sendQuote(db: Tx, who: Who, key: number, version: number) {
  const { row, parts } = await lockQuote(db, who, key, version);
  refuseIf(row.sent_time ? "この見積依頼は、もう送信されています。" : null);
  refuseIf(row.cancelled_time ? "破棄した下書きは送れません。" : null);
  const day = today(new Date(who.now));
  if (row.deadline! < day) throw wrong({ deadline: ["回答期限は今日以降の日付を入力してください"] });
  const known = new Set((await collaboratorsOf(db, who, "seller")).map((one) => one.id));
  refuseIf(parts.every((part) => known.has(part.seller_id)) ? null : "取引のなくなった依頼先があります。");
  const number = await documentNumber(db, who.company_id, "M", day);
  const sent = await changeQuote(db, row, {
    number,
    request_date: day,
    sent_time: who.now,
    buyer: await partyOf(db, who.company_id),
  });
  await changeParts(db, parts, {
    sent_time: who.now,
    num_sellers: row.tells_count ? parts.length : null,
  });
  await deliver(db, who, sent, parts);
  return { key, number };
}
