import { eq } from "drizzle-orm";
import type { z } from "zod";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { quote_inner } from "~/lib/tables/quote.table.server";
import { shorten } from "~/lib/text/shorten";
import { formatDate, today, tokyoDate } from "~/lib/time/date";
import { answersOf, awardsOf, liveOf } from "./answer.read.server";
import type { quoteCancel, quoteExtension, quoteInner } from "./quote.schema";
import {
  changeParts,
  changeQuote,
  innerVersion,
  lockQuote,
  type Part,
  type Quote,
  recordParts,
  tellSellers,
  wrong,
} from "./quote.write.server";

const NO_DEADLINE = "見積書には回答期限がありません。";

function openProblem({ sent_time, cancelled_time }: Quote): string | null {
  if (cancelled_time) return "取り消した見積依頼です。";
  return sent_time ? null : "まだ送っていない見積依頼です。";
}

/** Who has heard of 見送り, or has declined, waits for nothing. */
const isOut = (part: Part) => part.told_time !== null || part.declined_time !== null;

/** 延長: it opens again what was closed. */
export async function extendQuote(
  db: Tx,
  who: Who,
  key: number,
  { version, deadline }: z.output<typeof quoteExtension>,
) {
  const { row, parts } = await lockQuote(db, who, key, version);
  refuseIf(openProblem(row));
  refuseIf(row.deadline === null ? NO_DEADLINE : null);
  if (deadline < today(new Date(who.now)))
    throw wrong({ deadline: ["回答期限は今日以降の日付を入力してください"] });
  if (deadline <= row.deadline! && !row.closed_time)
    throw wrong({ deadline: ["今の回答期限より後の日付を入力してください"] });
  const answers = await answersOf(db, who, parts, row);
  const is_open = row.closed_time !== null || row.deadline! < today(new Date(who.now));
  // A day that is moved hides nothing that was to be seen.
  const opened_time = row.opened_time ?? (row.is_sealed && is_open && answers.size > 0 ? who.now : null);
  const after = await changeQuote(db, row, { deadline, closed_time: null, opened_time });
  const chosen = new Set((await awardsOf(db, parts)).map((one) => one.seller_key));
  const running = parts.filter((part) => !isOut(part) && part.passed_time === null && !chosen.has(part.key));
  await recordParts(db, who, running, "extended", { deadline });
  await tellSellers(
    db,
    who,
    row,
    running,
    `見積依頼 ${row.number}「${row.name}」の回答期限が${formatDate(deadline)}になりました`,
  );
  return { key, version: after.version };
}

/** 締切: no answer comes after it. A 見積書 that nobody asked for has none: nothing could open it again. */
export async function closeQuote(db: Tx, who: Who, key: number, version?: number) {
  const { row, parts } = await lockQuote(db, who, key, version);
  refuseIf(openProblem(row));
  refuseIf(row.deadline === null ? NO_DEADLINE : null);
  refuseIf(row.closed_time ? "もう締め切られています。" : null);
  const after = await changeQuote(db, row, { closed_time: who.now });
  await recordParts(db, who, parts, "closed", {});
  return { key, version: after.version };
}

/** Of several that were ticked; what is closed, cancelled or not sent is left alone. */
export async function closeQuotes(db: Tx, who: Who, keys: number[]): Promise<{ num: number }> {
  let num = 0;
  for (const key of [...new Set(keys)].sort((a, b) => a - b)) {
    const { row } = await lockQuote(db, who, key);
    if (openProblem(row) || row.closed_time || row.deadline === null) continue;
    await closeQuote(db, who, key);
    num += 1;
  }
  return { num };
}

/** 催促: those who owe an answer, once a day. */
export async function remindQuotes(db: Tx, who: Who, keys: number[]): Promise<{ num: number }> {
  const day = today(new Date(who.now));
  let num = 0;
  for (const key of [...new Set(keys)].sort((a, b) => a - b)) {
    const { row, parts } = await lockQuote(db, who, key);
    if (openProblem(row) || row.closed_time) continue;
    const answers = await answersOf(db, who, parts, row);
    const owing = parts.filter((part) => {
      const live = liveOf(answers.get(part.key) ?? []);
      const waits = !live || (part.asked_time !== null && part.asked_time > live.sent_time);
      const reminded = part.reminded_time !== null && tokyoDate(part.reminded_time) === day;
      return waits && !reminded && part.passed_time === null && !isOut(part);
    });
    if (owing.length === 0) continue;
    await changeParts(db, owing, { reminded_time: who.now });
    await recordParts(db, who, owing, "reminded", {});
    await tellSellers(
      db,
      who,
      row,
      owing,
      `見積依頼 ${row.number}「${row.name}」の回答をお願いします（回答期限 ${formatDate(row.deadline ?? day)}）`,
    );
    num += owing.length;
  }
  return { num };
}

/** A draft is thrown away; of what was sent, each is told once. */
export async function cancelQuote(
  db: Tx,
  who: Who,
  key: number,
  { version, reason }: z.output<typeof quoteCancel>,
) {
  const { row, parts } = await lockQuote(db, who, key, version);
  if (row.made_by !== who.company_id) throw notFound("見積依頼");
  refuseIf(row.cancelled_time ? "もう取り消されています。" : null);
  const awards = (await awardsOf(db, parts)).length;
  refuseIf(awards > 0 ? "採用した見積依頼は取り消せません。" : null);
  const after = await changeQuote(db, row, { cancelled_time: who.now, cancel_reason: reason });
  if (row.sent_time) {
    const waiting = parts.filter((part) => !isOut(part));
    await recordParts(db, who, waiting, "cancelled", {}, reason);
    await tellSellers(
      db,
      who,
      row,
      waiting,
      `見積依頼 ${row.number}「${row.name}」は取り消されました（${reason}）`,
    );
  }
  return { key, version: after.version };
}

function quicker(now?: { memo: string | null; target_price: string | null }): string {
  const price = now?.target_price ? `${formatNumber(now.target_price)}円` : "なし";
  const memo = shorten(now?.memo ?? "なし", 200);
  return `ほかの人が先に書き換えました（検討用メモ：${memo}、目標単価：${price}）。この内容に書き換えるときは、もう一度保存してください。`;
}

export async function noteQuote(
  db: Tx,
  who: Who,
  key: number,
  { memo, target_price, version }: z.output<typeof quoteInner>,
) {
  const { row } = await lockQuote(db, who, key);
  const [now] = await db.select().from(quote_inner).where(eq(quote_inner.quote_key, key));
  const inner = { memo: memo ?? null, target_price: target_price ?? null };
  const stands = innerVersion(now);
  refuseIf(
    version !== undefined && version !== stands && innerVersion(inner) !== stands ? quicker(now) : null,
  );
  await db
    .insert(quote_inner)
    .values({ quote_key: key, buyer_id: who.company_id, ...inner })
    .onConflictDoUpdate({
      target: quote_inner.quote_key,
      set: inner,
      setWhere: eq(quote_inner.quote_key, key),
    });
  return { key, version: row.version };
}

/** The buyer has seen the answers. */
export async function seeAnswers(db: Tx, who: Who, key: number) {
  const { row, parts } = await lockQuote(db, who, key);
  await changeParts(db, parts, { seen_time: who.now });
  return { key, version: row.version };
}
