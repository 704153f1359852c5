import { and, count, eq, gt, lte, ne, sql } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { asOperator } from "~/lib/db/operator.server";
import { giveNotices } from "~/lib/notice/notice.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { partnership } from "~/lib/tables/partnership.table.server";
import { agreedColumns } from "./collaboration.enter.server";
import { findCollaborations, pairWith, recordPairs } from "./collaboration.log.server";
import type { CollaborationInput } from "./collaboration.schema";

const A_DAY = 20;
const DAY_MS = 86_400_000;
export const KEPT_DAYS = 30;

export const before = (who: Who, days: number) => new Date(Date.parse(who.now) - days * DAY_MS).toISOString();
const wrong = (field: string, sentence: string) =>
  new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });

export async function tellAdmins(db: Tx, who: Who, company_id: string, text: string): Promise<void> {
  const admins = await asOperator(db, () =>
    db
      .select({ username: member.username })
      .from(member)
      .where(and(eq(member.company_id, company_id), eq(member.is_admin, true), eq(member.is_active, true))),
  );
  await giveNotices(
    db,
    admins.map(({ username }) => ({
      company_id,
      username,
      kind: "partner" as const,
      path: "/setting/partner",
      at: who.now,
      text: `${who.company_name}：${text}`,
    })),
  );
}

async function reach(db: Tx, who: Who, { id, email, relation }: CollaborationInput): Promise<string | null> {
  const [found] = await asOperator(db, () =>
    db
      .select({ id: factory.id })
      .from(factory)
      .innerJoin(member, eq(member.company_id, factory.id))
      .where(
        and(
          eq(factory.id, id!),
          ne(factory.id, who.company_id),
          eq(factory.is_stock, false),
          eq(factory.is_active, true),
          relation === "seller" ? eq(factory.company_type, "seller") : undefined,
          eq(member.is_active, true),
          sql`lower(${member.email}) = lower(${email!})`,
        ),
      )
      .limit(1),
  );
  return found?.id ?? null;
}

/** Asks a company that is here already. Who guesses is answered as who knows, and only so often a day. */
export async function askPartnership(db: Tx, who: Who, input: CollaborationInput) {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`partnership ${who.company_id}`}, 0))`,
  );
  const { id, relation } = input;
  if (id === who.company_id) throw wrong("id", "自社の会社IDです。お相手の会社IDを入力してください");
  const own = pairWith(who, id!, relation);
  const here = and(eq(collaboration.seller_id, own.seller_id), eq(collaboration.buyer_id, own.buyer_id));
  const [known] = await db.select().from(collaboration).where(here);
  if (known?.is_active) throw wrong("id", "すでに取引先として登録されています");
  const mine = eq(partnership.from_company, who.company_id);
  const [tried] = await db
    .select({ n: count() })
    .from(partnership)
    .where(and(mine, gt(partnership.asked_time, before(who, 1))));
  if (tried!.n >= A_DAY)
    throw new Refusal(429, `取引の依頼は1日に${A_DAY}件までです。明日以降に操作してください。`);
  await db
    .update(partnership)
    .set({ state: "withdrawn", answered_time: who.now })
    .where(and(mine, eq(partnership.state, "waiting"), lte(partnership.asked_time, before(who, KEPT_DAYS))));
  const [again] = await db
    .select({ key: partnership.key })
    .from(partnership)
    .where(
      and(
        mine,
        eq(partnership.state, "waiting"),
        eq(partnership.typed_id, id!),
        eq(partnership.relation, relation),
      ),
    );
  if (again)
    throw wrong(
      "id",
      "この会社IDには依頼を送ってあります。送り直すときは、「取引先」の画面で取り下げてください",
    );
  const to_company = await reach(db, who, input);
  await db.insert(partnership).values({
    from_company: who.company_id,
    to_company,
    relation,
    typed_id: id!,
    from_name: who.company_name,
    asker_name: who.name,
    terms: agreedColumns(who, known ?? null, input),
    asked_time: who.now,
  });
  if (to_company) await tellAdmins(db, who, to_company, "取引の依頼が届きました。承認するか、断ってください");
  return { id: id!, name: null, is_invited: false, is_waiting: true };
}

async function take(db: Tx, who: Who, key: number, side: "from_company" | "to_company") {
  const [row] = await db
    .select()
    .from(partnership)
    .where(and(eq(partnership.key, key), eq(partnership[side], who.company_id)))
    .for("update");
  if (!row) throw notFound("取引の依頼");
  refuseIf(row.state === "waiting" ? null : "この依頼は、すでに回答されたか取り下げられています。");
  refuseIf(
    row.asked_time > before(who, KEPT_DAYS)
      ? null
      : `依頼から${KEPT_DAYS}日を過ぎています。もう一度依頼してもらってください。`,
  );
  return row;
}

const close = (db: Tx, who: Who, key: number, state: "accepted" | "declined" | "withdrawn") =>
  db
    .update(partnership)
    .set({ state, answered_time: who.now, answered_by: who.name })
    .where(eq(partnership.key, key));

export async function acceptPartnership(db: Tx, who: Who, key: number) {
  const { from_company, from_name, relation, terms } = await take(db, who, key, "to_company");
  const side = relation === "buyer" ? ("seller" as const) : ("buyer" as const);
  const [known] = await findCollaborations(db, who, [{ partner_id: from_company, side }]);
  refuseIf(known?.is_active ? "すでに取引している会社です。この依頼は断ってください。" : null);
  const pair = pairWith(who, from_company, side);
  const [made] = await asOperator(db, () =>
    (known
      ? db
          .update(collaboration)
          .set({
            ...terms,
            is_active: true,
            stopped_by: null,
            version: sql`${collaboration.version} + 1`,
            update_time: who.now,
          })
          .where(and(eq(collaboration.seller_id, pair.seller_id), eq(collaboration.buyer_id, pair.buyer_id)))
      : db.insert(collaboration).values({ ...pair, ...terms })
    ).returning(),
  );
  await recordPairs(db, who, known ? "resumed" : "created", [{ before: known ?? null, after: made! }]);
  await close(db, who, key, "accepted");
  await tellAdmins(db, who, from_company, "取引の依頼が承認されました");
  return { company_id: from_company, company_name: from_name };
}

export async function declinePartnership(db: Tx, who: Who, key: number) {
  const { from_company, from_name } = await take(db, who, key, "to_company");
  await close(db, who, key, "declined");
  await tellAdmins(db, who, from_company, "取引の依頼が断られました");
  return { company_id: from_company, company_name: from_name };
}

export async function withdrawPartnership(db: Tx, who: Who, key: number) {
  const { typed_id } = await take(db, who, key, "from_company");
  await close(db, who, key, "withdrawn");
  return { company_id: typed_id, company_name: typed_id };
}
