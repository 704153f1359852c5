import { and, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { factoryKey } from "~/lib/company/factory.self.server";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf, recordOwn } from "~/lib/log/activity.server";
import { giveNotices } from "~/lib/notice/notice.server";
import { factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { maskedAccount, maskNumber, type PayeeAccount } from "./payee";

type PayeeTold = {
  partner_id: string;
  name: string;
  before: PayeeAccount | null;
  account: PayeeAccount;
  isConfirmed?: true;
};

const KINDS = ["payee", "payee_confirmed"];

/** What the company's own log says of a partner's account. */
export async function payeeLog(db: Tx, who: Who, partner_id: string) {
  const log = await activityOf(db, who, "factory", await factoryKey(db, who));
  return log.filter(({ kind, after }) => KINDS.includes(kind) && after.payee_id === partner_id);
}

function sentence({ name, before, account, isConfirmed }: PayeeTold, person: string): string {
  if (isConfirmed)
    return `${name} の振込先の口座（${maskNumber(account.number)}）を${person}さんが確認しました`;
  const moved = before && `${maskNumber(before.number)} → ${maskNumber(account.number)}、${person}さん`;
  return moved
    ? `${name} の振込先の口座が変わりました（${moved}）。心当たりがないときは、すぐに確かめてください`
    : `${name} の振込先の口座が登録されました（${maskNumber(account.number)}、${person}さん）`;
}

async function record(db: Tx, who: Who, { partner_id, name, before, account, isConfirmed }: PayeeTold) {
  const kind = isConfirmed ? "payee_confirmed" : "payee";
  const was: Record<string, string> = before ? { payee: maskedAccount(before) } : {};
  await recordOwn(db, who, "factory", await factoryKey(db, who), kind, was, {
    payee_of: name,
    payee_id: partner_id,
    payee: maskedAccount(account),
  });
}

/** To every administrator by name: an account that nobody meant to change is money gone. */
export async function tellPayees(db: Tx, who: Who, told: PayeeTold[]): Promise<void> {
  const [only, ...more] = told;
  if (!only) return;
  await db.select({ id: factory.id }).from(factory).where(eq(factory.id, who.company_id)).for("update");
  for (const one of told) await record(db, who, one);
  const admins = await db
    .select({ username: member.username, permissions: member.permissions })
    .from(member)
    .where(and(eq(member.company_id, who.company_id), eq(member.is_admin, true), eq(member.is_active, true)));
  const text =
    more.length === 0
      ? sentence(only, who.name)
      : `振込先の口座が${told.length}件、登録・変更されました（${who.name}さん）`;
  const path = more.length === 0 ? `/setting/payee/${encodeURIComponent(only.partner_id)}` : "/setting/payee";
  await giveNotices(
    db,
    admins.map(({ username, permissions }) => ({
      company_id: who.company_id,
      kind: "partner" as const,
      title: "振込先の口座",
      text,
      path: permissions.includes("accounting") ? path : "/setting/history",
      at: who.now,
      username,
    })),
  );
}
