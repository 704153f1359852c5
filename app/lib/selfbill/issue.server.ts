import { logBilled, setBilled } from "~/lib/accounting/billed.server";
import { basisProblem, splitProblem } from "~/lib/accounting/closing";
import { numbered } from "~/lib/accounting/invoice.issue.server";
import { invoiceTotals } from "~/lib/accounting/note.tax";
import { lastClosed, lockPair, lockPayers } from "~/lib/accounting/pair.server";
import { lineNameOf } from "~/lib/accounting/single.schema";
import { digestOf } from "~/lib/api/digest.server";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import { documentNumber } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { inCompany } from "~/lib/db/operator.server";
import { record } from "~/lib/log/activity.server";
import { figureChanges, figuresText } from "~/lib/money/confirmed";
import { addressedOf } from "~/lib/partner/contact.server";
import { partyOf } from "~/lib/partner/party.server";
import { deductionLabel, deductionOf } from "~/lib/payable/bill";
import { capNote } from "~/lib/payable/bill.cap.server";
import { paperOfMonth } from "~/lib/payable/bill.double.server";
import { dueProblem } from "~/lib/payable/receipt";
import { invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import { self_bill } from "~/lib/tables/selfbill.table.server";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { dueDate, paymentPeriod } from "~/lib/time/period";
import { LAYOUT } from "~/lib/vocabulary/document";
import { SELF_BILL } from "~/lib/vocabulary/selfbill";
import { agreementOf } from "./agreement.server";
import type { SelfBillNew } from "./selfbill.schema";
import { sendSelfBill } from "./send.server";
import { payingPair, replaced, sourceLines, termsOf } from "./source.server";

const refuseField = (field: string, sentence: string) =>
  new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });

async function chosenLines(db: Tx, who: Who, input: SelfBillNew, end: string) {
  const chosen = new Set(input.lines);
  const { items, taxed } = await sourceLines(db, who, input.partner_id, input.ym, end);
  const isChosen = (line: (typeof items)[number]) => chosen.has(lineNameOf(line));
  const lines = items.filter(isChosen);
  refuseIf(
    new Set(lines.map(lineNameOf)).size < chosen.size
      ? "選んだ明細の一部が、請求書か支払通知書に載ったか、取り消されています。画面を読み込み直して選び直してください。"
      : null,
  );
  const stopped = lines.find(({ blocked }) => blocked !== null);
  if (stopped) throw refuseField("lines", `${stopped.delivery_number} ${stopped.name}：${stopped.blocked}`);
  refuseIf(basisProblem(lines) ?? splitProblem(items, isChosen));
  return { lines, taxed };
}

async function compose(db: Tx, who: Who, input: SelfBillNew) {
  const pair = await payingPair(db, who, input.partner_id);
  const { seller_id, buyer_id, tax_rounding } = pair;
  const { live } = await agreementOf(db, pair);
  if (!live)
    throw new Refusal(
      409,
      `${pair.partner_name}とは、支払通知書を請求書の代わりにする取り決めがありません。先に取り決めを提案し、同意を受けてください。`,
    );
  const terms = termsOf(pair);
  const period = paymentPeriod(input.ym, terms);
  const invoice_date = tokyoDate(who.now);
  if (period.start > invoice_date) throw refuseField("ym", "まだ始まっていない月です");
  const last = await lastClosed(db, seller_id, buyer_id);
  refuseIf(
    last && invoice_date <= last.end_date
      ? `支払先が${formatDate(last.end_date)}までの期間を締めています。${formatDate(last.end_date)}を過ぎてから発行してください。`
      : null,
  );
  if (input.due_date && input.due_date < invoice_date)
    throw refuseField("due_date", "支払期日は今日以降の日付にしてください");
  const { lines, taxed } = await chosenLines(db, who, input, period.end);
  const { invoice_basis } = lines[0]!;
  const totals = invoiceTotals(lines, invoice_basis, tax_rounding, taxed);
  if (totals.total < 0 && !input.negative)
    throw refuseField("negative", "合計がマイナスです。このまま発行するときはチェックを入れてください");
  const days = lines.map((line) => line.sales_date).sort();
  const due_date = input.due_date ?? dueDate(period.end, terms);
  const head = {
    seller_id,
    buyer_id,
    ym: input.ym,
    start_date: days[0]! < period.start ? days[0]! : period.start,
    end_date: days.at(-1)! > period.end ? days.at(-1)! : period.end,
    invoice_date,
    due_date,
    terms,
    invoice_basis,
    tax_rounding,
    show_carry_over: false,
    prev_billed: 0,
    received: 0,
    adjustment: 0,
    carried_over: 0,
    ...totals,
    billed_now: totals.total,
    is_single: true,
    is_self_billed: true,
    note: input.note ?? null,
  };
  const seller = await addressedOf(db, who.company_id, seller_id);
  const { subtotal, tax, total } = totals;
  const paper = await paperOfMonth(db, who, seller_id, input.ym);
  const said = { ...head, lines, agreement: live.key, registered: seller.registration_number, paper };
  const seen = figuresText([subtotal, tax, total, lines.length], digestOf(said));
  const year = { partner_id: seller_id, day: days[0]!, adding: total };
  const cap = seller.registration_number ? null : await capNote(db, who, year);
  const before = await replaced(db, who, input.replaces, seller_id);
  return { pair, live, head, lines, seller, before, cap, paper, first: days[0]!, seen };
}
type Composed = Awaited<ReturnType<typeof compose>>;

function notesOf({ pair, head, seller, paper, cap, first }: Composed): string[] {
  const deduction = deductionOf(seller.registration_number, first);
  const notes = [
    seller.registration_number
      ? null
      : `登録番号がないため、適格請求書の代わりにはなりません（区分記載）。${deductionLabel(deduction)}で計上します`,
    cap,
    paper,
    dueProblem(first, head.due_date, pair.toriteki),
    paymentPeriod(head.ym, head.terms).end >= head.invoice_date ? "期間の途中です" : null,
  ];
  return notes.flatMap((note) => note ?? []);
}

export async function previewSelfBill(db: Tx, who: Who, input: SelfBillNew) {
  const made = await compose(db, who, input);
  const { by_rate, subtotal, tax, total, invoice_date, due_date } = made.head;
  const { registration_number } = made.seller;
  return {
    num_lines: made.lines.length,
    by_rate,
    subtotal,
    tax,
    total,
    invoice_date,
    due_date,
    words: made.live.words,
    registration_number,
    deduction: deductionOf(registration_number, made.first),
    notes: notesOf(made),
    seen: made.seen,
  };
}

const FIGURES: [string, string][] = [
  ["税抜", "円"],
  ["消費税", "円"],
  ["合計", "円"],
  ["明細", "行"],
];

async function insert(db: Tx, who: Who, { head, lines, seller }: Composed) {
  const { seller_id, buyer_id, ym, subtotal, tax, total, billed_now } = head;
  const number = await documentNumber(db, who.company_id, "P", head.invoice_date);
  const [made] = await db
    .insert(invoice)
    .values({
      ...head,
      number,
      seller,
      buyer: await partyOf(db, buyer_id),
      person: issuingPerson(who),
      layout: LAYOUT,
      issued_time: who.now,
    })
    .returning({ key: invoice.key });
  const { key } = made!;
  await db
    .insert(invoice_line)
    .values(numbered(lines).map((line) => ({ ...line, invoice_key: key, seller_id, buyer_id })));
  await record(db, who, {
    subject: "invoice",
    subject_key: key,
    seq: 1,
    seller_id,
    buyer_id,
    kind: "issued",
    before: {},
    after: { number, ym, subtotal, tax, total, billed_now, self_billed: true },
  });
  return { key, number };
}

/** Issued exactly as seen, and sent with it: the supplier bills these lines no more. */
export async function issueSelfBill(db: Tx, who: Who, input: SelfBillNew) {
  const pair = await payingPair(db, who, input.partner_id);
  // As who enters papers: what was looked for stays as it was found.
  await lockPayers(db, [who.company_id]);
  await lockPair(db, pair.seller_id, pair.buyer_id);
  const composed = await compose(db, who, input);
  const { lines, live, before, seen } = composed;
  if (input.seen !== undefined && input.seen !== seen)
    refuseIf(
      `確認したあとに内容が変わりました。まだ発行していません。${figureChanges(input.seen, seen, FIGURES)}`,
    );
  const { seller_id, buyer_id } = pair;
  const made = await insert(db, who, composed);
  await db.insert(self_bill).values({
    invoice_key: made.key,
    seller_id,
    buyer_id,
    form: live.form,
    days: live.days,
    agreement_key: live.key,
    words: live.words,
    replaces: before?.key ?? null,
    edition: (before?.edition ?? 0) + 1,
    sent_time: who.now,
  });
  // The cards and 納品書 are the supplier's.
  await inCompany(db, who, seller_id, async () => {
    await setBilled(db, lines);
    await logBilled(db, who, lines, "billed", `${SELF_BILL} ${made.number}`);
  });
  const num_mails = await sendSelfBill(db, who, { ...made, seller_id, buyer_id });
  return { ...made, num_mails };
}
