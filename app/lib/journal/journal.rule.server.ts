import { eq, sql } from "drizzle-orm";
import { stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { factoryKey } from "~/lib/company/factory.self.server";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { factory } from "~/lib/tables/factory.table.server";
import { journal_rule } from "~/lib/tables/journal.table.server";
import { ACCOUNT_KEYS, ACCOUNTS, type Accounts, type JournalRules } from "./journal";

import type { RuleInput } from "./journal.schema";
import { PRODUCTS, type Product, TAX_NAMES, type TaxNames } from "./journal.tax";

const namesWith = (own: Partial<Record<Product, Record<string, string>>>) =>
  Object.fromEntries(
    PRODUCTS.map((product) => [product, { ...TAX_NAMES[product], ...own[product] }]),
  ) as TaxNames;

/** As the company has set them; until then as most charts of accounts have them. */
export async function rulesOf(
  db: Tx,
  { company_id }: Who,
): Promise<JournalRules & { product: Product; version: number }> {
  const [row] = await db.select().from(journal_rule).where(eq(journal_rule.company_id, company_id));
  const [own] = await db
    .select({ banks: factory.bank_accounts })
    .from(factory)
    .where(eq(factory.id, company_id));
  const usual = Object.fromEntries(ACCOUNT_KEYS.map((key) => [key, ACCOUNTS[key].name]));
  return {
    version: row?.version ?? 0,
    product: row?.product ?? "yayoi",
    bookkeeping: row?.bookkeeping ?? "included",
    sub_rule: row?.sub_rule ?? "partner",
    fee_rule: row?.fee_rule ?? "discount",
    bank: row?.bank ?? own?.banks[0]?.bank_name ?? "",
    accounts: { ...usual, ...row?.accounts } as Accounts,
    tax_names: namesWith(row?.tax_names ?? {}),
  };
}

export async function changeRules(db: Tx, who: Who, { version, ...input }: RuleInput) {
  await db.select({ id: factory.id }).from(factory).where(eq(factory.id, who.company_id)).for("update");
  const before = await rulesOf(db, who);
  if (before.version !== version) throw stale("仕訳の設定");
  const [row] = await db
    .select({ tax_names: journal_rule.tax_names })
    .from(journal_rule)
    .where(eq(journal_rule.company_id, who.company_id));
  const tax_names = { ...row?.tax_names, ...input.tax_names };
  const values = { ...input, bank: input.bank ?? "", tax_names };
  await db
    .insert(journal_rule)
    .values({ company_id: who.company_id, ...values })
    .onConflictDoUpdate({
      target: journal_rule.company_id,
      set: { ...values, version: sql`${journal_rule.version} + 1` },
    });
  const flat = ({ accounts, tax_names: names, ...rest }: typeof before) => ({
    ...rest,
    ...Object.fromEntries(Object.entries(accounts).map(([name, value]) => [`account_${name}`, value])),
    ...Object.fromEntries(
      PRODUCTS.flatMap((product) =>
        Object.entries(names[product]).map(([code, value]) => [`tax_${product}_${code}`, value]),
      ),
    ),
  });
  const after = await rulesOf(db, who);
  const [{ version: _, ...old }, { version: __, ...now }] = [flat(before), flat(after)];
  await recordOwn(db, who, "factory", await factoryKey(db, who), "journal", old, now);
  return after;
}
