import { and, eq, sql } from "drizzle-orm";
import { mailPassword, makeMember } from "~/lib/auth/member.invite.server";
import { member } from "~/lib/auth/member.table.server";
import type { Who } from "~/lib/auth/who";
import { hold, Refusal } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { asOperator } from "~/lib/db/operator.server";
import { sendMail } from "~/lib/pool/mail.server";
import { searchKey } from "~/lib/text/fold";
import { readConfig } from "~/lib/web/config.server";
import { agreedColumns, enterCompanies } from "./collaboration.enter.server";
import { findCollaborations, pairWith, recordPairs } from "./collaboration.log.server";
import type { CollaborationInput } from "./collaboration.schema";
import { noteContact } from "./contact.server";
import { collaboration, factory } from "./factory.table.server";

const wrong = (field: string, sentence: string) => new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });
export const FULL_RIGHTS = { is_admin: true, permissions: ["accounting", "inventory", "bi"] as ("accounting" | "inventory" | "bi")[] };

/** Makes two companies partners: one that is here already, or a new one, which is invited where an address is given. */
export async function openCollaboration(db: Tx, who: Who, input: CollaborationInput) {
  if (input.kind === "existing") return join(db, who, input, await knownCompany(db, who, input));
  const known = (await db.select({ name: factory.name }).from(factory)).some((one) => searchKey(one.name) === searchKey(input.name!));
  if (known) throw wrong("name", "同じ名前の取引先が登録されています");
  return newCompany(db, who, input);
}

async function join(db: Tx, who: Who, input: CollaborationInput, made: { id: string; name: string; is_invited: boolean }) {
  const [before] = await findCollaborations(db, who, [{ partner_id: made.id, side: input.relation }]);
  hold(before && !before.is_active && before.stopped_by !== null && before.stopped_by !== who.company_id
    ? "お相手の会社が取引を終了しています。再開はお相手に依頼してください。" : null);
  if (before?.is_active) throw wrong("id", "すでに取引先として登録されています");
  const agreed = agreedColumns(who, before ?? null, input);
  const pair = pairWith(who, made.id, input.relation);
  const here = and(eq(collaboration.seller_id, pair.seller_id), eq(collaboration.buyer_id, pair.buyer_id));
  const [after] = await asOperator(db, () => (before
    ? db.update(collaboration)
      .set({ ...agreed, is_active: true, stopped_by: null, version: sql`${collaboration.version} + 1`, update_time: who.now }).where(here)
    : db.insert(collaboration).values({ ...pair, ...agreed })).returning());
  await recordPairs(db, who, before ? "resumed" : "created", [{ before: before ?? null, after: after! }]);
  const { code, person } = input;
  if (code || person) await noteContact(db, who, made.id, { code, person });
  await tellOf(db, who, input.email!);
  return made;
}

/** A company that is here already, told by its id and the address of somebody who works there: knowing one of them is not enough. */
async function knownCompany(db: Tx, who: Who, { id, email, relation }: CollaborationInput) {
  const found = await asOperator(db, async () => {
    const [row] = await db.select({ id: factory.id, name: factory.name, company_type: factory.company_type }).from(factory)
      .innerJoin(member, eq(member.company_id, factory.id))
      .where(and(eq(factory.id, id!), eq(factory.is_stock, false), eq(factory.is_active, true), eq(member.is_active, true),
        sql`lower(${member.email}) = lower(${email!})`));
    return row;
  });
  if (!found || found.id === who.company_id) throw wrong("id", "会社IDとメールアドレスの組み合わせが見つかりません。お相手に確認してください");
  if (relation === "seller" && found.company_type !== "seller") throw wrong("relation", "発注だけをする会社です。協力会社にはできません");
  return { id: found.id, name: found.name, is_invited: false };
}

/** A new company with its first administrator, who is mailed a temporary password; without an address nobody is invited yet. */
async function newCompany(db: Tx, who: Who, input: CollaborationInput) {
  const { name, kana, postal_code, address, tel, email, relation, code, person } = input;
  const company_type = relation === "seller" ? "seller" as const : input.company_type ?? "buyer";
  const [id] = await enterCompanies(db, who, [{ relation, terms: input, contact: { code, person, tel, email },
    company: { name: name!, kana, company_type, postal_code, address, tel, email } }]);
  if (email) {
    await asOperator(db, () => makeMember(db, id!, company_type, { email, name: person ?? "管理者", ...FULL_RIGHTS },
      (one, password) => mailPassword(db, who, "invite", one, password)));
  }
  return { id: id!, name: name!, is_invited: email !== undefined };
}

async function tellOf(db: Tx, who: Who, to: string): Promise<void> {
  const { product_name, origins } = readConfig(process.env);
  await sendMail(db, { to, subject: `【${product_name}】${who.company_name}が取引先として登録しました`,
    text: `${who.company_name}の${who.name}さんが、御社を取引先として登録しました。\n\n${origins[0]}/\n\n心当たりがないときは、${who.company_name}にお問い合わせください。\n` });
}
