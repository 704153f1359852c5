import { addDays, daysBetween, type ISODate } from "~/lib/time/date";
import { lateInterest, paymentCheck } from "~/lib/vocabulary/terms";
import type { Toriteki } from "~/lib/vocabulary/toriteki";

/** So many days before the 60th it is said. */
const SOON = 15;
const LIMIT = 60;

type ReceiptWatch = { days: number; left: number; level: "ok" | "soon" | "late" };

/** R2-5: days since receipt, the day itself being day 1, said while there is time to pay. */
export function receiptWatch(received: ISODate, on: ISODate, toriteki: Toriteki): ReceiptWatch {
  const days = Math.max(0, daysBetween(received, on) + 1);
  const left = LIMIT - days;
  if (toriteki === "exempt" || left > SOON) return { days, left, level: "ok" };
  return { days, left, level: left < 0 ? "late" : "soon" };
}

const lastLawfulDay = (received: ISODate): ISODate => addDays(received, LIMIT - 1);

/** A due date that is late before anything is paid: said when the paper comes in. */
export function dueProblem(received: ISODate, due: ISODate, toriteki: Toriteki): string | null {
  const { days, verdict } = paymentCheck(received, due);
  if (toriteki === "exempt" || verdict !== "violation") return null;
  const limit = lastLawfulDay(received).replaceAll("-", "/");
  return `支払期日は受領から${days}日目です。取適法の対象となる取引では、60日目の${limit}までに支払ってください`;
}

export type Receipt = { received_date: ISODate; amount: number };

/** What was received on which day makes up a debt: in proportion, the last taking what rounding leaves. */
export function apportion(total: number, receipts: Receipt[]): Receipt[] {
  const whole = receipts.reduce((sum, { amount }) => sum + amount, 0);
  if (whole <= 0 || total <= 0) return [];
  const rows = [...receipts].sort((a, b) => (a.received_date < b.received_date ? -1 : 1));
  let left = total;
  return rows.map(({ received_date, amount }, at) => {
    const share = at === rows.length - 1 ? left : Number((BigInt(total) * BigInt(amount)) / BigInt(whole));
    left -= share;
    return { received_date, amount: share };
  });
}

/** R2-6: of what is paid now, the oldest received first; what was paid before is left out. */
export function interestOf(receipts: Receipt[], paid: number, amount: number, on: ISODate): number {
  const sorted = [...receipts].sort((a, b) => (a.received_date < b.received_date ? -1 : 1));
  let before = Math.max(0, paid);
  let left = amount;
  let interest = 0;
  for (const receipt of sorted) {
    const skipped = Math.min(before, receipt.amount);
    before -= skipped;
    const part = Math.min(receipt.amount - skipped, left);
    if (part <= 0) continue;
    left -= part;
    interest += lateInterest(part, receipt.received_date, on).interest;
  }
  return interest;
}
