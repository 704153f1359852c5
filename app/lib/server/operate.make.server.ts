import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { RESERVED_IDS } from "~/lib/api/identity";
import { directory } from "~/lib/auth/directory.server";
import { takeFactorOff } from "~/lib/auth/factor.operator.server";
import { makeMember } from "~/lib/auth/member.invite.server";
import { createMember } from "~/lib/auth/member.server";
import { createCollaboration, createFactory } from "~/lib/company/factory.server";
import { readConfig } from "~/lib/config/config.server";
import { type Database, operator, type Tx } from "~/lib/db/connection.server";
import { temporaryPassword } from "~/lib/pool/admin.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { MONTH_END } from "~/lib/time/period";
import { company, Mistake, pair, staff } from "./operate.input.server";

const printAccount = (who: string, address: string, password: string, note: string) =>
  console.log(`${who}\n  ユーザー名: ${address}\n  仮パスワード: ${password}
  7日以内にログインし、新しいパスワードを決めてください。${note}`);
/**
 * A company with its first administrator, or the administrator alone where there is none: all of it or
 * nothing.
 */
export async function makeCompany(db: Database, input: z.output<typeof company>): Promise<void> {
  const { stock_id, parts_id } = readConfig(process.env);
  if (RESERVED_IDS.includes(input.id) || [stock_id, parts_id].includes(input.id))
    throw new Mistake(`会社のID「${input.id}」は使えません。別のIDにしてください。`);
  const admin = {
    email: input.email,
    name: input.person,
    is_admin: true,
    permissions: ["accounting" as const, "inventory" as const, "bi" as const],
  };
  const made = await operator(db, async (tx) => {
    const [known] = await tx.select().from(factory).where(eq(factory.id, input.id)).for("update");
    if (
      known &&
      (await tx.$count(
        member,
        and(eq(member.company_id, input.id), eq(member.is_admin, true), eq(member.is_active, true)),
      )) > 0
    ) {
      throw new Mistake(
        `会社のID「${input.id}」は、すでに使われています（${known.name}）。管理者もいます。アカウントの追加は、その管理者が画面で行います。`,
      );
    }
    if (!known)
      await createFactory(tx, {
        id: input.id,
        name: input.name,
        company_type: input.type,
        email: input.email,
      });
    await directory(tx).createGroup(input.id);
    const company_type = known?.company_type ?? input.type;
    const password = await makeMember(tx, input.id, company_type, admin, async (_, temporary) => temporary);
    return { name: known?.name ?? input.name, password, is_new: !known };
  });
  printAccount(
    `${made.name}${made.is_new ? "と最初の管理者を作りました。" : "の管理者を作りました（会社は前からあります）。"}`,
    input.email,
    made.password,
    "",
  );
}

export async function makeStaff(
  db: Database,
  { email: address, person, read }: z.output<typeof staff>,
): Promise<void> {
  const password = temporaryPassword();
  await createMember(db, {
    email: address,
    name: person,
    company_id: null,
    is_admin: false,
    permissions: [],
    groups: read ? ["internal"] : ["internal", "internal_writer"],
    temporary_password: password,
  });
  printAccount(
    `運営のアカウントを作りました（${read ? "閲覧" : "編集できる"}）。`,
    address,
    password,
    "どの会社の画面も開けるアカウントです。",
  );
}

export async function makePair(db: Database, { seller, buyer }: z.output<typeof pair>): Promise<void> {
  await operator(db, async (tx: Tx) => {
    const rows = await tx
      .select({ id: factory.id, type: factory.company_type })
      .from(factory)
      .where(inArray(factory.id, [seller, buyer]));
    for (const one of [seller, buyer])
      if (!rows.some((row) => row.id === one)) throw new Mistake(`会社「${one}」がありません。`);
    if (seller === buyer) throw new Mistake("二つの別の会社を指定してください。");
    if (rows.find((row) => row.id === seller)!.type !== "seller")
      throw new Mistake(`「${seller}」は発注だけをする会社です。--seller には工場を指定してください。`);
    const [known] = await tx
      .select()
      .from(collaboration)
      .where(and(eq(collaboration.seller_id, seller), eq(collaboration.buyer_id, buyer)));
    if (known)
      throw new Mistake(
        `${seller} と ${buyer} は、すでに取引先です${known.is_active ? "" : "（終了しています。終了した会社が画面で再開できます）"}。`,
      );
    await createCollaboration(tx, seller, buyer, MONTH_END);
  });
  console.log(`${seller} と ${buyer} を取引先にしました（月末締め翌月末払い）。`);
}

export async function dropFactorOf(db: Database, secret: string, address: string): Promise<void> {
  const answer = await takeFactorOff(db, secret, address, readConfig(process.env).product_name);
  if ("refused" in answer) throw new Mistake(answer.refused);
  console.log(`${answer.name} さんの二段階認証を解除しました。本人にメールで知らせます。`);
}
