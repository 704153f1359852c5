import { eq } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { wholeProblem } from "~/lib/money/whole";
import { quotedProduct, writeQuotedPrices } from "~/lib/product/product.quoted.server";
import { quote_answer, quote_award } from "~/lib/tables/quote.table.server";
import { today } from "~/lib/time/date";
import { answersOf, awardsOf, closedDaysOf, liveOf } from "./answer.read.server";
import { isUndecided, seenText } from "./award";
import { arrivalOf, breakFor, quotedTiers } from "./quote.compare";
import type { QuoteAnswer } from "./quote.row.schema";
import type { awardInput, quoteAsk, quotePass } from "./quote.schema";
import {
  changeParts,
  changeQuote,
  lockQuote,
  type Part,
  type Quote,
  recordParts,
  tellSellers,
  wrong,
} from "./quote.write.server";

function awardProblem(row: Quote, part: Part, live: QuoteAnswer | null, answer_key: number, now: string) {
  const isShut = row.is_sealed && !row.opened_time && !row.closed_time;
  const sealed = isShut && row.deadline! >= today(new Date(now));
  if (row.cancelled_time) return "取り消した見積依頼です。";
  if (sealed) return "回答は、回答期限を過ぎるか、締め切ってから開きます。";
  if (part.told_time) return "見送りを知らせた依頼先です。もう一度、見積を依頼してください。";
  if (live?.key !== answer_key) return "新しい回答が届いたか、取り下げられました。もう一度確認してください。";
  return live.is_expired
    ? `回答の有効期限（${live.valid_until.replaceAll("-", "/")}）が切れています。「再見積を求める」で、依頼先に延長を頼んでください。`
    : null;
}

function partOfAnswer(parts: Part[], answers: Map<number, QuoteAnswer[]>, answer_key: number): Part {
  const part = parts.find((one) => (answers.get(one.key) ?? []).some(({ key }) => key === answer_key));
  if (!part) throw notFound("回答");
  return part;
}

/** 採用: the factory's price list for this buyer is what it quoted, and an order begins with it. */
export async function awardQuote(db: Tx, who: Who, key: number, input: z.output<typeof awardInput>) {
  const { row, parts } = await lockQuote(db, who, key, input.version);
  const answers = await answersOf(db, who, parts, row);
  const part = partOfAnswer(parts, answers, input.answer_key);
  const live = liveOf(answers.get(part.key) ?? []);
  refuseIf(awardProblem(row, part, live, input.answer_key, who.now));
  const part_of_piece = wholeProblem(input.num_items, row.order_unit);
  if (part_of_piece) throw wrong({ num_items: [part_of_piece] });
  const at = breakFor(live!.lines, input.num_items, row.quantities);
  const isBelow = live!.lines.every((line) => compareDecimal(line.quantity, input.num_items) > 0);
  if (!at)
    throw wrong({
      num_items: [
        isBelow
          ? "回答のある最小の数量を下回っています。依頼先に相談してください"
          : "この数量の単価は回答されていません（要相談）。依頼先に相談してください",
      ],
    });
  const earlier = (await awardsOf(db, parts)).filter((one) => one.seller_key === part.key);
  const again = earlier.some((one) => one.answer_key === live!.key && one.quantity === at.quantity);
  refuseIf(again ? "この数量は、もう採用されています。" : null);
  const day = today(new Date(who.now));
  const { date } = arrivalOf(day, at.lead_days, await closedDaysOf(db, part.seller_id), null);
  const once = earlier.length === 0;
  const figures = {
    num_items: input.num_items,
    unit_price: at.unit_price,
    shipping: at.shipping,
    tooling: once ? live!.tooling : 0,
    other: once ? live!.other : 0,
    delivery_date: date,
  };
  if (input.seen && input.seen !== seenText(figures))
    throw new Refusal(409, "確認した内容から変わったため、採用していません。もう一度確認してください。");

  const item = itemOf(row, part);
  const found = await quotedProduct(db, who, part.product_id, item, row.number!);
  const replaced = await writeQuotedPrices(db, who, found, {
    day,
    tiers: quotedTiers(live!.lines, row.quantities),
    valid_until: live!.valid_until,
    note: `見積 ${row.number}`,
  });
  const [made] = await db
    .insert(quote_award)
    .values({
      ...figures,
      quote_key: row.key,
      seller_key: part.key,
      answer_key: live!.key,
      seller_id: part.seller_id,
      buyer_id: part.buyer_id,
      product_id: found.product_id,
      replaced,
      quantity: at.quantity,
      awarded_by: who.name,
      awarded_time: who.now,
    })
    .returning();
  await changeParts(db, [part], {
    product_id: found.product_id,
    passed_time: null,
    passed_reason: null,
    passed_words: null,
  });
  await changeQuote(db, row, {});
  await recordParts(db, who, [part], "awarded", { num_items: input.num_items, unit_price: at.unit_price });
  await tellSellers(db, who, row, [part], `見積 ${row.number}「${row.name}」を採用しました`);
  return { key: made!.key, product_id: found.product_id };
}

const itemOf = (row: Quote, { seller_id, buyer_id }: Part) => ({
  seller_id,
  buyer_id,
  name: row.name,
  drawing_no: row.drawing_no ?? undefined,
  drawing_revision: row.drawing_revision ?? undefined,
  order_unit: row.order_unit,
  unit: row.unit,
  unit_weight: row.unit_weight ?? undefined,
  pieces_per_set: row.pieces_per_set ?? undefined,
});

async function lockOne(db: Tx, who: Who, key: number, version: number, seller_id: string) {
  const { row, parts } = await lockQuote(db, who, key, version);
  const part = parts.find((one) => one.seller_id === seller_id);
  if (!part || !row.sent_time) throw notFound("依頼先");
  refuseIf(row.cancelled_time ? "取り消した見積依頼です。" : null);
  const chosen = (await awardsOf(db, parts)).map((one) => one.seller_key);
  refuseIf(chosen.includes(part.key) ? "採用した依頼先です。" : null);
  return { row, part, others: parts.filter((one) => one !== part && !chosen.includes(one.key)) };
}

/** 見送り: told when the buyer says so, in its own words, and nothing of the others. */
export async function passSeller(
  db: Tx,
  who: Who,
  key: number,
  { version, seller_id, reason, words, tell, others: all }: z.output<typeof quotePass>,
) {
  const { row, part, others } = await lockOne(db, who, key, version, seller_id);
  refuseIf(part.told_time ? "この依頼先には、もう知らせています。" : null);
  refuseIf(part.declined_time ? "辞退した依頼先です。" : null);
  const parts = [part, ...(all ? others.filter(isUndecided) : [])];
  const passed = { passed_time: who.now, passed_reason: reason, passed_words: words ?? null };
  await changeParts(db, parts, { ...passed, told_time: tell ? who.now : null });
  const after = await changeQuote(db, row, {});
  if (tell) {
    await recordParts(db, who, parts, "passed", { reason }, words);
    await tellSellers(db, who, row, parts, `見積 ${row.number}「${row.name}」は見送りになりました`);
  }
  return { key, version: after.version };
}

/** 再見積を求める: what was answered stands until the new version comes. */
export async function askAgain(
  db: Tx,
  who: Who,
  key: number,
  { version, seller_id, words }: z.output<typeof quoteAsk>,
) {
  const { row, part } = await lockOne(db, who, key, version, seller_id);
  refuseIf(part.declined_time ? "辞退した依頼先です。" : null);
  const [last] = await db
    .select({ key: quote_answer.key })
    .from(quote_answer)
    .where(eq(quote_answer.seller_key, part.key))
    .limit(1);
  refuseIf(last ? null : "まだ回答がありません。催促してください。");
  refuseIf(part.told_time ? "見送りを知らせた依頼先です。もう一度、見積を依頼してください。" : null);
  await changeParts(db, [part], { asked_time: who.now, asked_words: words ?? null });
  const after = await changeQuote(db, row, {});
  await recordParts(db, who, [part], "asked", {}, words);
  const said = words ? `（${words}）` : "";
  await tellSellers(db, who, row, [part], `見積 ${row.number}「${row.name}」の再見積をお願いします${said}`);
  return { key, version: after.version };
}
