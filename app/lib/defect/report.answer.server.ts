import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { inCompany } from "~/lib/db/operator.server";
import { compareDecimal } from "~/lib/money/decimal";
import { type defect_report, defect_report_answer } from "~/lib/tables/defect.report.table.server";
import { defectAt, lockDefects } from "~/lib/task/treat.read.server";
import { treatDefect } from "~/lib/task/treat.server";
import { TREATMENT_LABEL, type Treatment } from "~/lib/vocabulary/reason";
import { readReport, storedReport } from "./report.read.server";
import type { reportAnswering, reportWithdrawing } from "./report.schema";
import { cannotFollow, lockReport, tell } from "./report.turn.server";

/** `treatment` null: withdrawn by the factory. */
async function writeAnswer(
  db: Tx,
  who: Who,
  { key, seller_id, buyer_id }: typeof defect_report.$inferSelect,
  treatment: Treatment | null,
  words?: string,
) {
  await db.insert(defect_report_answer).values({
    report_key: key,
    seller_id,
    buyer_id,
    treatment,
    words: words ?? null,
    person: who.name,
    answered_time: who.now,
  });
}

/** The buyer can't take 出荷 back: only the factory can. */
const shippedText = (id: string) =>
  `カード ${id} は出荷済みのため、特採にできません。依頼先に出荷の取り消しを頼むか、別の回答を選んでください。`;

/** Takes effect as if the factory had said it itself; pressed twice it is once. */
export async function answerReport(
  db: Tx,
  who: Who,
  key: number,
  { treatment, words }: z.output<typeof reportAnswering>,
) {
  const { report } = await storedReport(db, who, key);
  if (report.buyer_id !== who.company_id)
    throw new Refusal(403, "不良報告書には、受け取った会社が回答します。");
  await lockReport(db, report.first_key ?? report.key);
  const now = await storedReport(db, who, key);
  if (now.answer?.treatment === treatment) return readReport(db, who, key);
  refuseIf(cannotFollow(now));
  const { seller_id } = report;
  await writeAnswer(db, who, report, treatment, words);
  const seller = { ...who, company_id: seller_id };
  await inCompany(db, who, seller_id, async () => {
    const ticks = report.rows.map(({ row_key, num }) => ({
      is_work: row_key.startsWith("w"),
      key: Number(row_key.slice(1)),
      num,
    }));
    for (const { tick, card_key, cards } of await lockDefects(db, seller, ticks)) {
      const own = cards.get(card_key)!;
      const found = await defectAt(db, own, tick);
      refuseIf(
        compareDecimal(found.num, tick.num) === 0
          ? null
          : `カード ${own.id} の不良数が、報告書の ${tick.num} から ${found.num} に変わっています。回答は記録していません。依頼先に新しい版を頼んでください。`,
      );
      const tooLate = treatment === "concession" && own.shipped_time !== null;
      refuseIf(tooLate ? shippedText(own.id) : null);
      const given = {
        treatment,
        treatment_id: undefined,
        is_billing_target: false,
        rework_group_id: undefined,
      };
      const { after } = await treatDefect(db, who, own, found, given, `${who.company_name}の回答`);
      cards.set(card_key, after);
    }
  });
  await tell(db, who, seller_id, key, `不良報告書に「${TREATMENT_LABEL[treatment]}」の回答がありました`);
  return readReport(db, who, key);
}

export async function withdrawReport(
  db: Tx,
  who: Who,
  key: number,
  { words }: z.output<typeof reportWithdrawing>,
) {
  const { report } = await storedReport(db, who, key);
  if (report.seller_id !== who.company_id) throw new Refusal(403, "不良報告書は、送った会社が取り下げます。");
  await lockReport(db, report.first_key ?? report.key);
  const now = await storedReport(db, who, key);
  if (now.answer && now.answer.treatment === null) return readReport(db, who, key);
  refuseIf(cannotFollow(now));
  await writeAnswer(db, who, report, null, words);
  await tell(db, who, report.buyer_id, key, "不良報告書が取り下げられました");
  return readReport(db, who, key);
}
