import { and, asc, eq, or } from "drizzle-orm";
import { lockPair } from "~/lib/accounting/pair.server";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { giveNotices } from "~/lib/notice/notice.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { self_bill_agreement } from "~/lib/tables/selfbill.table.server";
import { SELF_BILL, SELF_BILLS, USUAL_DAYS } from "~/lib/vocabulary/selfbill";
import { agreementStateOf, proposalProblem, type Standing, standingOf } from "./agreement";
import type { AgreementAnswer, AgreementNew, AgreementRow } from "./agreement.schema";
import { agreementWords } from "./confirmation";

type Row = typeof self_bill_agreement.$inferSelect;
type Pair = { seller_id: string; buyer_id: string };

const saidOf = (db: Tx, { seller_id, buyer_id }: Pair): Promise<Row[]> =>
  db
    .select()
    .from(self_bill_agreement)
    .where(and(eq(self_bill_agreement.seller_id, seller_id), eq(self_bill_agreement.buyer_id, buyer_id)))
    .orderBy(asc(self_bill_agreement.key));

export const agreementOf = async (db: Tx, pair: Pair): Promise<Standing<Row>> =>
  standingOf(await saidOf(db, pair));

/** Of all partners that we pay, and of those that pay us. */
export async function listAgreements(db: Tx, who: Who) {
  const own = who.company_id;
  const pairs = await db
    .select({ terms: collaboration, partner: factory })
    .from(collaboration)
    .innerJoin(factory, or(eq(factory.id, collaboration.seller_id), eq(factory.id, collaboration.buyer_id)))
    .where(
      and(
        eq(collaboration.is_active, true),
        eq(factory.is_stock, false),
        or(eq(collaboration.seller_id, own), eq(collaboration.buyer_id, own)),
      ),
    )
    .orderBy(asc(factory.name), asc(factory.id));
  const rows = await db.select().from(self_bill_agreement).orderBy(asc(self_bill_agreement.key));
  const items = pairs
    .filter(({ partner }) => partner.id !== own)
    .map(({ terms: { seller_id, buyer_id }, partner }): AgreementRow => {
      const log = rows
        .filter((one) => one.seller_id === seller_id && one.buyer_id === buyer_id)
        .map((one) => ({ ...one, person: one.company_id === own ? one.person : "" }));
      const standing = standingOf(log);
      return {
        partner_id: partner.id,
        partner_name: partner.name,
        is_payer: buyer_id === own,
        registration_number: partner.registration_number,
        state: agreementStateOf(standing),
        ...standing,
        log: log.map((one) => ({
          ...one,
          company_name: one.company_id === own ? who.company_name : partner.name,
        })),
      };
    });
  return { items };
}

const tell = (db: Tx, who: Who, { seller_id, buyer_id }: Pair, text: string) =>
  giveNotices(db, [
    {
      company_id: who.company_id === seller_id ? buyer_id : seller_id,
      kind: "document",
      text: `${who.company_name}：${text}`,
      path: `${SELF_BILLS}/agreement`,
      at: who.now,
    },
  ]);

async function say(db: Tx, who: Who, row: Omit<typeof self_bill_agreement.$inferInsert, "company_id">) {
  const [made] = await db
    .insert(self_bill_agreement)
    .values({ ...row, company_id: who.company_id })
    .returning({ key: self_bill_agreement.key });
  return made!;
}

/** The payer's word; nothing holds before the supplier accepts it. */
export async function proposeAgreement(db: Tx, who: Who, { partner_id, form, ...asked }: AgreementNew) {
  const days = form === "deemed" ? (asked.days ?? USUAL_DAYS) : null;
  const pair = { seller_id: partner_id, buyer_id: who.company_id };
  const [known] = await db
    .select({ is_active: collaboration.is_active })
    .from(collaboration)
    .innerJoin(factory, and(eq(factory.id, collaboration.seller_id), eq(factory.is_stock, false)))
    .where(and(eq(collaboration.seller_id, pair.seller_id), eq(collaboration.buyer_id, pair.buyer_id)));
  if (!known?.is_active) throw notFound("支払先");
  await lockPair(db, pair.seller_id, pair.buyer_id);
  const rows = await saidOf(db, pair);
  refuseIf(proposalProblem(standingOf(rows), { form, days }));
  const version = Math.max(0, ...rows.map((row) => row.version)) + 1;
  const made = await say(db, who, {
    ...pair,
    act: "proposed",
    version,
    form,
    days,
    words: agreementWords(form, days),
    person: who.name,
    said_time: who.now,
  });
  await tell(db, who, pair, `${SELF_BILL}を請求書の代わりにする取り決めが提案されました`);
  return made;
}

async function lockedProposal(db: Tx, key: number) {
  const [row] = await db.select().from(self_bill_agreement).where(eq(self_bill_agreement.key, key));
  if (row?.act !== "proposed") throw notFound("取り決め");
  await lockPair(db, row.seller_id, row.buyer_id);
  return { row, standing: await agreementOf(db, row) };
}

const MOVED = "取り決めの内容が変わりました。今の内容を確認してから、もう一度操作してください。";
const after = ({ key: proposal_key, seller_id, buyer_id, version, form, days, words }: Row) => ({
  seller_id,
  buyer_id,
  proposal_key,
  version,
  form,
  days,
  words,
});

/** The supplier's: who agreed, when, and to which words stays on file. */
export async function answerAgreement(db: Tx, who: Who, key: number, { agreed, reason }: AgreementAnswer) {
  const { row, standing } = await lockedProposal(db, key);
  if (row.seller_id !== who.company_id) throw new Refusal(403, "回答は、代金を受け取る会社が行います。");
  refuseIf(standing.waiting?.key === key ? null : MOVED);
  const act = agreed === "yes" ? "accepted" : "declined";
  const made = await say(db, who, {
    ...after(row),
    act,
    reason: reason ?? null,
    person: who.name,
    said_time: who.now,
  });
  await tell(
    db,
    who,
    row,
    agreed === "yes" ? `${SELF_BILL}の取り決めに同意がありました` : `${SELF_BILL}の取り決めが断られました`,
  );
  return made;
}

/** Either side's; what was issued before stays as it is. */
export async function endAgreement(db: Tx, who: Who, key: number, reason: string) {
  const { row, standing } = await lockedProposal(db, key);
  refuseIf(standing.live?.key === key ? null : MOVED);
  const made = await say(db, who, {
    ...after(row),
    act: "ended",
    reason,
    person: who.name,
    said_time: who.now,
  });
  await tell(db, who, row, `${SELF_BILL}を請求書の代わりにする取り決めを終了しました`);
  return made;
}
