import { asc, eq, inArray } from "drizzle-orm";
import { ISSUER_ONLY } from "~/lib/api/query.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf } from "~/lib/log/activity.server";
import { withoutAccounts } from "~/lib/partner/party.server";
import { card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { cannotCancel } from "./delivery";
import { cannotPostpone } from "./delivery.follow";
import { restoreProblem } from "./delivery.follow.server";
import { returnsOf, stateOf } from "./delivery.read.server";
import { deliveryKind } from "./delivery.schema";
import { closingLines } from "./delivery.state.server";
import { isIssuer } from "./document";
import { isParty } from "./document.server";
import { wasInspected } from "./inspection";
import { sendingsOf } from "./sending.server";

export async function readDelivery(db: Tx, who: Who, key: number) {
  const [found] = await db
    .select({ row: delivery, state: stateOf })
    .from(delivery)
    .where(isParty(delivery, who, key));
  if (!found) throw notFound("納品書");
  const { row, state } = found;
  const lines = await db
    .select()
    .from(delivery_line)
    .where(eq(delivery_line.delivery_key, key))
    .orderBy(asc(delivery_line.line_no));
  const keys = lines.flatMap(({ card_key }) => card_key ?? []);
  const cards = keys.length === 0 ? [] : await db.select().from(card).where(inArray(card.key, keys));
  const closed = new Set(cards.flatMap((one) => (one.closed_reason === null ? [] : [one.key])));
  const closing = await closingLines(db, key, lines);
  const invoices = await db
    .selectDistinct({ key: invoice.key, number: invoice.number })
    .from(invoice)
    .innerJoin(delivery_line, eq(delivery_line.invoice_key, invoice.key))
    .where(eq(delivery_line.delivery_key, key));
  const own = isIssuer(row, who);
  const standing = {
    ...row,
    invoice_numbers: invoices.map(({ number }) => number),
    return_numbers: own ? await returnsOf(db, row) : [],
    is_inspected: lines.some(wasInspected),
  };
  return {
    ...row,
    lines: lines.map((line) => ({
      ...line,
      is_closed: line.is_live && closing.includes(line) && closed.has(line.card_key ?? 0),
    })),
    invoices,
    seller: withoutAccounts(row.seller),
    buyer: withoutAccounts(row.buyer),
    state,
    ...(await sendingsOf(db, who, deliveryKind, row)),
    log: await activityOf(db, who, "delivery", key),
    cannot_cancel: own ? cannotCancel(standing) : ISSUER_ONLY,
    cannot_postpone: own ? cannotPostpone(standing, lines) : ISSUER_ONLY,
    cannot_restore: own ? await restoreProblem(db, row, lines, cards) : ISSUER_ONLY,
  };
}
