import { eq } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { inspection, inspection_answer } from "~/lib/tables/inspection.table.server";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { basisOn } from "./basis";
import { basisRows } from "./basis.server";
import { deemedUntil, isAsking, reverseProblem, rowLabel } from "./inspection";
import { isRefilled, isReworked, readInspections, reworkedOf, reworkLeft } from "./inspection.rows.server";
import { addRows, lockGoods, refuseNotBuyer } from "./inspection.write.server";

type Answer = { agreed: "yes" | "no"; words?: string };

async function lockRow(db: Tx, key: number) {
  const [found] = await db
    .select({ delivery_key: inspection.delivery_key })
    .from(inspection)
    .where(eq(inspection.key, key));
  if (!found) throw notFound("検収");
  const goods = await lockGoods(db, found.delivery_key);
  const { rows, replaced } = await readInspections(db, found.delivery_key);
  const stored = rows.find(({ row }) => row.key === key)!;
  const line = goods.lines.find(({ line_no }) => line_no === stored.row.line_no)!;
  return { goods, rows, replaced, stored, line };
}
type Locked = Awaited<ReturnType<typeof lockRow>>;

const refuseOwn = (who: Who, { stored: { row } }: Locked) => {
  if (row.actor_company === who.company_id)
    throw new Refusal(403, "自社が出した連絡には、お相手が回答します。");
};

async function basisOf(db: Tx, { note }: Locked["goods"]) {
  const rows = await basisRows(db, [note.seller_id], [note.buyer_id]);
  return basisOn(rows, note.delivery_date).basis;
}

async function refuseReversal(db: Tx, { goods, rows, replaced, stored, line }: Locked): Promise<void> {
  const { row, is_reversed, is_billed } = stored;
  const is_followed =
    reworkedOf(rows, row.key) !== "0" || (isRefilled(row.treatment) && replaced.has(row.line_no));
  refuseIf(reverseProblem({ ...row, is_reversed, is_billed, is_followed }, line, await basisOf(db, goods)));
}

const reversalOf = ({ stored: { row } }: Locked, words: string) => ({
  kind: "reversed" as const,
  line_no: row.line_no,
  received_date: row.received_date,
  inspected_date: row.inspected_date,
  num_accepted: decimal(-milli(row.num_accepted)),
  num_rejected: decimal(-milli(row.num_rejected)),
  reverses: row.key,
  words,
});

/** To a difference, or to the wish to take みなし検収 back; it is said once. */
export async function answerInspection(db: Tx, who: Who, key: number, { agreed, words }: Answer) {
  const locked = await lockRow(db, key);
  const { goods, stored } = locked;
  const { row, answer, is_reversed } = stored;
  refuseOwn(who, locked);
  refuseIf(answer ? "この連絡には、もう回答されています。" : null);
  refuseIf(isAsking({ ...row, is_reversed, answer: null }) ? null : "回答が要る連絡ではありません。");
  const { seller_id, buyer_id } = goods.note;
  await db.insert(inspection_answer).values({
    inspection_key: key,
    seller_id,
    buyer_id,
    agreed: agreed === "yes",
    words,
    actor_name: who.name,
    actor_company: who.company_id,
    answered_time: who.now,
  });
  const reason = [`${rowLabel(row)}に${agreed === "yes" ? "同意" : "同意しない"}`, words]
    .filter(Boolean)
    .join("：");
  if (row.kind !== "asked" || agreed === "no") return addRows(db, who, goods, [], "answered", reason);
  const about = await lockRow(db, row.about!);
  await refuseReversal(db, about);
  return addRows(db, who, goods, [reversalOf(about, "双方の合意による取消")], "answered", reason);
}

/** Of what this company said itself; several fingers on one row make one reversal. */
export async function reverseInspection(db: Tx, who: Who, key: number, { words }: { words: string }) {
  const locked = await lockRow(db, key);
  if (locked.stored.row.actor_company !== who.company_id)
    throw new Refusal(403, "取り消せるのは、自社が登録した検収だけです。");
  await refuseReversal(db, locked);
  const reason = `${locked.line.name}: ${words}`;
  return addRows(db, who, locked.goods, [reversalOf(locked, words)], "uninspected", reason);
}

/** みなし検収 is taken back by both sides alone: this asks the other. */
export async function askReversal(db: Tx, who: Who, key: number, { words }: { words: string }) {
  const locked = await lockRow(db, key);
  const { goods, rows, stored } = locked;
  const { row } = stored;
  const until = deemedUntil(row.inspected_date);
  refuseIf(row.kind === "deemed" ? null : "取消を依頼できるのは、みなし検収だけです。");
  refuseIf(
    rows.some((one) => one.row.about === key && one.row.kind === "asked" && one.answer === null)
      ? "取消の依頼は、もう出ています。"
      : null,
  );
  refuseIf(
    tokyoDate(who.now) > until
      ? `みなし検収を取り消せるのは、合意があるときも${formatDate(until)}までです。`
      : null,
  );
  await refuseReversal(db, locked);
  const { line_no, received_date, inspected_date } = row;
  const asked = { kind: "asked" as const, line_no, received_date, inspected_date, about: key, words };
  return addRows(db, who, goods, [asked], "asked", `${locked.line.name}: みなし検収の取消の依頼 ${words}`);
}

type Rework = { num_accepted: string; inspected_date?: string; words?: string };

/** 手直し完了: rejected pieces were made good where they are. */
export async function acceptReworked(db: Tx, who: Who, key: number, given: Rework) {
  const locked = await lockRow(db, key);
  const { goods, rows, replaced, stored, line } = locked;
  const { row, is_reversed } = stored;
  refuseNotBuyer(who, goods);
  refuseIf(
    isReworked(row.treatment) && !is_reversed ? null : "手直しで直すとした不合格だけを、合格にできます。",
  );
  const today = tokyoDate(who.now);
  const inspected_date = given.inspected_date ?? today;
  const left = reworkLeft(rows, row, replaced.get(row.line_no) ?? "0");
  refuseIf(left === "0" ? "この不合格は、もう手直しか再納が済んでいます。" : null);
  const errors: Record<string, string[]> = {};
  if (milli(given.num_accepted) > milli(left))
    errors.num_accepted = [`合格数は、手直しの残りの${formatNumber(left)}以下で入力してください`];
  if (inspected_date > today || inspected_date < row.inspected_date)
    errors.inspected_date = [`検収日は${formatDate(row.inspected_date)}から今日までの日付にしてください`];
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);
  const made = {
    kind: "reworked" as const,
    line_no: row.line_no,
    received_date: row.received_date,
    inspected_date,
    num_accepted: given.num_accepted,
    num_rejected: `-${given.num_accepted}`,
    about: key,
    words: given.words,
  };
  const reason = `${line.name}: 手直し完了 合格 ${formatNumber(given.num_accepted)}`;
  return addRows(db, who, goods, [made], "reworked", reason);
}
