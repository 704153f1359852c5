import { digestOf } from "~/lib/api/digest.server";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { figureChanges, figuresText } from "~/lib/money/confirmed";
import { partyOf } from "~/lib/partner/party.server";
import { addDays, formatDate, tokyoDate } from "~/lib/time/date";
import { dueDate, paymentPeriod, periodOf } from "~/lib/time/period";
import { addedLine, amountErrors } from "./added.line";
import { logBilled, setBilled } from "./billed.server";
import { basisProblem, splitProblem } from "./closing";
import { partners, termsOf } from "./closing.draft.server";
import { missingForQualified } from "./invoice";
import { insertInvoice } from "./invoice.issue.server";
import { invoiceTotals } from "./note.tax";
import { lastClosed, lockPair, pairOf } from "./pair.server";
import { selfBilledProblem } from "./selfbilled.server";
import { lineNameOf, type SingleNew } from "./single.schema";
import { unbilledLines } from "./unbilled.server";

/** What may be billed at any time: the lines of 納品書 that are still 未請求. */
export async function readBillable(db: Tx, who: Who, { buyer_id }: { buyer_id?: string }) {
  const all = await partners(db, who);
  const { lines } = await unbilledLines(
    db,
    who.company_id,
    all.map((one) => one.buyer_id),
  );
  const today = tokyoDate(who.now);
  const pair = buyer_id ? await pairOf(db, who, buyer_id) : null;
  const terms = pair && termsOf(pair);
  return {
    buyers: all.map((one) => ({
      buyer_id: one.buyer_id,
      buyer_name: one.buyer_name,
      count: lines.filter((line) => line.buyer_id === one.buyer_id).length,
    })),
    buyer_name: pair?.buyer_name ?? null,
    invoice_date: today,
    due_date: terms ? dueDate(paymentPeriod(periodOf(today, terms), terms).end, terms) : today,
    items: lines.filter((line) => line.buyer_id === buyer_id),
  };
}

const refuseField = (field: string, sentence: string) =>
  new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });

async function composeSingle(db: Tx, who: Who, input: SingleNew) {
  const { buyer_id, invoice_date, due_date } = input;
  const pair = await pairOf(db, who, buyer_id);
  const last = await lastClosed(db, pair.seller_id, buyer_id);
  if (last && invoice_date <= last.end_date)
    throw refuseField(
      "invoice_date",
      `請求日は、締め済みの期間（${formatDate(last.end_date)}まで）より後の日付にしてください`,
    );
  if (due_date < invoice_date) throw refuseField("due_date", "入金期日は請求日以降の日付にしてください");
  const errors = amountErrors("extras", input.extras);
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);
  const chosen = new Set(input.lines);
  const unbilled = await unbilledLines(db, pair.seller_id, [buyer_id]);
  const noted = unbilled.lines.filter((line) => chosen.has(lineNameOf(line)));
  const isGone = new Set(noted.map(lineNameOf)).size < chosen.size;
  if (isGone) refuseIf(await selfBilledProblem(db, input.lines));
  refuseIf(
    isGone
      ? "選んだ明細の一部が、請求済みか取り消されています。画面を読み込み直して選び直してください。"
      : null,
  );
  refuseIf(basisProblem(noted) ?? splitProblem(unbilled.lines, (line) => chosen.has(lineNameOf(line))));
  const invoice_basis = noted[0]?.invoice_basis ?? pair.invoice_basis;
  const added = input.extras.map((line) => addedLine(line, invoice_date, { ...pair, invoice_basis }));
  const lines = [...noted, ...added];
  const totals = invoiceTotals(lines, invoice_basis, pair.tax_rounding, unbilled.taxed);
  if (totals.total < 0 && !input.negative)
    throw refuseField("negative", "合計がマイナスです。このまま発行するときはチェックを入れてください");
  const terms = termsOf(pair);
  const days = lines.map((line) => line.sales_date).sort();
  // Till its day it is in no 残.
  const latest = noted.reduce(
    (day, line) => (line.sales_date > day ? line.sales_date : day),
    tokyoDate(who.now),
  );
  if (invoice_date > addDays(latest, 31) && !input.far_date)
    throw refuseField(
      "far_date",
      "請求日が今日と納品日から31日より先です。このまま発行するときはチェックを入れてください",
    );
  const head = {
    seller_id: pair.seller_id,
    buyer_id,
    ym: periodOf(invoice_date, terms),
    start_date: days[0]! < invoice_date ? days[0]! : invoice_date,
    end_date: days.at(-1)! > invoice_date ? days.at(-1)! : invoice_date,
    invoice_date,
    due_date,
    terms,
    invoice_basis,
    tax_rounding: pair.tax_rounding,
    show_carry_over: false,
    prev_billed: 0,
    received: 0,
    adjustment: 0,
    carried_over: 0,
    ...totals,
    billed_now: totals.total,
    is_single: true,
    note: input.note ?? null,
  };
  const { subtotal, tax, total } = totals;
  const seen = figuresText([subtotal, tax, total, lines.length], digestOf({ ...head, lines }));
  return { pair, head, lines, seen };
}

export async function previewSingle(db: Tx, who: Who, input: SingleNew) {
  const { pair, head, lines, seen } = await composeSingle(db, who, input);
  const seller = await partyOf(db, pair.seller_id);
  const buyer = { name: pair.buyer_name };
  const { by_rate, subtotal, tax, total } = head;
  const missing = missingForQualified({ seller, buyer, lines, by_rate });
  return { num_lines: lines.length, by_rate, subtotal, tax, total, missing, seen };
}

const FIGURES: [string, string][] = [
  ["税抜", "円"],
  ["消費税", "円"],
  ["合計", "円"],
  ["明細", "行"],
];

/** 都度請求: closes no period; the closing leaves these lines out and carries the amount over (R4-1). */
export async function issueSingle(db: Tx, who: Who, input: SingleNew) {
  await pairOf(db, who, input.buyer_id);
  await lockPair(db, who.company_id, input.buyer_id);
  const { head, lines, seen } = await composeSingle(db, who, input);
  if (input.seen !== undefined && input.seen !== seen)
    refuseIf(
      `確認したあとに内容が変わりました。まだ発行していません。${figureChanges(input.seen, seen, FIGURES)}`,
    );
  const made = await insertInvoice(db, who, head, lines);
  await setBilled(db, lines);
  await logBilled(db, who, lines, "billed", `請求書 ${made.number}`);
  return made;
}
