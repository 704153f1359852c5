import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { correcting as correctingIndirect } from "~/lib/indirect/indirect.schema";
import { correctIndirect } from "~/lib/indirect/indirect.server";
import { indirect_work } from "~/lib/tables/indirect.table.server";
import { work } from "~/lib/tables/work.table.server";
import { correctWork } from "~/lib/task/work.correct.server";
import { correcting } from "~/lib/task/work.schema";
import { type Pair, pairKey } from "./worktime.breaks.server";
import { at } from "./worktime.day";
import { peopleOf, peopleTable } from "./worktime.pieces.server";
import { daysBy } from "./worktime.read.server";
import { CLOSE_MAX, type closing, type OpenWork } from "./worktime.review.schema";
import { type DayRow } from "./worktime.schema";

const EVENING = 17 * 60;
const HOUR = 60;

/** 終業, or when the day's last other record ended, or 17:00, or an hour: the first that is possible. */
function endOf(day: DayRow, row_key: string, now: number): string {
  const own = day.records.find((one) => one.row_key === row_key)!;
  const [from] = own.spans.at(-1) ?? [0];
  const others = day.records.filter((one) => one.row_key !== row_key && one.state === "done");
  const last = Math.max(...others.flatMap(({ spans }) => spans.map(([, to]) => to)), 0);
  const minutes = [own.until ?? 0, last, EVENING].find((one) => one > from) ?? from + HOUR;
  return new Date(Math.min(now, at(day.day, minutes))).toISOString();
}

type Open = Pair & Pick<OpenWork, "kind" | "key" | "card_key" | "version">;

/** 未終了: what nobody has ended when the day was over, at a card and at none. */
export async function leftOpen(db: Tx, who: Who): Promise<{ items: OpenWork[] }> {
  const people = await peopleOf(db, who);
  const { rows } = await db.execute<Open>(sql`
    with people as materialized ${peopleTable(people)}
    select kind, key::float8 as key, card_key::float8 as card_key, version, worker_id::float8 as worker_id, day::text as day from (
      select 'card' as kind, w.key, w.card_key, c.version, p.worker_id, w.work_start,
        (select max(d) from duty_days(w, p.days, p.turns) d) as day
      from work w join card c on c.key = w.card_key join people p on p.worker_id = coalesce(w.worker_id, 0)
      where w.seller_id = ${who.company_id} and w.work_end is null and not w.is_void and not w.is_unmanned and w.partner_id is null and w.work_start is not null
      union all
      select 'indirect', w.key, null, w.version, w.worker_id, w.work_start, duty_day(w.work_start, p.days, p.turns)
      from indirect_work w join people p on p.worker_id = w.worker_id
      where w.seller_id = ${who.company_id} and w.work_end is null and w.voided_time is null) o
    where day is not null order by work_start, kind, key limit ${2 * CLOSE_MAX}`);
  const pairs = new Map(rows.map(({ worker_id, day }) => [pairKey({ worker_id, day }), { worker_id, day }]));
  const days = new Map(
    (await daysBy(db, who, people, [...pairs.values()])).map((one) => [pairKey(one), one]),
  );
  const now = Date.parse(who.now);
  const items = rows.flatMap(({ kind, key, version, card_key, ...row }): OpenWork[] => {
    const day = days.get(pairKey(row))!;
    const row_key = `${kind === "card" ? "w" : "i"}${key}`;
    const record = day.records.find((one) => one.row_key === row_key);
    if (record?.state !== "left") return [];
    return [
      {
        kind,
        key,
        card_key,
        version,
        card_id: record.card_id,
        name: record.name ?? "",
        label: record.label,
        worker: day.worker,
        day: day.day,
        start: record.start!,
        work_end: endOf(day, row_key, now),
      },
    ];
  });
  return { items: items.slice(0, CLOSE_MAX) };
}

type Closing = z.output<typeof closing>["rows"][number] & { reason: string };
const OVER = "すでに終了しています。画面を開き直してください";

/** Of two works of one card the second meets what the first made of it. */
async function closeWork(
  db: Tx,
  who: Who,
  { key, version, work_end, reason }: Closing,
  made: Map<number, number>,
) {
  const [own] = await db
    .select({ card_key: work.card_key, work_end: work.work_end })
    .from(work)
    .where(and(eq(work.key, key), eq(work.seller_id, who.company_id)));
  if (!own) throw notFound("実績");
  if (own.work_end !== null) return OVER;
  const seen = made.get(own.card_key) ?? version;
  const body = correcting.parse({ version: seen, work_key: key, work_end, reason });
  made.set(own.card_key, (await correctWork(db, who, own.card_key, body)).version);
  return null;
}

async function closeIndirect(db: Tx, who: Who, { key, version, work_end, reason }: Closing) {
  const [own] = await db
    .select({ work_end: indirect_work.work_end, voided_time: indirect_work.voided_time })
    .from(indirect_work)
    .where(and(eq(indirect_work.key, key), eq(indirect_work.seller_id, who.company_id)));
  if (!own) throw notFound("間接作業");
  if (own.work_end !== null || own.voided_time !== null) return OVER;
  await correctIndirect(db, who, key, correctingIndirect.parse({ version, work_end, reason }));
  return null;
}

/** All of them or none, each as a correction of its record with a reason. */
export async function closeWorktime(db: Tx, who: Who, { rows, reason }: z.output<typeof closing>) {
  const errors: Record<string, string[]> = {};
  const versions = new Map<number, number>();
  let num = 0;
  // Cards are held before people, as everywhere.
  const inOrder = [...rows.entries()].sort(
    ([, a], [, b]) => Number(a.kind > b.kind) - Number(a.kind < b.kind),
  );
  for (const [index, row] of inOrder) {
    if (!row.is_taken) continue;
    num += 1;
    const name = `rows[${index}].work_end`;
    if (!row.work_end) {
      errors[name] = ["終了を入力してください"];
      continue;
    }
    try {
      const asked = { ...row, reason };
      const wrong =
        row.kind === "card" ? await closeWork(db, who, asked, versions) : await closeIndirect(db, who, asked);
      if (wrong) errors[name] = [wrong];
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error;
      errors[name] = [Object.values(error.errors ?? {})[0]?.[0] ?? error.detail];
    }
  }
  if (num === 0) throw new Refusal(422, "終了する作業を選択してください。");
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);
  return { num };
}
