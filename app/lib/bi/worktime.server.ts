import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { counted, countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { isDescending } from "~/lib/list/sort";
import { type Pair, pairKey } from "./worktime.breaks.server";
import { listedDays, peopleOf, piecesOf } from "./worktime.pieces.server";
import { daysBy, type Found } from "./worktime.read.server";
import type { DayRow, daysAsked, rowsAsked, WorktimeRow } from "./worktime.schema";

/** Within a day in the order of the list of workers, whichever way the days run; nobody stands last. */
const placeOf = (down: boolean): SQL => {
  const [most, id] = [sql`999999`, sql`999999999999999`];
  return down
    ? sql`lpad((${most} - sort)::text, 6, '0') || lpad((${id} - worker_id)::text, 15, '0')`
    : sql`lpad(sort::text, 6, '0') || lpad(worker_id::text, 15, '0')`;
};

type PairRow = Pair & { place: string; total: number };

/** 日報: worker's days, each whole. */
export async function listDays(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...asked }: z.output<typeof daysAsked>,
) {
  const period = listedDays(asked, who.now);
  const people = await peopleOf(db, who);
  const rows = sql`(select distinct worker_id, day, sort, ${placeOf(isDescending(sort))} as place
    from ${piecesOf(who, people, period, asked)})`;
  const orders: Orders<PairRow> = {
    key: sql`place`,
    keyKind: "text",
    keyOf: ({ place }) => place,
    by: { day: { by: sql`day`, kind: "date", of: ({ day }) => day } },
  };
  const page = await keysetPage<PairRow>(
    async (where, order, limit) =>
      (
        await db.execute<PairRow>(sql`with d as materialized ${rows}
          select worker_id::float8 as worker_id, day::text as day, place, (select count(*) from d)::float8 as total from d
          where ${where ?? sql`true`} order by ${order} limit ${limit}`)
      ).rows,
    orders,
    { after, before, sort },
    size,
  );
  const total = page.items[0]?.total;
  const items = await daysBy(db, who, people, page.items);
  return { ...page, ...(total === undefined ? await countRows(db, rows) : counted(total)), items, period };
}

export async function dayOf(db: Tx, who: Who, { worker_id, day }: Pair): Promise<DayRow> {
  const people = await peopleOf(db, who);
  if (!people.has(worker_id)) throw notFound("作業者");
  const [found] = await daysBy(db, who, people, [{ worker_id, day }]);
  return found!;
}

type Listed = Found & { at: string; own_key: string };
const ORDERS: Orders<Listed> = {
  key: sql`row_key`,
  keyKind: "text",
  keyOf: ({ row_key }) => row_key,
  by: { at: { by: sql`at`, kind: "instant", of: ({ at }) => at } },
};

/** 一覧: one by one what the days are made of. */
export async function listWorktime(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...asked }: z.output<typeof rowsAsked>,
) {
  const period = listedDays(asked, who.now);
  const people = await peopleOf(db, who);
  const rows = sql`(select row_key || ':' || day as row_key, row_key as own_key, work_key, indirect_key, worker_id, day, at
    from ${piecesOf(who, people, period, asked)}) r`;
  const page = await keysetPage<Listed>(
    async (where, order, limit) =>
      (
        await db.execute<Listed>(sql`
          select row_key, own_key, work_key::float8 as work_key, indirect_key::float8 as indirect_key, worker_id::float8 as worker_id, day::text as day,
            to_json(at)#>>'{}' as at from ${rows} where ${where ?? sql`true`} order by ${order} limit ${limit}`)
      ).rows,
    ORDERS,
    { after, before, sort },
    size,
  );
  const pairs = new Map(
    page.items.map(({ worker_id, day }) => [pairKey({ worker_id, day }), { worker_id, day }]),
  );
  const days = new Map(
    (await daysBy(db, who, people, [...pairs.values()])).map((one) => [pairKey(one), one]),
  );
  const items = page.items.flatMap(({ own_key, ...pair }): WorktimeRow[] => {
    const { day, worker_id, worker, group_name, review, is_changed, records } = days.get(pairKey(pair))!;
    const record = records.find(({ row_key }) => row_key === own_key);
    if (!record) return [];
    const { spans: _, until: __, ...row } = record;
    const kind = review && review.kind !== "withdrawn" ? review.kind : null;
    return [{ ...row, day, worker_id, worker, group_name, review: kind, is_changed }];
  });
  return { ...page, ...(await countRows(db, sql`select 1 from ${rows}`)), items, period };
}
