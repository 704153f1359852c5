import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { pageWithin } from "~/lib/api/keyset.server";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { MIDNIGHT } from "~/lib/shop/shift";
import { without } from "./span";
import { type Pair, restOf } from "./worktime.breaks.server";
import { minutesWithin } from "./worktime.day";
import { detailsOf, type Keyed } from "./worktime.detail.server";
import { indirectParts } from "./worktime.indirect.server";
import { daysOf, type People, peopleOf, piecesOf } from "./worktime.pieces.server";
import { NOBODY } from "./worktime.read.server";
import type { SumRow, SumsBy, sumsAsked, WorktimeFilter } from "./worktime.schema";
import { monthsOf, SUM_MONTHS } from "./worktime.sums";
import { keptMinutes, monthOf, type Part, talliedParts, type WorkBy } from "./worktime.tally.server";

type Asked = z.output<typeof sumsAsked>;
const INDIRECT = "~indirect";

const PROCESS = { id: sql`w.group_id::text`, label: sql`coalesce(s.label, w.status)` };
const BY: Record<WorkBy, { id: SQL; label: SQL }> = {
  worker: { id: sql`'work'`, label: sql`'作業'` },
  process: PROCESS,
  machine: PROCESS,
  product: {
    id: sql`coalesce(c.product_id, 0)::text`,
    label: sql`coalesce(nullif(concat_ws(' ', t.code, t.name), ''), '商品なし')`,
  },
};
/** All of it on one calendar day, after the turn: then the minutes of that day are the 勤務日's. */
const PLAIN = sql`coalesce(duty_day(w.work_start, p.days, p.turns) = (w.work_start at time zone 'Asia/Tokyo')::date
  and (w.work_end at time zone 'Asia/Tokyo')::date = (w.work_start at time zone 'Asia/Tokyo')::date, false)`;

/** 未承認のみ is judged day by day. */
async function workParts(
  db: Tx,
  who: Who,
  people: People,
  asked: WorktimeFilter,
  by: WorkBy,
): Promise<Part[]> {
  const { id, label } = BY[by];
  const from = sql`(select * from ${piecesOf(who, people, daysOf(asked, who.now), asked)} where work_key is not null) p
    join work w on w.key = p.work_key join card c on c.key = w.card_key left join product t on t.product_id = c.product_id
    left join process s on s.company_id = w.seller_id and s.group_id = w.group_id`;
  const where = by === "machine" ? sql`w.is_unmanned` : sql`not w.is_unmanned`;
  const plain = await db.execute<Part>(sql`
    select worker_id, id, max(label) as label, json_object_agg(month, minutes) as months from (
      select p.worker_id::float8 as worker_id, ${id} as id, max(${label}) as label, to_char(p.day, 'YYYY-MM') as month, sum(m.minutes)::float8 as minutes
      from ${from} join ${keptMinutes(by).table} m on m.work_key = p.work_key and m.day = p.day where ${where} and ${PLAIN} group by 1, 2, 4) months
    group by 1, 2`);
  const cut = await db.execute<Omit<Part, "months"> & Keyed & Pair>(sql`
    select p.row_key, p.work_key::float8 as work_key, null as indirect_key, p.worker_id::float8 as worker_id, p.day::text as day, ${id} as id, ${label} as label
    from ${from} where ${where} and not ${PLAIN}`);
  const details = await detailsOf(db, cut.rows);
  const { around } = await restOf(db, who, people, daysOf(asked, who.now));
  const parts = cut.rows.map(({ row_key, day, ...part }): Part => {
    const { minutes, active } = details.get(row_key)!;
    const alone = by === "machine" ? active : without(active, around({ ...part, day }));
    const turns = people.get(part.worker_id)?.turns ?? MIDNIGHT;
    return { ...part, months: monthOf(day, minutesWithin(minutes, alone, day, turns)) };
  });
  return [...plain.rows, ...parts];
}

/** 実働 with 間接作業 in one row, 間接作業 by what it was, or 機械時間 alone. */
async function partsOf(db: Tx, who: Who, people: People, asked: WorktimeFilter, by: SumsBy): Promise<Part[]> {
  const range = daysOf(asked, who.now);
  const beside = by === "machine" ? [] : await indirectParts(db, who, people, asked, range);
  if (by === "indirect") return beside.map((part) => ({ ...part, id: part.label }));
  const works = asked.unapproved
    ? await workParts(db, who, people, asked, by)
    : await talliedParts(db, who, people, asked, range, by);
  const indirect = beside.filter(({ id }) => id === "indirect");
  return [...works, ...indirect.map((part) => ({ ...part, id: INDIRECT, label: "間接" }))];
}

/** 集計: minutes of each by month, and of what; `sums` are of all pages. */
export async function sumWorktime(db: Tx, who: Who, { after, before, size, ...asked }: Asked) {
  const by = asked.by ?? "worker";
  const months = monthsOf(daysOf(asked, who.now));
  if (months.length > SUM_MONTHS)
    throw new Refusal(422, `集計は${SUM_MONTHS}か月までです。期間を絞ってください。`);
  const people = await peopleOf(db, who);
  const parts = await partsOf(db, who, people, asked, by);
  const rows = new Map<string, SumRow>();
  for (const { worker_id, id, label, months: own } of parts) {
    const row_key = `${worker_id} ${id}`;
    const person = people.get(worker_id);
    const row = rows.get(row_key) ?? {
      row_key,
      worker_id,
      worker: person?.name ?? NOBODY,
      label,
      months: {},
      total: 0,
    };
    for (const [month, minutes] of Object.entries(own)) {
      row.months[month] = (row.months[month] ?? 0) + minutes;
      row.total += minutes;
    }
    rows.set(row_key, row);
  }
  const place = ({ worker_id }: SumRow) => people.get(worker_id)?.sort ?? Number.MAX_SAFE_INTEGER;
  const isLast = ({ row_key }: SumRow) => Number(row_key.endsWith(INDIRECT));
  const items = [...rows.values()]
    .filter(({ total }) => total > 0)
    .sort(
      (a, b) =>
        place(a) - place(b) ||
        a.worker_id - b.worker_id ||
        isLast(a) - isLast(b) ||
        b.total - a.total ||
        (a.label < b.label ? -1 : 1),
    );
  const sums = Object.fromEntries(
    [...months, "total"].map((month) => [
      month,
      items.reduce((all, row) => all + (month === "total" ? row.total : (row.months[month] ?? 0)), 0),
    ]),
  );
  return { ...pageWithin(items, ({ row_key }) => row_key, { after, before }, size), sums };
}
