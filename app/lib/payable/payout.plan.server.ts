import { and, eq, isNull } from "drizzle-orm";
import { lockPayers } from "~/lib/accounting/pair.server";
import { digestOf } from "~/lib/api/digest.server";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { figureChanges, figuresText } from "~/lib/money/confirmed";
import { waitingParts } from "~/lib/receivable/offset.read.server";
import { payout } from "~/lib/tables/payable.table.server";
import { addDays, tokyoDate } from "~/lib/time/date";
import { debtReason } from "./debt.list";
import { debtsNamed, type OpenDebt, receiptsByDebt } from "./debt.server";
import {
  dayFault,
  maturityFault,
  meansFault,
  partProblem,
  payoutNotes,
  payParts,
  TRANSFER_AHEAD,
  waitingProblem,
} from "./payout";
import type { PayoutNew, PayoutPlan } from "./payout.schema";
import { apportion, interestOf } from "./receipt";

export const wrong = (errors: Record<string, string[]>) =>
  new Refusal(422, "入力内容を確認してください。", errors);

const seenOf = (debts: OpenDebt[]): string =>
  figuresText(
    [debts.reduce((sum, { open }) => sum + open, 0), debts.length],
    digestOf(debts.map(({ id, open, is_disputed }) => [id, open, is_disputed])),
  );

/** What was shown is not what is there any more. */
function unseen(seen: string, now: string): string | null {
  if (seen === now) return null;
  const changes = figureChanges(seen, now, [
    ["残額", "円"],
    ["請求書", "件"],
  ]);
  return `他の人が更新しました。まだ登録していません${changes && `（${changes}）`}。今の金額を確認してから、もう一度操作してください。`;
}

function refuseFaults(input: PayoutNew, debts: OpenDebt[], today: string): void {
  const { payment_date, debts: asked } = input;
  const fault = dayFault(input, today, addDays(today, TRANSFER_AHEAD));
  if (fault) throw wrong({ payment_date: [fault] });
  if (new Set(asked.map(({ debt }) => debt)).size < asked.length)
    throw wrong({ debts: ["同じ請求書が2回指定されています"] });
  const faults = asked.flatMap((one, at) => {
    const debt = debts.find(({ id }) => id === one.debt);
    const problem = partProblem(one, debt, payment_date);
    return problem ? [[`debts[${at}].amount`, [problem]]] : [];
  });
  if (faults.length > 0) throw wrong(Object.fromEntries(faults));
}

type Part = OpenDebt & { amount: number };

function refuseWaiting(parts: Part[], waiting: Map<number, number>): void {
  const faults = parts.flatMap((part, at) => {
    const problem = waitingProblem(part, part.id.startsWith("i") ? (waiting.get(part.key) ?? 0) : 0);
    return problem ? [[`debts[${at}].amount`, [problem]]] : [];
  });
  if (faults.length > 0) throw wrong(Object.fromEntries(faults));
}

const totalOf = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

function byPartner(parts: Part[]): Part[][] {
  const found = new Map<string, Part[]>();
  for (const part of parts) found.set(part.partner_id, [...(found.get(part.partner_id) ?? []), part]);
  return [...found.values()];
}

function refuseMeans(input: PayoutNew, groups: Part[][]): void {
  if (input.fee > 0 && groups.length > 1)
    throw wrong({ fee: ["差引手数料は、支払先を1社だけ選んだときに入力してください"] });
  for (const rows of groups) {
    const to = { ...rows[0]!, amount: totalOf(rows) };
    const fault = meansFault(input, to);
    if (fault) throw wrong({ [fault.name]: [fault.text] });
    const late = rows.map(
      (row) => input.maturity_date && maturityFault(input.maturity_date, row.due_date, to),
    );
    const said = late.find((text) => text);
    if (said) throw wrong({ maturity_date: [said] });
  }
}

const twinsOf = (db: Tx, who: Who, partner_id: string, payment_date: string, amount: number) =>
  db
    .select({ key: payout.key, recorded_time: payout.recorded_time })
    .from(payout)
    .where(
      and(
        eq(payout.company_id, who.company_id),
        eq(payout.partner_id, partner_id),
        eq(payout.payment_date, payment_date),
        eq(payout.amount, amount),
        isNull(payout.cancelled_time),
      ),
    )
    .orderBy(payout.key);

export const lockBooks = (db: Tx, who: Who) => lockPayers(db, [who.company_id]);

/** What recording would write, or what is wrong with what was asked; nothing is stored. */
export async function planPayout(db: Tx, who: Who, input: PayoutNew): Promise<PayoutPlan> {
  const today = tokyoDate(who.now);
  const asked = input.debts.map(({ debt }) => debt);
  // A 請求書 of a later day is named in the refusal, not missing.
  const debts = await debtsNamed(db, who, asked, "2199-12-31");
  if (input.seen) refuseIf(unseen(input.seen, seenOf(debts)));
  refuseFaults(input, debts, today);
  const paying = payParts(input.debts, debts);
  refuseWaiting(paying, await waitingParts(db, who));
  const groups = byPartner(paying);
  refuseMeans(input, groups);
  const receipts = await receiptsByDebt(db, debts);
  const partners: PayoutPlan["partners"] = [];
  const noted: Parameters<typeof payoutNotes>[1] = [];
  const twins: PayoutPlan["twins"] = [];
  for (const parts of groups) {
    const { partner_id, partner_name, toriteki } = parts[0]!;
    const rows = parts.map((part) => {
      const { id, number, due_date, open, amount } = part;
      const owed = apportion(part.total, receipts.get(id) ?? []);
      const interest = toriteki === "exempt" ? 0 : interestOf(owed, part.paid, amount, input.payment_date);
      return { id, number, reason: debtReason(part), due_date, open, amount, left: open - amount, interest };
    });
    const [amount, interest] = [totalOf(rows), rows.reduce((total, row) => total + row.interest, 0)];
    const late = rows.some((row) => row.due_date < input.payment_date);
    partners.push({ partner_id, partner_name, amount, sent: amount - input.fee, interest, rows });
    const disputed = parts.filter((part) => part.is_disputed).map((part) => debtReason(part));
    noted.push({ ...parts[0]!, amount, interest, late, disputed });
    const found = await twinsOf(db, who, partner_id, input.payment_date, amount);
    twins.push(...found.map((twin) => ({ ...twin, partner_name })));
  }
  const { payment_date, kind, fee, own_fee, maturity_date = null } = input;
  return {
    payment_date,
    kind,
    fee,
    own_fee,
    maturity_date,
    amount: totalOf(partners),
    sent: partners.reduce((total, { sent }) => total + sent, 0),
    partners,
    notes: payoutNotes(input, noted),
    twins,
    seen: seenOf(debts),
  };
}
