import { and, eq, isNull } from "drizzle-orm";
import { closePeriods } from "~/lib/accounting/closing.issue.server";
import { issueDeliveries } from "~/lib/accounting/delivery.issue.server";
import { deliveryNew } from "~/lib/accounting/delivery.schema";
import { DELIVERIES } from "~/lib/accounting/delivery.state.server";
import { viewDocument } from "~/lib/accounting/document.server";
import { INVOICES } from "~/lib/accounting/invoice.state.server";
import { readPool } from "~/lib/accounting/undelivered.server";
import type { Who } from "~/lib/api/who";
import { type Database, type Tx, tenant } from "~/lib/db/connection.server";
import { collaborationOf } from "~/lib/partner/party.server";
import type { PaymentNew } from "~/lib/receivable/payment.schema";
import { recordPayment } from "~/lib/receivable/payment.server";
import { delivery } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { shiftMonth } from "~/lib/time/date";
import { dueDate, paymentPeriod, periodOf, type Terms } from "~/lib/time/period";
import { PEOPLE } from "./cast.people.server";
import type { Clock } from "./world.clock.server";
import { partOf, payMonth } from "./world.payout.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

type Paid = "full" | "short" | "fee" | "part" | "over" | "none";
const PAID: Record<string, Paid[]> = {
  "yamada tanaka": ["part", "short", "fee"],
  "yamada suzuki": ["none", "over"],
  "sato tanaka": ["fee"],
};
/** Of so many months back the buyer's 支払通知書 stands in place of the seller's 請求書. */
export const SELF_BILLED = { pair: "sato yamada", months: 2 };
/** 振込手数料, yen. */
const FEE = 440;
/** Paid beyond what was asked for: 前受, yen. */
const OVER = 20_000;
/** Shipped in the last working week stays 未納品. */
const NOTED_UNTIL = -5;

/** Nobody else may open a 納品書 or a 請求書. */
export const accountantOf = (company_id: string) =>
  PEOPLE.find(([, , company, , rights]) => company === company_id && rights.includes("accounting"))![0];

/** 納品書 twice or once a week, 締め of every period that is over, 支払 and 入金 on the due dates. */
export async function documentActs(db: Database, shop: Shop, clock: Clock): Promise<Act[]> {
  const { seller_id, clerk } = shop;
  const acts: Act[] = [];
  for (const [index, { buyer_id }] of shop.buyers.entries()) {
    const opener = accountantOf(buyer_id);
    const terms = await tenant(
      db,
      { company_id: seller_id, username: clerk },
      (tx) => collaborationOf(tx, seller_id, buyer_id),
      "read",
    );
    for (let day = shop.since + 4; day <= NOTED_UNTIL; day += 1) {
      const noted = day % 5 === 0 || (index === 0 && day % 5 === -3);
      if (noted) acts.push(...noteActs(shop, buyer_id, opener, day, index === 0 ? "order" : "one", clock));
    }
    acts.push(...closingActs(shop, buyer_id, opener, terms, clock));
  }
  return acts;
}

function noteActs(
  { clerk }: Shop,
  buyer_id: string,
  opener: string,
  day: number,
  grouping: "order" | "one",
  clock: Clock,
): Act[] {
  const made: number[] = [];
  const issue: Act["run"] = async (tx, who) => {
    const { items } = await readPool(tx, who, { buyer_id, unshipped: false });
    if (items.length === 0) return;
    const lines = items.map(({ card_key, num_remaining }) => ({ card_key, num_items: num_remaining }));
    const { deliveries } = await issueDeliveries(
      tx,
      who,
      deliveryNew.parse({
        buyer_id,
        delivery_date: clock.date(day),
        lines,
        grouping,
        show_amounts: true,
        with_receipt: true,
        unusual_date: true,
      }),
    );
    made.push(...deliveries.map(({ key }) => key));
  };
  const view: Act["run"] = async (tx, who) => {
    for (const key of made) await viewDocument(tx, who, DELIVERIES, key);
  };
  return [
    { at: clock.instant(day + 0.9), username: clerk, run: issue },
    ...(day < NOTED_UNTIL - 3 ? [{ at: clock.instant(day + 1.1), username: opener, run: view }] : []),
  ];
}

const found = (seller_id: string, buyer_id: string, ym: number) =>
  and(
    eq(invoice.seller_id, seller_id),
    eq(invoice.buyer_id, buyer_id),
    eq(invoice.ym, ym),
    isNull(invoice.cancelled_time),
  );

export function closingActs(
  { seller_id, clerk, since }: Shop,
  buyer_id: string,
  opener: string,
  terms: Terms,
  clock: Clock,
): Act[] {
  const acts: Act[] = [];
  const pair = `${seller_id} ${buyer_id}`;
  const modes = [...(PAID[pair] ?? [])];
  const selfBilledFrom = shiftMonth(periodOf(clock.today, terms), -SELF_BILLED.months);
  for (
    let ym = periodOf(clock.today, terms), first = periodOf(clock.date(since), terms);
    ym >= first;
    ym = shiftMonth(ym, -1)
  ) {
    const { end } = paymentPeriod(ym, terms);
    const closing = end < clock.today ? clock.after(end) : null;
    if (closing === null) continue;
    const close: Act["run"] = (tx, who) => closeMonth(tx, who, buyer_id, ym);
    const isClosed = pair !== SELF_BILLED.pair || ym < selfBilledFrom;
    if (isClosed) acts.push({ at: clock.instant(closing + 0.2), username: clerk, run: close });
    const view: Act["run"] = async (tx, who) => {
      const [bill] = await tx
        .select({ key: invoice.key })
        .from(invoice)
        .where(found(seller_id, buyer_id, ym));
      if (bill) await viewDocument(tx, who, INVOICES, bill.key);
    };
    if (isClosed && closing < -1)
      acts.push({ at: clock.instant(closing + 0.6), username: opener, run: view });
    const due = dueDate(end, terms);
    if (due >= clock.today) continue;
    const mode = modes.shift() ?? "full";
    const day = clock.upTo(due);
    const how = mode === "part" ? "part" : "whole";
    if (pair !== SELF_BILLED.pair && mode !== "none")
      acts.push({
        at: clock.instant(day + 0.3),
        username: opener,
        run: (tx, who) => payMonth(tx, who, seller_id, ym, clock.date(day), how),
      });
    acts.push({
      at: clock.instant(day + 0.4),
      username: clerk,
      run: (tx, who) => pay(tx, who, buyer_id, ym, mode, clock.date(day)),
    });
  }
  return acts;
}

/** Months before the first 納品書 have nothing to close. */
async function closeMonth(tx: Tx, who: Who, buyer_id: string, ym: number): Promise<void> {
  const [note] = await tx
    .select({ key: delivery.key })
    .from(delivery)
    .where(and(eq(delivery.seller_id, who.company_id), eq(delivery.buyer_id, buyer_id)))
    .limit(1);
  if (note)
    await closePeriods(tx, who, {
      ym,
      buyer_ids: [buyer_id],
      with_zero: true,
      seen: [],
      unended: false,
      disputed: false,
    });
}

async function pay(
  tx: Tx,
  who: Who,
  buyer_id: string,
  ym: number,
  mode: Paid,
  payment_date: string,
): Promise<void> {
  const [bill] = await tx
    .select()
    .from(invoice)
    .where(found(who.company_id, buyer_id, ym));
  if (!bill || bill.total <= FEE || mode === "none") return;
  const amounts: Record<Exclude<Paid, "none">, number> = {
    full: bill.total,
    short: bill.total - FEE,
    fee: bill.total - FEE,
    part: partOf(bill.total),
    over: bill.total + OVER,
  };
  const amount = amounts[mode];
  const lines: PaymentNew["lines"] = [{ kind: "transfer", amount }];
  if (mode === "fee") lines.push({ kind: "fee", amount: FEE });
  const allocated = mode === "fee" || mode === "over" ? bill.total : amount;
  await recordPayment(tx, who, {
    buyer_id,
    payment_date,
    lines,
    allocations: [{ invoice_key: bill.key, amount: allocated }],
    twice: false,
  });
}
