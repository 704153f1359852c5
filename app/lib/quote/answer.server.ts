import { and, eq } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { copyFiles, hideFile, keepFiles } from "~/lib/file/file.server";
import { amountProblem } from "~/lib/money/amount";
import { compareDecimal } from "~/lib/money/decimal";
import { convert, type Measure, priceOf } from "~/lib/money/price";
import { wholeProblem } from "~/lib/money/whole";
import { collaborationOf, partyOf, termsOf } from "~/lib/partner/party.server";
import { quote_answer, quote_answer_line, quote_draft } from "~/lib/tables/quote.table.server";
import { today } from "~/lib/time/date";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { Stored } from "~/lib/vocabulary/file";
import { paymentTerms } from "~/lib/vocabulary/terms";
import { answerProblem, STALE_ANSWER } from "./answer";
import { answersOf, awardsOf, liveOf } from "./answer.read.server";
import type { AnswerDraft, AnswerInput } from "./answer.schema";
import { answerFilesKey, draftFilesKey } from "./quote.files";
import {
  changeParts,
  lockPart,
  type Part,
  type Quote,
  recordParts,
  tellBuyer,
  wrong,
} from "./quote.write.server";

export async function lockAnswers(db: Tx, who: Who, key: number) {
  const { row, part } = await lockPart(db, who, key);
  const answers = (await answersOf(db, who, [part], row)).get(part.key) ?? [];
  const live = liveOf(answers);
  const awards = await awardsOf(db, [part]);
  return { row, part, answers, live, awards, problem: answerProblem(row, part, answers[0], awards.length) };
}

/** Saved while it is typed; of two people the second is told. */
export async function saveDraft(db: Tx, who: Who, key: number, { version, ...body }: AnswerDraft) {
  const { part, problem } = await lockAnswers(db, who, key);
  refuseIf(problem);
  const saved = { body, saved_by: who.name, saved_time: who.now };
  if (version === 0) {
    const made = await db
      .insert(quote_draft)
      .values({ seller_key: part.key, seller_id: who.company_id, ...saved })
      .onConflictDoNothing()
      .returning();
    refuseIf(made.length === 0 ? "ほかの人が下書きを保存しています。画面を読み込み直してください。" : null);
    return { key, version: 1 };
  }
  const changed = await db
    .update(quote_draft)
    .set({ ...saved, version: version + 1 })
    .where(and(eq(quote_draft.seller_key, part.key), eq(quote_draft.version, version)))
    .returning();
  refuseIf(changed.length === 0 ? "ほかの人が下書きを変更しています。画面を読み込み直してください。" : null);
  return { key, version: version + 1 };
}

export async function addAnswerFiles(db: Tx, who: Who, key: number, files: Stored[]) {
  const { part, problem } = await lockAnswers(db, who, key);
  refuseIf(problem);
  const own = { seller_id: who.company_id, buyer_id: who.company_id };
  return keepFiles(db, who, { kind: "quote", key: draftFilesKey(part.key), ...own }, files);
}

/** `asked`: null of a 見積書 that nobody asked for. */
export function linesProblem(
  { lines }: Pick<AnswerInput, "lines">,
  asked: string[] | null,
  order_unit: Unit,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  lines.forEach(({ quantity }, index) => {
    const known = !asked || asked.some((one) => compareDecimal(one, quantity) === 0);
    const first = lines.findIndex((one) => compareDecimal(one.quantity, quantity) === 0);
    const part = asked ? null : wholeProblem(quantity, order_unit);
    if (part) errors[`lines[${index}].quantity`] = [part];
    else if (!known) errors[`lines[${index}].quantity`] = ["依頼された数量ではありません"];
    else if (first < index) errors[`lines[${index}].quantity`] = ["同じ数量が二つあります"];
  });
  return errors;
}

/** Beyond what an order holds: the buyer could not compare it. */
export function amountsProblem(lines: AnswerInput["lines"], measure: Measure): Record<string, string[]> {
  const said = lines.flatMap(({ quantity, unit_price }, index) => {
    const problem = unit_price === undefined ? null : amountProblem(convert(quantity, measure), unit_price);
    return problem ? [[`lines[${index}].unit_price`, [problem]] as [string, string[]]] : [];
  });
  return Object.fromEntries(said);
}

function headProblem(input: AnswerInput, day: string): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (input.valid_until < day) errors.valid_until = ["有効期限は今日以降の日付を入力してください"];
  if (input.tooling && !input.tooling_owner)
    errors.tooling_owner = ["型・治具代があるときは、所有者を選択してください"];
  return errors;
}

/** Each quantity that was answered, with what it costs. */
async function pricedLines(db: Tx, row: Quote, part: Part, { lines }: AnswerInput) {
  const { amount_rounding } = await collaborationOf(db, part.seller_id, part.buyer_id);
  return lines.flatMap(({ quantity, unit_price, lead_days, shipping = 0 }) =>
    unit_price === undefined
      ? []
      : {
          quantity,
          unit_price,
          lead_days: lead_days!,
          shipping,
          price: priceOf({ ...row, num_items: quantity, unit_price }, amount_rounding).price!,
        },
  );
}

/** Of one quantity alone there is a sum. */
function subtotalOf(
  priced: Awaited<ReturnType<typeof pricedLines>>,
  { tooling = 0, other = 0 }: AnswerInput,
) {
  const [line, ...more] = priced;
  return line && more.length === 0 ? line.price + line.shipping + tooling + other : null;
}

/** A version more, with what was priced; the draft and its files become it. */
export async function insertAnswer(
  db: Tx,
  who: Who,
  { row, part, version, renews = null }: { row: Quote; part: Part; version: number; renews?: number | null },
  input: AnswerInput,
) {
  const day = today(new Date(who.now));
  const tooling = input.tooling ?? 0;
  const pair = { seller_id: part.seller_id, buyer_id: part.buyer_id };
  const is_late = row.deadline !== null && row.deadline < day;
  const agreed = (await termsOf(db, [pair])).get(`${pair.seller_id} ${pair.buyer_id}`);
  const priced = await pricedLines(db, row, part, input);
  const [made] = await db
    .insert(quote_answer)
    .values({
      ...pair,
      quote_key: row.key,
      seller_key: part.key,
      version,
      sent_time: who.now,
      person: input.person ?? issuingPerson(who),
      seller: await partyOf(db, who.company_id),
      valid_until: input.valid_until,
      tooling,
      tooling_owner: tooling > 0 ? input.tooling_owner! : null,
      other: input.other ?? 0,
      comment: input.comment ?? null,
      payment_terms: agreed ? paymentTerms(agreed, agreed) : null,
      is_late,
      renews,
      subtotal: subtotalOf(priced, input),
    })
    .onConflictDoNothing()
    .returning();
  if (!made) throw new Refusal(409, STALE_ANSWER);
  await db
    .insert(quote_answer_line)
    .values(priced.map((line) => ({ ...pair, answer_key: made.key, ...line })));
  return { key: made.key, version, is_late };
}

export async function sendAnswer(db: Tx, who: Who, key: number, input: AnswerInput) {
  const { row, part, answers, problem } = await lockAnswers(db, who, key);
  const last = answers[0]?.version ?? 0;
  refuseIf(input.last === last ? null : STALE_ANSWER);
  refuseIf(problem);
  const errors = {
    ...linesProblem(input, row.made_by === row.buyer_id ? row.quantities : null, row.order_unit),
    ...amountsProblem(input.lines, row),
    ...headProblem(input, today(new Date(who.now))),
  };
  if (Object.keys(errors).length > 0) throw wrong(errors);
  const made = await insertAnswer(db, who, { row, part, version: last + 1 }, input);
  if (part.viewed_time === null) await changeParts(db, [part], { viewed_time: who.now });
  await takeDraft(db, who, part, made.key);
  await recordParts(db, who, [part], "answered", { version: made.version, is_late: made.is_late });
  await tellBuyer(
    db,
    who,
    row,
    `${row.number}「${row.name}」の${last > 0 ? `見積（第${made.version}版）` : "見積"}が届きました${made.is_late ? "（期限後）" : ""}`,
  );
  return made;
}

async function takeDraft(db: Tx, who: Who, part: Part, answer_key: number): Promise<void> {
  await db.delete(quote_draft).where(eq(quote_draft.seller_key, part.key));
  const files = await filesOf(db, who, "quote", [draftFilesKey(part.key)]);
  if (files.length === 0) return;
  const pair = { seller_id: part.seller_id, buyer_id: part.buyer_id };
  await copyFiles(
    db,
    who,
    files.filter((one) => !one.is_inner).map((one) => one.key),
    { kind: "quote_part", key: answerFilesKey(answer_key), ...pair },
  );
  for (const one of files) await hideFile(db, who, one.key, true);
}

export async function viewQuote(db: Tx, who: Who, key: number) {
  const { row, part } = await lockPart(db, who, key);
  if (!row.sent_time) throw notFound("見積依頼");
  if (part.viewed_time === null) await changeParts(db, [part], { viewed_time: who.now });
  return { key };
}
