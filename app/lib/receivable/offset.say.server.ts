import { eq } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { inCompany } from "~/lib/db/operator.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { offset_payment } from "~/lib/tables/offset.table.server";
import { tokyoDate } from "~/lib/time/date";
import { movedParts, NEEDS_REASON, paidParts, wordProblem } from "./offset.agreement";
import { lockBoth } from "./offset.books.server";
import { partsOf } from "./offset.detail.server";
import type { OffsetSaying } from "./offset.proposal.schema";
import { sayOf } from "./offset.propose.server";
import { type StoredOffset, storedOffset } from "./offset.read.server";
import { laterDay } from "./payment";
import { insertPayment } from "./payment.server";
import { lockPayment, settle, wrong } from "./settle.server";
import { reverseReceipt } from "./undo.server";

/** In the books of one side: what the other owes it falls by what it owes the other. */
async function bookSide(db: Tx, who: Who, seller_id: string, stored: StoredOffset): Promise<void> {
  const { row, parts } = stored;
  const buyer_id = row.from_company === seller_id ? row.to_company : row.from_company;
  const payment_date = tokyoDate(who.now);
  await inCompany(db, who, seller_id, async () => {
    const head = { seller_id, buyer_id, direction: "in" as const, payment_date, note: "相殺の合意による" };
    const lines = [{ kind: "offset" as const, amount: row.amount }];
    const payment_key = await insertPayment(db, who, head, lines, "offset_agreed");
    const rows: Parameters<typeof settle>[3] = [];
    for (const { invoice_key, amount } of parts.filter((one) => one.seller_id === seller_id)) {
      const [bill] = await db.select().from(invoice).where(eq(invoice.key, invoice_key));
      const settled_date = laterDay(payment_date, bill!.invoice_date);
      rows.push({ payment_key, invoice_key, amount, settled_date });
    }
    await settle(db, who, { seller_id, buyer_id }, rows);
    const { from_company, to_company } = row;
    await db
      .insert(offset_payment)
      .values({ offset_key: row.key, seller_id, payment_key, from_company, to_company });
  });
}

async function book(db: Tx, who: Who, stored: StoredOffset): Promise<void> {
  const { from_company, to_company } = stored.row;
  const parts = await partsOf(db, who, stored, [from_company, to_company]);
  refuseIf(paidParts(parts) ?? movedParts(parts));
  for (const seller_id of [from_company, to_company].sort()) await bookSide(db, who, seller_id, stored);
}

async function takeBack(db: Tx, who: Who, { payments }: StoredOffset, reason: string): Promise<void> {
  for (const { seller_id, payment_key } of payments)
    await inCompany(db, who, seller_id, async () => {
      const row = await lockPayment(db, { ...who, company_id: seller_id }, payment_key);
      await reverseReceipt(db, who, row, reason);
    });
}

/** Agreeing moves both ledgers in one transaction, and so does agreeing to take it back. */
export async function sayToOffset(db: Tx, who: Who, key: number, { word, words }: OffsetSaying) {
  const before = await storedOffset(db, who, key);
  await lockBoth(db, before.row.from_company, before.row.to_company);
  const stored = await storedOffset(db, who, key);
  const { row, last, partner_id } = stored;
  refuseIf(wordProblem(word, last.word, last.company_id === who.company_id));
  if (NEEDS_REASON.includes(word) && !words) throw wrong({ words: ["理由を入力してください"] });
  if (word === "agreed") await book(db, who, stored);
  if (word === "cancelled") await takeBack(db, who, stored, words ?? last.words ?? "双方の合意による取消");
  const { from_company, to_company } = row;
  await sayOf(db, who, partner_id, { from_company, to_company }, { offset_key: key, word, words });
  const now = await storedOffset(db, who, key);
  const own = now.payments.find(({ seller_id }) => seller_id === who.company_id);
  return { key, payment_key: own?.payment_key ?? null };
}
