import { and, asc, desc, eq, or, sql } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatYen } from "~/lib/money/decimal";
import { giveNotices } from "~/lib/notice/notice.server";
import { balance_answer, balance_confirmation } from "~/lib/tables/confirmation.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { tokyoDate } from "~/lib/time/date";
import {
  CONFIRMATIONS,
  type ConfirmationAnswering,
  type ConfirmationDetail,
  type ConfirmationNew,
  type ConfirmationRow,
} from "./confirmation.schema";
import { readStatement } from "./statement.server";

type Sent = typeof balance_confirmation.$inferSelect;
type Answer = typeof balance_answer.$inferSelect;

function rowOf(who: Who, sent: Sent, partner_name: string, answer: Answer | undefined): ConfirmationRow {
  const { key, on_date, amount, sent_time } = sent;
  return {
    key,
    on_date,
    partner_name,
    is_ours: sent.seller_id === who.company_id,
    amount,
    state: answer ? (answer.agreed ? "agreed" : "differs") : "waiting",
    answered: answer?.amount ?? null,
    difference: answer ? answer.amount - amount : null,
    sent_time,
    answered_time: answer?.answered_time ?? null,
  };
}

const ours = ({ company_id }: Who) =>
  or(eq(balance_confirmation.seller_id, company_id), eq(balance_confirmation.buyer_id, company_id));
const partner = ({ company_id }: Who) =>
  sql`case when ${balance_confirmation.seller_id} = ${company_id} then ${balance_confirmation.buyer_id} else ${balance_confirmation.seller_id} end`;

/** Those sent and those received, the newest first. */
export async function listConfirmations(db: Tx, who: Who, { state }: { state?: ConfirmationRow["state"] }) {
  const rows = await db
    .select({ sent: balance_confirmation, name: factory.name })
    .from(balance_confirmation)
    .innerJoin(factory, eq(factory.id, partner(who)))
    .where(ours(who))
    .orderBy(desc(balance_confirmation.key));
  const answers = await db.select().from(balance_answer).orderBy(asc(balance_answer.key));
  const last = new Map(answers.map((one) => [one.confirmation_key, one]));
  const items = rows.map(({ sent, name }) => rowOf(who, sent, name, last.get(sent.key)));
  return { items: items.filter((row) => !state || row.state === state) };
}

async function stored(db: Tx, who: Who, key: number) {
  const [found] = await db
    .select({ sent: balance_confirmation, name: factory.name })
    .from(balance_confirmation)
    .innerJoin(factory, eq(factory.id, partner(who)))
    .where(and(eq(balance_confirmation.key, key), ours(who)));
  if (!found) throw notFound("残高確認");
  return found;
}

export async function readConfirmation(db: Tx, who: Who, key: number): Promise<ConfirmationDetail> {
  const { sent, name } = await stored(db, who, key);
  const answers = await db
    .select()
    .from(balance_answer)
    .where(eq(balance_answer.confirmation_key, key))
    .orderBy(asc(balance_answer.key));
  return {
    ...rowOf(who, sent, name, answers.at(-1)),
    person: sent.person,
    words: sent.words,
    rows: sent.rows,
    may_answer: sent.buyer_id === who.company_id,
    answers,
  };
}

/** As it stands in the books at the end of the day, and never changed afterwards. */
export async function sendConfirmation(db: Tx, who: Who, { buyer_id, on, seen, words }: ConfirmationNew) {
  const today = tokyoDate(who.now);
  if (on && on > today)
    throw new Refusal(422, "入力内容を確認してください。", { on: ["基準日は今日までの日付にしてください"] });
  const { bills, receipts, ages, on: on_date } = await readStatement(db, who, { buyer_id, on });
  refuseIf(
    seen === undefined || seen === ages.billed
      ? null
      : `残高が ${formatYen(seen)} から ${formatYen(ages.billed)} に変わりました。まだ送っていません。今の金額を確認してから、もう一度操作してください。`,
  );
  const rows = [
    ...bills.map(({ number, invoice_date, due_date, total, open }) => ({
      number,
      invoice_date,
      due_date,
      total,
      open,
    })),
    ...receipts.map(({ payment_date, amount, open }) => ({
      number: "前受金",
      invoice_date: payment_date,
      due_date: null,
      total: -amount,
      open: -open,
    })),
  ];
  const [made] = await db
    .insert(balance_confirmation)
    .values({
      seller_id: who.company_id,
      buyer_id,
      on_date,
      amount: ages.billed,
      rows,
      words: words ?? null,
      person: who.name,
      sent_time: who.now,
    })
    .returning({ key: balance_confirmation.key });
  await tell(db, who, buyer_id, made!.key, "残高の確認が届きました");
  return made!;
}

const tell = (db: Tx, who: Who, company_id: string, key: number, what: string) =>
  giveNotices(db, [
    {
      company_id,
      kind: "document",
      text: `${who.company_name}：${what}`,
      path: `${CONFIRMATIONS}/${key}`,
      at: who.now,
    },
  ]);

/** 一致 says the amount that was sent; what is said later counts. */
export async function answerConfirmation(db: Tx, who: Who, key: number, input: ConfirmationAnswering) {
  const { sent } = await stored(db, who, key);
  if (sent.buyer_id !== who.company_id) throw new Refusal(403, "残高確認には、受け取った会社が回答します。");
  const agreed = input.agreed === "yes";
  const amount = agreed ? sent.amount : input.amount!;
  if (!agreed && amount === sent.amount)
    throw new Refusal(422, "入力内容を確認してください。", {
      amount: ["送られた残高と同じ金額です。差異がなければ「一致」を選択してください"],
    });
  await db.insert(balance_answer).values({
    confirmation_key: key,
    seller_id: sent.seller_id,
    buyer_id: sent.buyer_id,
    agreed,
    amount,
    words: input.words ?? null,
    person: who.name,
    answered_time: who.now,
  });
  await tell(db, who, sent.seller_id, key, `残高の確認に「${agreed ? "一致" : "差異"}」の回答がありました`);
  return readConfirmation(db, who, key);
}
