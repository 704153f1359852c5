import { and, eq, inArray } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { lastEntries, recordAll } from "~/lib/log/activity.server";
import { type Entry } from "~/lib/log/entry";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import type { Changed } from "~/lib/vocabulary/activity";

export type Collaboration = typeof collaboration.$inferSelect;
export type Side = "buyer" | "seller";

export const pairWith = (who: Who, partner_id: string, side: Side) =>
  side === "buyer"
    ? { seller_id: who.company_id, buyer_id: partner_id }
    : { seller_id: partner_id, buyer_id: who.company_id };

type Named = { partner_id: string; side: Side };

/** The two kinds of stock have no path (D2), and strangers are not there. */
export async function findCollaborations(
  db: Tx,
  who: Who,
  named: Named[],
): Promise<(Collaboration | undefined)[]> {
  const found = new Map<string, Collaboration>();
  for (const side of ["buyer", "seller"] as const) {
    const ids = named.flatMap((one) =>
      one.side === side && one.partner_id !== who.company_id ? one.partner_id : [],
    );
    if (ids.length === 0) continue;
    const [own, other] =
      side === "buyer"
        ? [collaboration.seller_id, collaboration.buyer_id]
        : [collaboration.buyer_id, collaboration.seller_id];
    const pairs = db
      .select({ pair: collaboration })
      .from(collaboration)
      .innerJoin(factory, eq(factory.id, collaboration.buyer_id))
      .where(and(eq(own, who.company_id), inArray(other, ids), eq(factory.is_stock, false)));
    // A buyer may not lock what the seller says; its version is asked for as it is written.
    for (const { pair } of await (side === "buyer" ? pairs.for("update", { of: collaboration }) : pairs)) {
      found.set(`${side} ${side === "buyer" ? pair.buyer_id : pair.seller_id}`, pair);
    }
  }
  return named.map(({ partner_id, side }) => found.get(`${side} ${partner_id}`));
}

export async function takeCollaborations(db: Tx, who: Who, named: Named[]): Promise<Collaboration[]> {
  return (await findCollaborations(db, who, named)).map((row) => {
    if (!row) throw notFound("取引先");
    return row;
  });
}

const LOGGED_FIELDS = [
  "is_payment_last_date",
  "payment_date",
  "pay_month",
  "pay_day",
  "bank_shift",
  "amount_rounding",
  "tax_rounding",
  "invoice_basis",
  "show_carry_over",
  "fee_bearer",
  "payment_method",
  "maturity",
  "maturity_unit",
  "over_pct",
  "under_pct",
  "over_bill",
  "rest_base",
  "on_time_day",
  "toriteki",
  "toriteki_judged_by",
  "is_active",
] as const;
const loggedFields = (row: Collaboration): Changed =>
  Object.fromEntries(LOGGED_FIELDS.map((name) => [name, row[name]]));

export function pairEntry(
  kind: string,
  before: Collaboration | null,
  after: Collaboration,
  seq: number,
): Entry {
  const [from, to] = [before ? loggedFields(before) : {}, loggedFields(after)];
  const changed = LOGGED_FIELDS.filter((name) => from[name] !== to[name]);
  const only = (all: Changed) => Object.fromEntries(changed.map((name) => [name, all[name] ?? null]));
  const { seller_id, buyer_id, key } = after;
  return {
    subject: "collaboration",
    subject_key: key,
    seq,
    seller_id,
    buyer_id,
    kind,
    before: only(from),
    after: only(to),
  };
}

type CollaborationChange = { before: Collaboration | null; after: Collaboration };

export async function recordPairs(
  db: Tx,
  who: Who,
  kind: string,
  told: CollaborationChange[],
): Promise<void> {
  const last = await lastEntries(
    db,
    "collaboration",
    told.map(({ after }) => after.key),
  );
  await recordAll(
    db,
    who,
    told.map(({ before, after }) => pairEntry(kind, before, after, (last.get(after.key) ?? 0) + 1)),
  );
}
