import { readConfig } from "~/lib/config/config.server";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration, factory, factory_meta } from "~/lib/tables/factory.table.server";
import { MONTH_END, type Terms } from "~/lib/time/period";
import type { BankAccount } from "~/lib/vocabulary/factory.schema";
import { openReasons } from "./factory.reasons.server";

type Rules = Partial<
  Pick<
    typeof collaboration.$inferInsert,
    "amount_rounding" | "tax_rounding" | "invoice_basis" | "show_carry_over"
  >
>;

export type NewFactory = {
  id: string;
  name: string;
  kana?: string;
  company_type: "seller" | "buyer";
  postal_code?: string;
  address?: string;
  tel?: string;
  fax?: string;
  email?: string;
  registration_number?: string;
  bank_accounts?: BankAccount[];
  made_by?: string;
};

/** A seller has its first reasons and can make stock from its first day (D2). */
export const createFactory = (db: Tx, input: NewFactory): Promise<void> => createFactories(db, [input]);

export async function createFactories(db: Tx, inputs: NewFactory[]): Promise<void> {
  await db.insert(factory).values(inputs);
  await db.insert(factory_meta).values(inputs.map(({ id }) => ({ company_id: id })));
  for (const { id } of inputs.filter((one) => one.company_type === "seller")) {
    await openReasons(db, id);
    await openStock(db, id);
  }
}

async function openStock(db: Tx, seller_id: string): Promise<void> {
  const { stock_id, parts_id } = readConfig(process.env);
  const buyers = [
    { id: stock_id, name: "商品在庫", stock_kind: "product" as const },
    { id: parts_id, name: "部品在庫", stock_kind: "part" as const },
  ];
  await db
    .insert(factory)
    .values(buyers.map((buyer) => ({ ...buyer, company_type: "buyer" as const, is_stock: true })))
    .onConflictDoNothing();
  for (const buyer of buyers) await createCollaboration(db, seller_id, buyer.id, MONTH_END);
}

export async function createCollaboration(
  db: Tx,
  seller_id: string,
  buyer_id: string,
  terms: Terms & Rules,
): Promise<void> {
  await db
    .insert(collaboration)
    .values({ amount_rounding: "floor", tax_rounding: "floor", ...terms, seller_id, buyer_id });
}
