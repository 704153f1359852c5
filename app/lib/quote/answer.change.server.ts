import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { copyFiles } from "~/lib/file/file.server";
import { quote_withdrawal } from "~/lib/tables/quote.table.server";
import { today } from "~/lib/time/date";
import { renewProblem, STALE_ANSWER } from "./answer";
import type { AnswerInput, renewal, withdrawal } from "./answer.schema";
import { insertAnswer, lockAnswers } from "./answer.server";
import { answerFilesKey } from "./quote.files";
import type { QuoteAnswer } from "./quote.row.schema";
import { recordParts, tellBuyer, wrong } from "./quote.write.server";

/** Until something of it has been chosen. */
export async function withdrawAnswer(
  db: Tx,
  who: Who,
  key: number,
  { answer_key, words }: z.output<typeof withdrawal>,
) {
  const { row, part, live, awards } = await lockAnswers(db, who, key);
  if (live?.key !== answer_key) throw new Refusal(409, STALE_ANSWER);
  refuseIf(awards.length > 0 ? "採用された見積は取り下げられません。" : null);
  await db.insert(quote_withdrawal).values({
    answer_key,
    seller_id: part.seller_id,
    buyer_id: part.buyer_id,
    words: words ?? null,
    withdrawn_by: who.name,
    withdrawn_time: who.now,
  });
  await recordParts(db, who, [part], "withdrawn", { version: live.version }, words);
  await tellBuyer(db, who, row, `${row.number}「${row.name}」の見積が取り下げられました`);
  return { key, version: live.version };
}

const asInput = (answer: QuoteAnswer, valid_until: string, last: number): AnswerInput => ({
  lines: answer.lines.map(({ quantity, unit_price, lead_days, shipping }) => ({
    quantity,
    unit_price,
    lead_days,
    shipping,
  })),
  tooling: answer.tooling,
  tooling_owner: answer.tooling_owner ?? undefined,
  other: answer.other,
  valid_until,
  person: undefined,
  comment: answer.comment ?? undefined,
  last,
});

/** 「この条件で延長」: the same figures, good for longer. */
export async function renewAnswer(
  db: Tx,
  who: Who,
  key: number,
  { answer_key, valid_until }: z.output<typeof renewal>,
) {
  const { row, part, answers, live, awards } = await lockAnswers(db, who, key);
  refuseIf(renewProblem(row, part, answers[0], awards.length));
  const last = answers[0]?.version ?? 0;
  if (!live || live.key !== answer_key) throw new Refusal(409, STALE_ANSWER);
  if (valid_until <= live.valid_until || valid_until < today(new Date(who.now)))
    throw wrong({ valid_until: ["今の有効期限より後の、今日以降の日付を入力してください"] });
  const input = asInput(live, valid_until, last);
  const made = await insertAnswer(db, who, { row, part, version: last + 1, renews: live.key }, input);
  const pair = { seller_id: part.seller_id, buyer_id: part.buyer_id };
  const kept = live.files.filter((one) => one.is_own).map((one) => one.key);
  await copyFiles(db, who, kept, { kind: "quote_part", key: answerFilesKey(made.key), ...pair });
  await recordParts(db, who, [part], "renewed", { version: made.version, valid_until });
  await tellBuyer(db, who, row, `${row.number}「${row.name}」の見積の有効期限が延びました`);
  return made;
}
