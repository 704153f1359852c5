import { and, asc, eq, sql } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { bank_account } from "~/lib/tables/bank.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { accountLabel, isSameAccount } from "./own.account";
import type { FileAccount } from "./statement";

export type OwnAccount = typeof bank_account.$inferSelect;

/** One after the other: what two people bring or register at once is looked at together. */
export async function lockBank(db: Tx, company_id: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bank ${company_id}`}, 0))`);
}

export const ownAccounts = (db: Tx, who: Who): Promise<OwnAccount[]> =>
  db
    .select()
    .from(bank_account)
    .where(eq(bank_account.company_id, who.company_id))
    .orderBy(asc(bank_account.key));

export const accountRows = (accounts: OwnAccount[]) =>
  accounts.map((account) => ({
    key: account.key,
    label: accountLabel(account),
    has_profile: account.profile !== null,
  }));

export async function accountBy(db: Tx, who: Who, key: number): Promise<OwnAccount> {
  const found = (await ownAccounts(db, who)).find((account) => account.key === key);
  if (!found) throw notFound("口座");
  return found;
}

export async function addAccount(db: Tx, who: Who, account: FileAccount): Promise<OwnAccount> {
  const same = (await ownAccounts(db, who)).find((known) => isSameAccount(known, account));
  if (same) return same;
  const [made] = await db
    .insert(bank_account)
    .values({ ...account, company_id: who.company_id, created_time: who.now })
    .returning();
  return made!;
}

/** The own account that a file names: known here, or among the accounts of 会社情報; null where nobody knows. */
export async function findAccount(db: Tx, who: Who, named: FileAccount | null): Promise<OwnAccount | null> {
  if (!named) return null;
  const known = (await ownAccounts(db, who)).filter((account) => isSameAccount(account, named));
  if (known.length > 0) return known.length === 1 ? known[0]! : null;
  const [company] = await db
    .select({ accounts: factory.bank_accounts })
    .from(factory)
    .where(eq(factory.id, who.company_id));
  const plain = { bank_code: "", branch_code: "" };
  const printed = (company?.accounts ?? []).filter((account) =>
    isSameAccount({ ...plain, ...account }, named),
  );
  if (printed.length !== 1) return null;
  const { bank_name, branch_name, kind, holder } = printed[0]!;
  return addAccount(db, who, { ...named, bank_name, branch_name, kind, holder });
}

export function refuseOther(chosen: OwnAccount, named: FileAccount | null): void {
  if (named === null || isSameAccount(chosen, named)) return;
  const sentence = `ファイルの口座（${accountLabel(named)}）が、選んだ口座（${accountLabel(chosen)}）と違います`;
  throw new Refusal(422, "入力内容を確認してください。", { account_key: [sentence] });
}

/** Its next file is asked about again. */
export async function forgetProfile(db: Tx, who: Who, key: number) {
  const { key: found } = await accountBy(db, who, key);
  await db
    .update(bank_account)
    .set({ profile: null })
    .where(and(eq(bank_account.key, found), eq(bank_account.company_id, who.company_id)));
  return {};
}
