import { and, eq, sql } from "drizzle-orm";
import { Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { accountBy, addAccount, lockBank, type OwnAccount, ownAccounts } from "~/lib/bank/account.server";
import { accountLabel } from "~/lib/bank/own.account";
import { PAYING_KINDS, type Remitter, remitterProblems } from "~/lib/bank/zengin.transfer";
import { factoryKey } from "~/lib/company/factory.self.server";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { bank_account } from "~/lib/tables/bank.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import type { PayingChange, PayingInput, PayingRow } from "./paying.schema";

const UNSET = "総合振込の設定（委託者コードなど）がまだありません。";

/** What stands of the account in a file's head, or why it can't. */
export function remitterOf(account: OwnAccount): { from: Remitter } | { sentence: string } {
  const { consignor_code, consignor_name, bank_kana, branch_kana, bank_code, branch_code, number } = account;
  const kind = PAYING_KINDS.find((one) => one === account.kind);
  if (consignor_code === null || consignor_name === null || bank_kana === null || branch_kana === null)
    return { sentence: UNSET };
  if (!kind) return { sentence: "普通・当座・その他の口座からだけ振り込めます。" };
  const from = {
    consignor_code,
    consignor_name,
    bank_code,
    bank_kana,
    branch_code,
    branch_kana,
    number,
    kind,
  };
  const [problem] = remitterProblems(from);
  return problem ? { sentence: `${problem.sentence}。` } : { from };
}

function rowOf(account: OwnAccount): PayingRow {
  const remitter = remitterOf(account);
  return {
    ...account,
    label: accountLabel(account),
    cannot_pay: "sentence" in remitter ? remitter.sentence : null,
  };
}

export const listPaying = async (db: Tx, who: Who) => ({ items: (await ownAccounts(db, who)).map(rowOf) });

const payingText = ({
  consignor_code,
  consignor_name,
  bank_kana,
  bank_code,
  branch_kana,
  branch_code,
  ...account
}: OwnAccount) =>
  consignor_code === null
    ? null
    : `${accountLabel({ ...account, branch_code })} ${bank_kana}(${bank_code}) ${branch_kana}(${branch_code}) 委託者 ${consignor_code} ${consignor_name}`;

async function set(db: Tx, who: Who, before: OwnAccount, input: Omit<PayingChange, "version">) {
  const [after] = await db
    .update(bank_account)
    .set({ ...input, version: sql`${bank_account.version} + 1` })
    .where(and(eq(bank_account.key, before.key), eq(bank_account.company_id, who.company_id)))
    .returning();
  await db.select({ id: factory.id }).from(factory).where(eq(factory.id, who.company_id)).for("update");
  await recordOwn(
    db,
    who,
    "factory",
    await factoryKey(db, who),
    "paying",
    { paying: payingText(before) },
    { paying: payingText(after!) },
  );
  return rowOf(after!);
}

/** The account that statements came of, where there is one, or another. */
export async function addPaying(db: Tx, who: Who, { number, ...input }: PayingInput): Promise<PayingRow> {
  await lockBank(db, who.company_id);
  const { bank_code, bank_name, branch_code, branch_name, kind, consignor_name } = input;
  const account = { bank_code, bank_name, branch_code, branch_name, kind, holder: consignor_name };
  const found = await addAccount(db, who, { ...account, number: number.replace(/^0+(?=\d)/, "") });
  if (found.consignor_code !== null)
    throw new Refusal(422, "入力内容を確認してください。", { number: ["この口座は登録済みです"] });
  return set(db, who, found, input);
}

export async function changePaying(db: Tx, who: Who, key: number, { version, ...input }: PayingChange) {
  await lockBank(db, who.company_id);
  const found = await accountBy(db, who, key);
  if (found.version !== version) throw stale("口座");
  return set(db, who, found, input);
}
