import { issuingPerson, type Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { partyOf } from "~/lib/partner/party.server";
import type { resolveOrder } from "./order.resolve.server";
import { type Order, order } from "./order.row.schema";
import type { OrderInput } from "./order.schema";

const UNMADE = {
  key: 0,
  id: "",
  status: "",
  answer: null,
  answer_reason: null,
  delivery_date: null,
  proposed_delivery_date: null,
  num_good: "0",
  shipped_time: null,
  cancelled_time: null,
};
const NOTHING = { delivered: "0", shipped: "0", made: "0", wip: "0" };

/** What would be sent, as its paper is drawn; it has neither number nor cards yet. */
export async function previewOf(
  db: Tx,
  who: Who,
  input: OrderInput,
  { lines, means, payment_terms, tolerance }: Awaited<ReturnType<typeof resolveOrder>>,
): Promise<Order> {
  const prices = lines.map((line) => line.price);
  const head = {
    key: 0,
    version: 0,
    order_id: input.order_id ?? "（自動採番）",
    order_date: input.order_date,
    seller_id: input.seller_id,
    buyer_id: who.company_id,
    seller: await partyOf(db, input.seller_id),
    buyer: await partyOf(db, who.company_id),
    inspection_days: input.inspection_days,
    payment_terms,
    ...means,
    payment_detail: input.payment_detail ?? null,
    supply_terms: input.supply_terms ?? null,
    tolerance: { ...tolerance, over_bill: "delivered", is_frozen: true },
    person: input.person ?? issuingPerson(who) ?? null,
    note: input.note ?? null,
    sent_time: who.now,
    price: prices.includes(null) ? null : prices.reduce<number>((sum, price) => sum + price!, 0),
  };
  const standing = lines.map((line, index) => ({
    ...line,
    line_no: index + 1,
    is_off: false,
    card: { ...UNMADE, num_items: line.num_items },
    num_delivered: "0",
    num_rest: line.num_items,
    num_again: "0",
    num_pending: "0",
    num_closed: "0",
    is_undrawn: false,
    is_cost: false,
    is_tooling: line.tooling_award !== null,
    progress: { ...NOTHING, ordered: line.num_items },
    now: { ...line, is_off: false, delivery_dates: [line.delivery_date], changes: [] },
  }));
  return order.parse({
    ...head,
    viewed_time: null,
    cancelled_time: null,
    cancel_reason: null,
    status: "waiting",
    num_cards: lines.length,
    num_shipped: 0,
    cancel_problem: null,
    amounts: true,
    lines: standing,
    revision: 1,
    revisions: [],
    amending: [],
    deliveries: [],
    invoices: [],
    log: [],
    unread_until: null,
  });
}
