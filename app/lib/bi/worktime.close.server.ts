import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { work } from "~/lib/tables/work.table.server";
import { correctWork } from "~/lib/task/work.correct.server";
import { correcting } from "~/lib/task/work.schema";
import { at } from "./worktime.day";
import { peopleOf } from "./worktime.pieces.server";
import { daysBy, type Pair, pairKey } from "./worktime.read.server";
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

/** 未終了: what nobody has ended when the day was over. */
export async function leftOpen(db: Tx, who: Who): Promise<{ items: OpenWork[] }> {
  const people = await peopleOf(db, who);
  const turns = [...people.values()];
  const { rows } = await db.execute<Pair & { key: number; card_key: number; version: number }>(sql`
    select w.key::float8 as key, w.card_key::float8 as card_key, c.version, coalesce(w.worker_id, 0)::float8 as worker_id,
      (select max(d)::text from duty_days(w, coalesce(t.turn, 0)) d) as day
    from work w join card c on c.key = w.card_key
      left join unnest(${sql.param(turns.map((one) => one.worker_id))}::bigint[], ${sql.param(turns.map((one) => one.turn))}::int[]) t (worker_id, turn)
        on t.worker_id = w.worker_id
    where w.seller_id = ${who.company_id} and w.work_end is null and not w.is_void and w.partner_id is null and w.work_start is not null
    order by w.work_start, w.key limit ${2 * CLOSE_MAX}`);
  const dated = rows.filter(({ day }) => day !== null);
  const pairs = new Map(dated.map(({ worker_id, day }) => [pairKey({ worker_id, day }), { worker_id, day }]));
  const days = new Map(
    (await daysBy(db, who, people, [...pairs.values()])).map((one) => [pairKey(one), one]),
  );
  const now = Date.parse(who.now);
  const items = dated.flatMap(({ key, version, ...row }): OpenWork[] => {
    const day = days.get(pairKey(row))!;
    const record = day.records.find(({ row_key }) => row_key === `w${key}`);
    if (record?.state !== "left") return [];
    return [
      {
        work_key: key,
        card_key: row.card_key,
        version,
        card_id: record.card_id!,
        name: record.name ?? "",
        label: record.label,
        worker: day.worker,
        day: day.day,
        start: record.start!,
        work_end: endOf(day, `w${key}`, now),
      },
    ];
  });
  return { items: items.slice(0, CLOSE_MAX) };
}

/** All of them or none, each as a correction of its 実績 with a reason. */
export async function closeWorktime(db: Tx, who: Who, { rows, reason }: z.output<typeof closing>) {
  const errors: Record<string, string[]> = {};
  const versions = new Map<number, number>();
  let num = 0;
  for (const [index, row] of rows.entries()) {
    if (!row.is_taken) continue;
    num += 1;
    const name = `rows[${index}].work_end`;
    if (!row.work_end) {
      errors[name] = ["終了を入力してください"];
      continue;
    }
    const [own] = await db
      .select({ card_key: work.card_key, work_end: work.work_end, seller_id: card.seller_id })
      .from(work)
      .innerJoin(card, eq(card.key, work.card_key))
      .where(eq(work.key, row.work_key));
    if (!own || own.seller_id !== who.company_id) throw new Refusal(404, "実績が見つかりません。");
    if (own.work_end !== null) {
      errors[name] = ["すでに終了しています。画面を開き直してください"];
      continue;
    }
    // Of two works of one card the second meets what the first made of it.
    const version = versions.get(own.card_key) ?? row.version;
    try {
      const body = correcting.parse({ version, work_key: row.work_key, work_end: row.work_end, reason });
      versions.set(own.card_key, (await correctWork(db, who, own.card_key, body)).version);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors[name] = [Object.values(error.errors ?? {})[0]?.[0] ?? error.detail];
    }
  }
  if (num === 0) throw new Refusal(422, "終了する作業を選択してください。");
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);
  return { num };
}
