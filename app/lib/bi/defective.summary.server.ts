import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import {
  AMENDED_SCRAP,
  NO_REASON,
  TREATMENT_LABEL,
  TREATMENTS,
  type Treatment,
} from "~/lib/vocabulary/reason";
import { lookedAt } from "./defective.rows.server";
import { type DefectiveFilter, type DefectiveSummary, type Measure, SCRAPPED } from "./defective.schema";
import { pareto } from "./pareto";
import { bucketsOf, startsMonths } from "./period";
import { defectRate } from "./rate";
import { percents } from "./share";
import { type Cell, cellsByBucket, cellsByProcess } from "./stat.cells.server";
import { grouped, summed } from "./stat.rows.server";

const BARS = 8;
const MOST = 200;
const UNTREATED = "未処置";

type Group = {
  reason_id: number | null;
  group_id: number;
  bucket: number;
  treatment: Treatment | null;
  order_unit: Unit;
  n: number;
  num: string;
  conceded: string;
  loss: number;
  unpriced: number;
};

const sumOf = (groups: Group[], name: "num" | "conceded") =>
  groups.reduce((sum, group) => sum + milli(group[name]), 0n);
const by = <K>(groups: Group[], key: (group: Group) => K): Map<K, Group[]> => {
  const found = new Map<K, Group[]>();
  for (const group of groups) found.set(key(group), [...(found.get(key(group)) ?? []), group]);
  return found;
};
const MEASURED: Record<Measure, (groups: Group[]) => bigint> = {
  num: (groups) => sumOf(groups, "num"),
  loss: (groups) => groups.reduce((sum, { loss }) => sum + BigInt(loss), 0n),
  n: (groups) => groups.reduce((sum, { n, num }) => sum + (num === "0" ? 0n : BigInt(n)), 0n),
};

/** Good and defective pieces that were looked at, each once. */
function lookedIn(cells: Cell[], unit: Unit): bigint {
  const { num_good, num_defective, num_recounted } = summed(cells, unit);
  return milli(num_good) + milli(num_defective) - milli(num_recounted);
}
const rate = (bad: bigint, looked: bigint) => defectRate(looked - bad, bad);

async function namesOf(db: Tx, who: Who, cells: SQL) {
  const reasons = await db.execute<{ reason_id: number; label: string }>(sql`
    select reason_id::float8 as reason_id, label from (
      select reason_id, label, sort from reason where company_id = ${who.company_id} and kind = 'defect'
      union all select ${SCRAPPED}, ${AMENDED_SCRAP}, null where exists (
        select from bad_row where seller_id = ${who.company_id} and reason_id is null and reason = ${AMENDED_SCRAP})) r
    order by sort nulls last, reason_id`);
  const products = await db.execute<{ value: string; label: string }>(sql`
    select p.product_id::text as value, p.code || ' ' || p.name as label from (select r.product_id from ${cells} r group by 1 having sum(r.n) > 0) r
    join product p on p.product_id = r.product_id order by p.code limit ${MOST}`);
  return { reasons: reasons.rows, products: products.rows };
}

export async function summariseDefective(
  db: Tx,
  who: Who,
  filter: DefectiveFilter,
): Promise<DefectiveSummary> {
  const { asked, range, view, processes, cells } = await lookedAt(db, who, filter);
  const { step, buckets } = bucketsOf(range, asked.step, view.today);
  const starts = buckets.map(({ from }) => from);
  const { rows: groups } = await db.execute<Group>(sql`
    select nullif(r.reason_id, 0)::float8 as reason_id, r.group_id, width_bucket(r.day, ${sql.param(starts)}::date[]) as bucket,
      nullif(r.treatment, '') as treatment, r.order_unit, sum(r.n)::int as n, trim_scale(sum(r.num_defective))::text as num,
      trim_scale(sum(r.num - r.num_defective))::text as conceded, sum(r.loss)::float8 as loss, sum(r.unpriced)::int as unpriced
    from ${cells(startsMonths(starts))} r group by 1, 2, 3, 4, 5 having sum(r.n) <> 0`);
  const rowsIn = (one: Unit) => groups.reduce((n, group) => n + (group.order_unit === one ? group.n : 0), 0);
  const units = (["piece", "kg", "set"] as const).filter((one) => rowsIn(one) > 0);
  const unit = asked.unit ?? [...units].sort((a, b) => rowsIn(b) - rowsIn(a))[0] ?? "piece";
  const mine = groups.filter(({ order_unit }) => order_unit === unit);
  const amounts = seesAmounts(who);
  const measure = asked.by === "loss" && !amounts ? "num" : (asked.by ?? "num");
  const { reasons, products } = await namesOf(db, who, cells(true));
  const byReason = by(mine, ({ reason_id }) => reason_id);
  const causes = [
    ...reasons.map(({ reason_id, label }) => ({ id: reason_id as number | null, label })),
    { id: null, label: NO_REASON },
  ]
    .map((one) => ({ ...one, num: MEASURED[measure](byReason.get(one.id) ?? []) }))
    .filter(({ num }) => num > 0n);
  const byBucket = grouped(await cellsByBucket(db, view, range, starts), ({ bucket }) => bucket);
  const byProcess = grouped(await cellsByProcess(db, view, range), ({ id }) => id);
  const rowsBy = { bucket: by(mine, ({ bucket }) => bucket), group: by(mine, ({ group_id }) => group_id) };
  const outside = new Set(
    processes.flatMap(({ role, group_id }) => (role === "outsource" ? [group_id] : [])),
  );
  const byTreatment = by(mine, ({ treatment }) => treatment);
  const treatments = [...TREATMENTS, null].map((treatment) => {
    const of = byTreatment.get(treatment) ?? [];
    const label = treatment === null ? UNTREATED : TREATMENT_LABEL[treatment];
    return { treatment, label, value: Number(sumOf(of, "num") + sumOf(of, "conceded")) / 1000 };
  });
  const found = treatments.filter(({ value }) => value > 0);
  const shares = percents(found.map(({ value }) => value));
  const bad = sumOf(mine, "num");
  return {
    period: range,
    step,
    unit,
    units: [...units],
    total: {
      n: rowsIn(unit),
      others: groups.reduce((n, group) => n + group.n, 0) - rowsIn(unit),
      num_defective: decimal(bad),
      num_outside: decimal(
        sumOf(
          mine.filter(({ group_id }) => outside.has(group_id)),
          "num",
        ),
      ),
      num_conceded: decimal(sumOf(mine, "conceded")),
      defect_rate: rate(bad, lookedIn([...byBucket.values()].flat(), unit)),
      loss: amounts ? Number(MEASURED.loss(mine)) : null,
      unpriced: amounts ? mine.reduce((n, { unpriced }) => n + unpriced, 0) : 0,
    },
    by: measure,
    causes: pareto(causes, BARS).map(({ id, label, num, cumulative }) => ({
      id,
      label,
      value: measure === "num" ? Number(num) / 1000 : Number(num),
      cumulative,
      is_rest: id === null && label !== NO_REASON,
    })),
    treatments: found.map((one, at) => ({ ...one, share: shares[at]! })),
    processes: processes.flatMap(({ group_id, label }) => {
      const num = sumOf(rowsBy.group.get(group_id) ?? [], "num");
      const looked = lookedIn(byProcess.get(String(group_id)) ?? [], unit);
      return num > 0n
        ? [{ group_id, label, num_defective: decimal(num), defect_rate: rate(num, looked) }]
        : [];
    }),
    buckets: buckets.map((bucket, at) => {
      const num = sumOf(rowsBy.bucket.get(at + 1) ?? [], "num");
      return {
        ...bucket,
        num_defective: decimal(num),
        defect_rate: rate(num, lookedIn(byBucket.get(at + 1) ?? [], unit)),
      };
    }),
    choices: {
      group_id: processes.map(({ group_id, label }) => ({ value: String(group_id), label })),
      reason_id: reasons.map(({ reason_id, label }) => ({ value: String(reason_id), label })),
      product_id: products,
    },
  };
}
