import { lockPair } from "~/lib/accounting/pair.server";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import type { PaymentNew } from "~/lib/receivable/payment.schema";
import { recordPayment } from "~/lib/receivable/payment.server";
import { bank_link } from "~/lib/tables/bank.table.server";
import { formatDate } from "~/lib/time/date";
import { lockBank } from "./account.server";
import { BANK_STATE_LABEL, type BankRow } from "./bank.schema";
import { looseReceipts } from "./books.server";
import { learnPayer } from "./payer.server";
import { readRow, readRows } from "./rows.server";

const noteOf = ({ account, payer }: BankRow): string =>
  `銀行明細 ${[account, payer].filter(Boolean).join(" ")}`.slice(0, 200);

async function link(db: Tx, who: Who, row_key: number, payment_key: number): Promise<void> {
  await db
    .insert(bank_link)
    .values({ company_id: who.company_id, row_key, payment_key, person: who.name, linked_time: who.now });
}

type Allocation = { invoice_key: number; amount: number };

async function register(db: Tx, who: Who, row: BankRow, parts: Allocation[], fee = 0) {
  const made = await recordPayment(db, who, {
    buyer_id: row.buyer_id!,
    payment_date: row.row_date,
    lines: [
      { kind: "transfer", amount: row.amount },
      ...(fee > 0 ? [{ kind: "fee" as const, amount: fee }] : []),
    ],
    allocations: parts.map(({ invoice_key, amount }) => ({ invoice_key, amount })),
    rest: "advance",
    // Each row of a statement is money of its own, also beside an equal one.
    twice: true,
    note: noteOf(row),
  });
  await link(db, who, row.key, made.key);
  return made;
}

const naming = ({ row_date, payer, amount }: BankRow) =>
  `${formatDate(row_date)} ${payer ?? ""} ${formatNumber(amount)}円`;
const MOST_NAMED = 5;

/** What has changed since the list was drawn, in words; null when all is as it was seen. */
function changeOf(seen: string[], rows: BankRow[]): string | null {
  const by = new Map(rows.map((row) => [String(row.key), row]));
  const isSame = (one: string) => {
    const row = by.get(one.split(":")[0]!);
    return row?.state === "sure" && row.seen === one;
  };
  const changed = seen.filter((one) => !isSame(one));
  if (changed.length === 0) return null;
  const words = changed.slice(0, MOST_NAMED).map((one) => {
    const row = by.get(one.split(":")[0]!);
    return row ? `${naming(row)}は「${BANK_STATE_LABEL[row.state]}」（${row.reason}）` : "ない行があります";
  });
  const more = changed.length > MOST_NAMED ? `、ほか${changed.length - MOST_NAMED}件` : "";
  const told = `${words.join("、")}${more}`;
  const many = `表示した内容から${changed.length}件が変わりました。まだ何も登録していません。`;
  return `${many}${told}。新しい内容を確認してから、もう一度操作してください。`;
}

const buyersIn = (seen: string[]) => [...new Set(seen.map((one) => one.split(":")[1] ?? ""))].sort();

/** All that were seen as 確実, each as the bank says it, for the invoices that it was seen to pay; or none. */
export async function registerSure(db: Tx, who: Who, { seen }: { seen: string[] }) {
  await lockBank(db, who.company_id);
  for (const buyer_id of buyersIn(seen)) await lockPair(db, who.company_id, buyer_id);
  const wanted = [...new Set(seen)];
  const { rows } = await readRows(db, who);
  refuseIf(changeOf(wanted, rows));
  const chosen = rows.filter((row) => row.seen !== null && wanted.includes(row.seen)).reverse();
  for (const row of chosen) await register(db, who, row, row.parts);
  return { num: chosen.length, amount: chosen.reduce((sum, { amount }) => sum + amount, 0) };
}

const MONEY = ["transfer", "cash", "check", "bill", "densai"];

function rowProblem({ state, direction, reason }: BankRow): string | null {
  if (direction === "out") return "出金の行は入金に登録できません。";
  if (state === "done") return `この行は登録済みです（${reason}）。`;
  return state === "excluded" ? "対象外にした行です。登録するには、先に対象外を取り消してください。" : null;
}

const CHANGED =
  "表示した内容から変わりました。まだ何も登録していません。新しい内容を確認してから、もう一度操作してください。";

/** The suggestion as a person saw it; what is short by a fee may be booked as one. */
export async function registerSuggested(
  db: Tx,
  who: Who,
  key: number,
  { seen, as }: { seen: string; as: "parts" | "fee" },
) {
  await lockBank(db, who.company_id);
  for (const buyer_id of buyersIn([seen])) await lockPair(db, who.company_id, buyer_id);
  const row = await readRow(db, who, key);
  refuseIf(rowProblem(row));
  refuseIf(row.buyer_id === null || row.seen !== seen ? CHANGED : null);
  const { parts, difference } = row;
  const last = parts.at(-1);
  const isFee = as === "fee" && difference > 0 && last !== undefined;
  const booked = isFee ? [...parts.slice(0, -1), { ...last, amount: last.amount + difference }] : parts;
  const made = await register(db, who, row, booked, isFee ? difference : 0);
  return { ...made, learned: await learnPayer(db, who, row, row.buyer_id!) };
}

/** Money that was registered before its row came: the row stands for that receipt, and nothing is booked. */
export async function linkReceipt(db: Tx, who: Who, key: number, payment_key: number): Promise<BankRow> {
  await lockBank(db, who.company_id);
  const row = await readRow(db, who, key);
  refuseIf(rowProblem(row));
  const receipts = await looseReceipts(db, who, row.row_date, row.row_date);
  const receipt = receipts.find((one) => one.key === payment_key);
  refuseIf(receipt ? null : "その入金は、取り消されたか、ほかの明細の行に結び付いています。");
  refuseIf(receipt!.amount === row.amount ? null : "入金の金額が、銀行に入った金額と違います。");
  await link(db, who, row.key, payment_key);
  await learnPayer(db, who, row, receipt!.buyer_id);
  return readRow(db, who, key);
}

/** A row that a person has looked at: its partner is theirs to say, the amount the bank's. */
export async function registerRow(db: Tx, who: Who, key: number, input: PaymentNew) {
  await lockBank(db, who.company_id);
  const row = await readRow(db, who, key);
  refuseIf(rowProblem(row));
  const money = input.lines
    .filter(({ kind }) => MONEY.includes(kind))
    .reduce((sum, { amount }) => sum + amount, 0);
  if (money !== row.amount)
    throw new Refusal(422, "入力内容を確認してください。", {
      lines: [
        `銀行に入った${formatNumber(row.amount)}円と、振込・現金などの合計${formatNumber(money)}円が違います`,
      ],
    });
  const made = await recordPayment(db, who, { ...input, note: input.note ?? noteOf(row) });
  await link(db, who, row.key, made.key);
  return { ...made, learned: await learnPayer(db, who, row, input.buyer_id) };
}
