import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { DECLINE_LABEL } from "~/lib/vocabulary/quote";
import { declineProblem, returnProblem } from "./answer";
import type { declining } from "./answer.schema";
import { lockAnswers } from "./answer.server";
import { changeParts, recordParts, tellBuyer } from "./quote.write.server";

/** 辞退: the buyer need not wait for this factory. */
export async function declineQuote(
  db: Tx,
  who: Who,
  key: number,
  { reason, words }: z.output<typeof declining>,
) {
  const { row, part, answers, awards } = await lockAnswers(db, who, key);
  refuseIf(declineProblem(row, part, answers[0], awards.length));
  await changeParts(db, [part], {
    declined_time: who.now,
    declined_reason: reason,
    declined_words: words ?? null,
    viewed_time: part.viewed_time ?? who.now,
  });
  await recordParts(db, who, [part], "declined", { reason }, words);
  await tellBuyer(
    db,
    who,
    row,
    `${row.number}「${row.name}」の見積は辞退されました（${DECLINE_LABEL[reason]}）`,
  );
  return { key };
}

export async function returnQuote(db: Tx, who: Who, key: number) {
  const { row, part, awards } = await lockAnswers(db, who, key);
  refuseIf(returnProblem(row, part, awards.length));
  await changeParts(db, [part], { declined_time: null, declined_reason: null, declined_words: null });
  await recordParts(db, who, [part], "returned", {});
  await tellBuyer(db, who, row, `${row.number}「${row.name}」の辞退が取り消されました`);
  return { key };
}
