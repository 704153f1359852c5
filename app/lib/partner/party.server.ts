import { and, eq, inArray } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration, factory, factory_meta } from "~/lib/tables/factory.table.server";
import type { Party } from "~/lib/vocabulary/factory.schema";

/** A party without its bank accounts, also one that was frozen with them. */
export const withoutAccounts = (of: Party): Party => ({ ...of, bank_accounts: [] });

/** A company as a document shows it, to be frozen on it. */
export async function partyOf(db: Tx, id: string): Promise<Party> {
  return withoutAccounts(await payeeOf(db, id));
}

/** The same of who is to be paid: its 請求書 prints the accounts, and no other paper does. */
export async function payeeOf(db: Tx, id: string): Promise<Party> {
  return (await payeesOf(db, [id]))[0]!;
}

/** In the order asked for. */
export async function payeesOf(db: Tx, ids: string[]): Promise<Party[]> {
  const rows = await db
    .select({
      own: factory,
      paper_layout: factory_meta.paper_layout,
      address_left: factory_meta.address_left,
      address_top: factory_meta.address_top,
      day_style: factory_meta.day_style,
    })
    .from(factory)
    .leftJoin(factory_meta, eq(factory_meta.company_id, factory.id))
    .where(inArray(factory.id, ids));
  const found = new Map(rows.map((row) => [row.own.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    if (!row) throw notFound("会社");
    const { name, postal_code, address, tel, fax, registration_number, bank_accounts, logo, seal } = row.own;
    return {
      id,
      name,
      postal_code,
      address,
      tel,
      fax,
      registration_number,
      bank_accounts,
      logo,
      seal,
      paper_layout: row.paper_layout ?? "ruled",
      address_left: row.address_left ?? undefined,
      address_top: row.address_top ?? undefined,
      day_style: row.day_style ?? undefined,
    };
  });
}

/** The terms between a seller and a buyer; a pair that does not work together is not found. */
export async function collaborationOf(db: Tx, seller_id: string, buyer_id: string) {
  const [row] = await db
    .select()
    .from(collaboration)
    .where(and(eq(collaboration.seller_id, seller_id), eq(collaboration.buyer_id, buyer_id)));
  if (!row || !row.is_active) throw notFound("取引先");
  return row;
}

/** The terms between these companies, by "seller buyer"; also of those that work together no longer. */
export async function termsOf(db: Tx, pairs: { seller_id: string; buyer_id: string }[]) {
  const ids = (side: "seller_id" | "buyer_id") => [...new Set(pairs.map((pair) => pair[side]))];
  const rows =
    pairs.length === 0
      ? []
      : await db
          .select()
          .from(collaboration)
          .where(
            and(
              inArray(collaboration.seller_id, ids("seller_id")),
              inArray(collaboration.buyer_id, ids("buyer_id")),
            ),
          );
  return new Map(rows.map((row) => [`${row.seller_id} ${row.buyer_id}`, row] as const));
}
