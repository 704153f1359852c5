import { and, desc, eq } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { control_limit } from "~/lib/tables/control.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { record_item } from "~/lib/tables/record.table.server";
import { today } from "~/lib/time/date";
import { capability } from "./capability";
import {
  CONTROL_LABEL,
  type Control,
  type ControlChange,
  type Controlling,
  type ControlStrand,
  FROZEN_FROM,
  type Frozen,
} from "./control.schema";
import { countedValues, pointsIn, qualityRange } from "./quality.read.server";

type Row = typeof control_limit.$inferSelect;

function frozenIn(row: Row): Frozen | null {
  const { from_day, to_day, n, mean, lcl, ucl, reason, set_by, set_time } = row;
  const complete = from_day !== null && to_day !== null && n !== null;
  if (!complete || mean === null || lcl === null || ucl === null) return null;
  return { from: from_day, to: to_day, n, mean, lcl, ucl, reason, set_by, set_time };
}

const changeOf = (row: Row): ControlChange => ({
  seq: row.seq,
  act: row.act,
  limits: frozenIn(row),
  reason: row.reason,
  set_by: row.set_by,
  set_time: row.set_time,
});

async function rowsOf(db: Tx, who: Who, strand: ControlStrand): Promise<Row[]> {
  return db
    .select()
    .from(control_limit)
    .where(
      and(
        eq(control_limit.seller_id, who.company_id),
        eq(control_limit.item_id, strand.item_id),
        eq(control_limit.product_id, strand.product_id),
        eq(control_limit.group_id, strand.group_id),
        eq(control_limit.revision, strand.revision),
      ),
    )
    .orderBy(desc(control_limit.seq));
}

/** The limits in force, and how they came to be, the newest first. */
export async function controlOf(db: Tx, who: Who, strand: ControlStrand): Promise<Control> {
  const rows = await rowsOf(db, who, strand);
  const [last] = rows;
  return { version: last?.seq ?? 0, frozen: last ? frozenIn(last) : null, changes: rows.map(changeOf) };
}

const isReversed = ({ from, to }: Controlling) => from !== undefined && to !== undefined && from > to;

/** What 固定 would keep: reckoned here, from the values of those days. */
async function reckoned(db: Tx, who: Who, { from, to, ...strand }: Controlling) {
  if (isReversed({ from, to, ...strand }))
    throw new Refusal(422, "入力内容を確認してください。", {
      to: ["（から）と同じか、後の日付にしてください"],
    });
  const range = qualityRange({ period: "month", from, to }, today(new Date(who.now)));
  const points = await pointsIn(db, countedValues(who, range, strand));
  const found = capability(
    points.map(({ value }) => value),
    null,
    null,
  );
  refuseIf(
    found.n < FROZEN_FROM || !("ucl" in found)
      ? `この期間の値は${found.n}点です。管理限界は${FROZEN_FROM}点から固定できます。期間を広げてください。`
      : null,
  );
  if (!("ucl" in found)) throw notFound("記録");
  const { n, mean, lcl, ucl } = found;
  return { from_day: range.from, to_day: range.to, n, mean, lcl, ucl };
}

const NONE = { from_day: null, to_day: null, n: null, mean: null, lcl: null, ucl: null };

function previous(rows: Row[]) {
  const [last, before] = rows;
  refuseIf(!last || last.act === "undo" ? "元に戻す操作がありません。" : null);
  if (!before) return NONE;
  const { from_day, to_day, n, mean, lcl, ucl } = before;
  return { from_day, to_day, n, mean, lcl, ucl };
}

/** 固定, 解除, or the last of them taken back; who, when and why stays. */
export async function changeControl(db: Tx, who: Who, body: Controlling): Promise<Control> {
  const { item_id, product_id, group_id, revision, act, version, reason } = body;
  // One after the other, and the log's numbers follow each other.
  const [own] = await db.select().from(factory).where(eq(factory.id, who.company_id)).for("update");
  const [item] = await db
    .select()
    .from(record_item)
    .where(and(eq(record_item.item_id, item_id), eq(record_item.company_id, who.company_id)));
  if (!own || !item) throw notFound("記録項目");
  const rows = await rowsOf(db, who, body);
  const [last] = rows;
  if ((last?.seq ?? 0) !== version)
    throw new Refusal(
      409,
      "管理限界がほかの人に変更されています。いまの状態を確かめて、もう一度操作してください。",
    );
  const before = last ? frozenIn(last) : null;
  refuseIf(act === "release" && !before ? "管理限界は固定されていません。" : null);
  const limits = act === "freeze" ? await reckoned(db, who, body) : act === "undo" ? previous(rows) : NONE;
  await db.insert(control_limit).values({
    seller_id: who.company_id,
    item_id,
    product_id,
    group_id,
    revision,
    seq: version + 1,
    act,
    ...limits,
    reason,
    set_by: who.name,
    set_time: who.now,
  });
  const told = ({ lcl, ucl }: { lcl: string | null; ucl: string | null }) =>
    lcl === null || ucl === null ? null : `${Number(lcl)}〜${Number(ucl)}`;
  await recordOwn(
    db,
    who,
    "factory",
    own.key,
    "control",
    { control_limit: before && told(before) },
    {
      control_limit: told(limits),
      control_of: `${item.label}（${CONTROL_LABEL[act]}）`,
      control_reason: reason,
    },
  );
  return controlOf(db, who, body);
}
