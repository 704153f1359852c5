import { sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { asOperator } from "~/lib/db/operator.server";
import { collaboration } from "~/lib/tables/factory.table.server";
import { tokyoDate } from "~/lib/time/date";
import { maturityProblem } from "~/lib/vocabulary/maturity";
import { feeProblem, type Open, stopProblem } from "./collaboration";
import { agreedColumns } from "./collaboration.enter.server";
import {
  type Collaboration,
  findCollaborations,
  recordPairs,
  type Side,
  takeCollaborations,
} from "./collaboration.log.server";
import type { CollaborationChange, toritekiInput } from "./collaboration.schema";
import { standsWith, standWith } from "./partner.server";
import { tellAdmins } from "./partnership.server";

type Change<C = Partial<Collaboration>> = { before: Collaboration; change: C };

/** Each pair as it was read, or nothing of them: whoever changed one in between is not overwritten. */
export async function writePairs<C extends Partial<Collaboration>>(
  db: Tx,
  who: Who,
  kind: string,
  changes: Change<C>[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ before: { seller_id, buyer_id, version }, change }) => ({
    ...change,
    seller_id,
    buyer_id,
    version,
    update_time: who.now,
  }));
  const columns = [...Object.keys(changes[0]!.change), "update_time"].map(
    (name) => sql`${sql.identifier(name)} = r.${sql.identifier(name)}`,
  );
  const { rowCount } = await asOperator(db, () =>
    db.execute(sql`update collaboration c set version = c.version + 1, ${sql.join(columns, sql`, `)}
    from jsonb_populate_recordset(null::collaboration, ${JSON.stringify(rows)}::jsonb) r
    where c.seller_id = r.seller_id and c.buyer_id = r.buyer_id and c.version = r.version`),
  );
  if (rowCount !== rows.length) throw stale("取引先");
  await recordPairs(
    db,
    who,
    kind,
    changes.map(({ before, change }) => ({ before, after: { ...before, ...change } })),
  );
}

function open(row: Collaboration, version: number): Collaboration {
  if (row.version !== version) throw stale("条件");
  refuseIf(row.is_active ? null : "無効の取引先です。先に「再開」してください。");
  return row;
}

/** 納品書ごと: what is taxed by itself is billed whole, and so by the day of 納品 (R1-7, R4-10). */
async function refuseSplit(db: Tx, who: Who, before: Collaboration, invoice_basis: string): Promise<void> {
  if (invoice_basis === before.invoice_basis || invoice_basis === "monthly") return;
  const { seller_id, buyer_id } = before;
  const { rowCount } = await db.execute(sql`select from billing_basis b
    where b.seller_id = ${seller_id} and b.buyer_id = ${buyer_id} and b.basis <> 'delivered' and not exists (
      select from billing_basis n where n.seller_id = b.seller_id and n.buyer_id = b.buyer_id
        and (n.from_date, n.key) > (b.from_date, b.key) and n.from_date <= greatest(b.from_date, ${tokyoDate(who.now)}::date))`);
  if (rowCount)
    throw new Refusal(422, "入力内容を確認してください。", {
      invoice_basis: ["計上基準が納品日ではないため、納品書ごとにはできません。先に計上基準を変えてください"],
    });
}

/** Documents and closed periods keep theirs (R3-5, R4-5). */
export async function changeTerms(
  db: Tx,
  who: Who,
  given: (CollaborationChange & { partner_id: string; side: Side })[],
): Promise<void> {
  const rows = await takeCollaborations(db, who, given);
  const kept = await standsWith(
    db,
    who,
    given.flatMap(({ partner_id, side }) => (side === "seller" ? partner_id : [])),
  );
  for (const [index, { invoice_basis }] of given.entries())
    await refuseSplit(db, who, rows[index]!, invoice_basis);
  await writePairs(
    db,
    who,
    "edited",
    given.map(({ partner_id, side, version, ...input }, index) => {
      const before = open(rows[index]!, version);
      if (side === "seller" && !kept.get(partner_id)?.is_kept) {
        throw new Refusal(403, "条件は、受注する側の会社が決めます。変更はお相手に依頼してください。");
      }
      return { before, change: agreedColumns(who, before, input) };
    }),
  );
}

/** 取適法: whether the law protects this trade is for people to judge; either side may (R2-1). */
export async function judgeToriteki(
  db: Tx,
  who: Who,
  partner_id: string,
  { version, side, toriteki }: z.output<typeof toritekiInput>,
): Promise<void> {
  const [taken] = await takeCollaborations(db, who, [{ partner_id, side }]);
  const before = open(taken!, version);
  refuseIf(
    feeProblem({ toriteki, fee_bearer: before.fee_bearer }) ?? maturityProblem({ ...before, toriteki }),
  );
  await writePairs(db, who, "judged", [
    { before, change: { toriteki, toriteki_judged_on: tokyoDate(who.now), toriteki_judged_by: who.name } },
  ]);
}

/** A buyer may go once nothing that it ordered is under way; what is still to bill keeps nobody. */
async function openBetween(db: Tx, who: Who, { seller_id, buyer_id }: Collaboration): Promise<Open> {
  const of = sql`seller_id = ${seller_id} and buyer_id = ${buyer_id}`;
  if (buyer_id === who.company_id) {
    const {
      rows: [ordered],
    } = await db.execute<{ n: string }>(sql`select count(*) as n from card
      where ${of} and group_id <> 99 and order_key is not null`);
    return { cards: Number(ordered!.n), undelivered: 0, unbilled: 0, is_unpaid: false };
  }
  const {
    rows: [row],
  } = await db.execute<Record<string, string>>(sql`select
    (select count(*) from card where ${of} and group_id <> 99) as cards,
    (select count(*) from card where ${of} and group_id = 99 and shipped_time is not null and cancelled_time is null and is_billing_target
      and num_delivered < num_good) as undelivered,
    (select count(distinct delivery_key) from delivery_line where ${of} and is_live and is_billing_target
      and num_billed <> num_items - num_rejected + num_concession) as unbilled,
    (select coalesce(sum(total), 0) from invoice where ${of} and cancelled_time is null)
      - (select coalesce(sum(case p.direction when 'in' then l.amount else -l.amount end), 0) from payment p join payment_line l on l.payment_key = p.key
         where p.seller_id = ${seller_id} and p.buyer_id = ${buyer_id} and p.cancelled_time is null) as unpaid`);
  return {
    cards: Number(row!.cards),
    undelivered: Number(row!.undelivered),
    unbilled: Number(row!.unbilled),
    is_unpaid: Number(row!.unpaid) > 0,
  };
}

/** It leaves the lists; documents and logs keep it (D28). */
export async function stopCollaboration(
  db: Tx,
  who: Who,
  partner_id: string,
  side: Side | undefined,
  version?: number,
): Promise<void> {
  const partner = await standWith(db, who, partner_id);
  if (!partner) throw notFound("取引先");
  const found = await findCollaborations(
    db,
    who,
    (side ? [side] : (["buyer", "seller"] as const)).map((one) => ({ partner_id, side: one })),
  );
  const rows = found.flatMap((row) => (row?.is_active ? row : []));
  if (rows.length === 0) throw notFound("取引先");
  for (const row of rows) {
    if (version !== undefined && row.version !== version && side) throw stale("取引先");
    const problem = stopProblem(await openBetween(db, who, row));
    refuseIf(problem && `${partner.name}：${problem}`);
  }
  await writePairs(
    db,
    who,
    "stopped",
    rows.map((before) => ({ before, change: { is_active: false, stopped_by: who.company_id } })),
  );
  await tellAdmins(db, who, partner_id, "取引が終了されました");
}

export async function resumeCollaboration(db: Tx, who: Who, partner_id: string): Promise<void> {
  const partner = await standWith(db, who, partner_id);
  if (!partner) throw notFound("取引先");
  const found = await db
    .select()
    .from(collaboration)
    .where(sql`(${collaboration.seller_id}, ${collaboration.buyer_id}) in
    ((${who.company_id}, ${partner_id}), (${partner_id}, ${who.company_id}))`);
  const ended = found.filter((row) => !row.is_active);
  const ours = ended.filter((row) => row.stopped_by === null || row.stopped_by === who.company_id);
  refuseIf(
    ended.length > 0 && ours.length === 0
      ? "お相手の会社が取引を終了しています。再開はお相手に依頼してください。"
      : null,
  );
  await writePairs(
    db,
    who,
    "resumed",
    ours.map((before) => ({ before, change: { is_active: true, stopped_by: null } })),
  );
  await tellAdmins(db, who, partner_id, "取引が再開されました");
}

export async function touchChat(db: Tx, who: Who, partner_id: string): Promise<{ last_chat_time: string }> {
  const {
    rows: [row],
  } = await db.execute<{ n: string }>(sql`select touch_chat(${partner_id}, ${who.now}) as n`);
  if (Number(row!.n) === 0) throw notFound("取引先");
  return { last_chat_time: who.now };
}
