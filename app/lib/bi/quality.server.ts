import { type SQL, sql } from "drizzle-orm";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { judge } from "~/lib/measurement/measure";
import { today as tokyoToday } from "~/lib/time/date";
import { capability, cpkInterval, signals } from "./capability";
import type { Frozen } from "./control.schema";
import { controlOf } from "./control.server";
import { bucketsOf, startsMonths } from "./period";
import {
  byBucket,
  countedCells,
  countedValues,
  numIn,
  pointsIn,
  qualityRange,
  STRANDS,
  strandsIn,
} from "./quality.read.server";
import type { Quality, QualityFilter, QualityRow, Single, Strand } from "./quality.schema";

const ORDERS: Orders<QualityRow> = {
  key: sql`m.key`,
  keyOf: ({ key }) => key,
  by: { at: { by: sql`m.measured_time`, kind: "instant", of: ({ at }) => at } },
};

const text = (name: string) => sql.raw(`trim_scale(m.${name})::text as ${name}`);

export async function listQuality(db: Tx, who: Who, { after, before, sort, size, ...asked }: QualityFilter) {
  const today = tokyoToday(new Date(who.now));
  const range = qualityRange(asked, today);
  const from = countedValues(who, range, asked);
  const isSeller = who.company_type === "seller";
  const inner = (name: SQL) => (isSeller ? name : sql`null`);
  const page = await keysetPage<QualityRow>(
    async (where, order, limit) => {
      const { rows } = await db.execute<QualityRow>(sql`
        select m.key::float8 as key, to_json(m.measured_time)#>>'{}' as at, m.card_key::float8 as card_key, c.id as card_id,
          p.code as product_code, c.name, m.status, m.label, m.kind, m.unit, m.digits, ${text("lower_limit")},
          ${text("upper_limit")}, ${text("value")}, m.choice, m.judgement, m.how,
          trim_scale(f.value)::text as first_value, f.choice as first_choice,
          (select count(*)::float8 from file i where i.owner_kind = 'record' and i.deleted_time is null
            and m.kind = 'photo' and i.owner_key in (select x.key::text from measurement x
              where x.card_key = m.card_key and x.item_id = m.item_id and x.measured_time = m.measured_time)) as num_photos,
          ${inner(sql`k.name`)} as worker, ${inner(sql`m.note`)} as note
        from (select * from ${from} and ${where ?? sql`true`} order by ${order} limit ${limit}) m
        join card c on c.key = m.card_key left join product p on p.product_id = m.product_id
        left join worker k on k.worker_id = m.worker_id left join measurement f on f.key = m.first_key
        order by ${order}`);
      return rows;
    },
    ORDERS,
    { after, before, sort },
    size,
  );
  return { ...page, total: await numIn(db, countedCells(who, range, asked, today, true)), total_more: false };
}

const SHOWN_POINTS = 60;
const SHOWN_STRANDS = 20;

async function singleOf(db: Tx, from: SQL, frozen: Frozen | null): Promise<Single | null> {
  const rows = await pointsIn(db, from);
  const last = rows.at(-1);
  if (!last) return null;
  const { lower_limit, upper_limit, digits } = last;
  const figures = capability(
    rows.map(({ value }) => value),
    lower_limit,
    upper_limit,
  );
  const found = "ucl" in figures ? figures : null;
  const limits = frozen ?? found;
  const marks = limits
    ? signals(
        rows.map(({ value }) => Number(value)),
        { centre: Number(limits.mean), low: Number(limits.lcl), high: Number(limits.ucl) },
      )
    : rows.map(() => ({ is_out: false, is_run: false }));
  const points = rows.map((row, at) => ({
    at: row.at,
    card_key: row.card_key,
    card_id: row.card_id,
    value: row.value,
    is_outside: judge(row.value, row) === "ng",
    ...marks[at]!,
  }));
  const cpk = found?.cpk ?? null;
  return {
    digits,
    lower_limit,
    upper_limit,
    is_changed: rows.some((row) => row.lower_limit !== lower_limit || row.upper_limit !== upper_limit),
    points: points.slice(-SHOWN_POINTS),
    n: figures.n,
    mean: figures.mean,
    s: found?.s ?? null,
    ucl: limits?.ucl ?? null,
    lcl: limits?.lcl ?? null,
    frozen,
    cp: found?.cp ?? null,
    cpk,
    range: cpk === null ? null : cpkInterval(Number(cpk), figures.n),
    pp: found?.pp ?? null,
    ppk: found?.ppk ?? null,
    label: figures.label,
  };
}

function choicesIn(strands: Strand[]): Pick<Quality, "products" | "processes" | "items" | "revisions"> {
  const named = (id: (one: Strand) => number, label: (one: Strand) => string) => {
    const found = new Map(strands.map((one) => [id(one), label(one)]));
    return [...found].map(([key, name]) => ({ id: key, label: name })).sort((a, b) => a.id - b.id);
  };
  return {
    products: named(
      (one) => one.product_id,
      (one) => one.product,
    ),
    processes: named(
      (one) => one.group_id,
      (one) => one.status,
    ),
    items: named(
      (one) => one.item_id,
      (one) => one.label,
    ),
    revisions: [...new Set(strands.map((one) => one.revision))].sort(),
  };
}

export async function qualityOf(db: Tx, who: Who, asked: QualityFilter): Promise<Quality> {
  const today = tokyoToday(new Date(who.now));
  const range = qualityRange(asked, today);
  const from = countedValues(who, range, asked);
  const { step, buckets } = bucketsOf(range, asked.step, today);
  const starts = buckets.map((bucket) => bucket.from);
  const counted = await byBucket(db, countedCells(who, range, asked, today, startsMonths(starts)), starts);
  const found = await strandsIn(db, countedCells(who, range, asked, today, true));
  const strands = found.slice(0, STRANDS);
  const only = strands.length === 1 && strands[0]!.kind === "number" ? strands[0]! : null;
  const frozen = only && who.company_type === "seller" ? (await controlOf(db, who, only)).frozen : null;
  const sum = (name: "n" | "n_judged" | "n_ng" | "n_retested", of = counted) =>
    of.reduce((all, one) => all + one[name], 0);
  return {
    period: range,
    step,
    n: sum("n"),
    n_judged: sum("n_judged"),
    n_ng: sum("n_ng"),
    n_retested: sum("n_retested"),
    buckets: buckets.map((bucket, at) => {
      const within = counted.filter((one) => one.bucket === at + 1);
      return { ...bucket, n: sum("n_judged", within), n_ng: sum("n_ng", within) };
    }),
    strands: strands.slice(0, SHOWN_STRANDS),
    strands_more: found.length > SHOWN_STRANDS,
    single: only ? await singleOf(db, from, frozen) : null,
    ...choicesIn(await strandsIn(db, countedCells(who, range, {}, today, true))),
  };
}
