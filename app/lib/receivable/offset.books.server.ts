import { and, eq, inArray, sql } from "drizzle-orm";
import { lockPair, lockPayers } from "~/lib/accounting/pair.server";
import { digestOf } from "~/lib/api/digest.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { inCompany } from "~/lib/db/operator.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { offsetOf } from "./difference";
import { BOOKED, offsetSeen } from "./offset.agreement";
import type { OffsetBooks } from "./offset.proposal.schema";
import { waitingOffset } from "./offset.read.server";
import { earlySupplies } from "./offset.supply.server";
import { openBooks } from "./open.server";
import { linesTotal } from "./payment";

/** Both bill each other. */
const mutual = (who: Who) => sql`exists (select from collaboration c
  where c.buyer_id = ${who.company_id} and c.seller_id = ${collaboration.buyer_id})`;

export async function offsetPartnersOf(db: Tx, who: Who) {
  const items = await db
    .select({ partner_id: factory.id, partner_name: factory.name })
    .from(collaboration)
    .innerJoin(factory, and(eq(factory.id, collaboration.buyer_id), eq(factory.is_stock, false)))
    .where(and(eq(collaboration.seller_id, who.company_id), mutual(who)))
    .orderBy(factory.name);
  return { items };
}

export async function partnerOf(db: Tx, who: Who, partner_id: string) {
  const { items } = await offsetPartnersOf(db, who);
  const found = items.find((one) => one.partner_id === partner_id);
  if (!found) throw notFound("相殺できる取引先");
  return found;
}

/** What each owes the other, in one order for whoever asks: two at once wait for each other. */
export async function lockBoth(db: Tx, a: string, b: string): Promise<void> {
  const [first, second] = [a, b].sort() as [string, string];
  await lockPayers(db, [first, second]);
  await lockPair(db, first, second);
  await lockPair(db, second, first);
}

/** What the books of whoever pays leave of 請求書 that they have paid anything of. */
async function leftByPayer(db: Tx, who: Who, seller_id: string, buyer_id: string) {
  const { rows } = await inCompany(db, who, buyer_id, () =>
    db.execute<{ key: string; left: string }>(sql`
      select i.key, i.total - p.amount - coalesce(o.amount, 0) as left
      from (select invoice_key as key, sum(amount) as amount from payout_part
          where company_id = ${buyer_id} and partner_id = ${seller_id} and invoice_key is not null group by 1) p
        join invoice i using (key)
        left join (select x.invoice_key as key, sum(x.amount) as amount from offset_part x
          where x.seller_id = ${seller_id} and (select w.word from offset_word w where w.offset_key = x.offset_key
            order by w.key desc limit 1) = any(${sql.param(BOOKED)}::text[]) group by 1) o using (key)
      where p.amount <> 0`),
  );
  return new Map(rows.map(({ key, left }) => [Number(key), Number(left)]));
}

/** The rest of a claim in the books of whoever billed it; of the payers named, no more than theirs leave. */
async function claimsOf(db: Tx, who: Who, seller_id: string, buyer_id: string, payers: string[]) {
  const { invoices } = await inCompany(db, who, seller_id, () => openBooks(db, seller_id, buyer_id));
  if (!payers.includes(buyer_id)) return invoices;
  const left = await leftByPayer(db, who, seller_id, buyer_id);
  return invoices
    .map((one) => ({ ...one, open: Math.min(one.open, left.get(one.key) ?? one.open) }))
    .filter(({ open }) => open > 0);
}

export async function readOffsetBooks(db: Tx, who: Who, partner_id: string): Promise<OffsetBooks> {
  const partner = await partnerOf(db, who, partner_id);
  const ours = await claimsOf(db, who, who.company_id, partner_id, [who.company_id]);
  const theirs = await claimsOf(db, who, partner_id, who.company_id, [who.company_id]);
  const sum = (rows: { open: number }[]) => linesTotal(rows.map(({ open }) => ({ amount: open })));
  const [receivable, payable] = [sum(ours), sum(theirs)];
  return {
    ...partner,
    ours,
    theirs,
    receivable,
    payable,
    offset: offsetOf(receivable, payable).offset,
    early: await earlySupplies(db, who, partner_id),
    seen: offsetSeen(
      { receivable, payable, bills: ours.length + theirs.length },
      digestOf([ours, theirs].map((rows) => rows.map(({ key, open }) => [key, open]))),
    ),
    waiting: await waitingOffset(db, who, partner_id),
  };
}

/** What is left of these 請求書, by key; one that is cancelled or settled has nothing left. */
export async function openOf(db: Tx, who: Who, seller_id: string, buyer_id: string, payers: string[]) {
  const claims = await claimsOf(db, who, seller_id, buyer_id, payers);
  return new Map(claims.map(({ key, open }) => [key, open]));
}

export async function namesOf(db: Tx, ids: string[]) {
  const rows = await db
    .select({ id: factory.id, name: factory.name })
    .from(factory)
    .where(inArray(factory.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
