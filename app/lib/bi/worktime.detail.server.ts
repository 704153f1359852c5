import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Role, Unit } from "~/lib/vocabulary/card.schema";
import type { TimeKind } from "~/lib/vocabulary/worktime";
import { type Span, union, without } from "./span";

/** A 実績 or a 間接作業, whole. */
export type Detail = {
  kind: TimeKind;
  label: string;
  start: number | null;
  end: number | null;
  active: Span[];
  open: number | null;
  goes_on_until: number | null;
  /** By calendar day, as 加工実績 counts: 実働, or 機械時間 of 無人運転; of 間接作業 nothing is kept. */
  minutes: Record<string, number>;
  card_key: number | null;
  card_id: string | null;
  name: string | null;
  product_code: string | null;
  buyer_name: string | null;
  num_good: string;
  num_defective: string;
  order_unit: Unit | null;
  setup: number | null;
  each: number | null;
  note: string | null;
  is_late: boolean;
};

type WorkRow = Pick<
  Detail,
  | "start"
  | "end"
  | "goes_on_until"
  | "card_key"
  | "card_id"
  | "name"
  | "product_code"
  | "buyer_name"
  | "num_good"
  | "num_defective"
  | "order_unit"
  | "setup"
  | "each"
  | "note"
> & {
  key: number;
  status: string;
  role: Role | null;
  is_unmanned: boolean;
  pauses: [from: number, to: number | null][] | null;
  minutes: Record<string, number> | null;
};

const SETUP = "段取";
function kindOf({ status, role, is_unmanned }: Pick<WorkRow, "status" | "role" | "is_unmanned">): TimeKind {
  if (is_unmanned) return "machine";
  return status.includes(SETUP) ? "setup" : role === "inspect" ? "inspection" : "making";
}

/** When somebody was at it; what goes on is known up to where it last began. */
function activeOf({
  start,
  end,
  pauses,
}: Pick<WorkRow, "start" | "end" | "pauses">): Pick<Detail, "active" | "open"> {
  const stops = pauses ?? [];
  if (start === null) return { active: [], open: null };
  if (end !== null) {
    const closed = stops.flatMap(([from, to]): Span[] => (to === null ? [] : [[from, to]]));
    return { active: without([[start, end]], closed), open: null };
  }
  const since = Math.max(start, ...stops.map(([from, to]) => to ?? from));
  const all = stops.map(([from, to]): Span => [from, to ?? since]);
  const isPaused = stops.some(([, to]) => to === null);
  return { active: without([[start, since]], union(all)), open: isPaused ? null : since };
}

/** Of an instant in SQL, milliseconds since 1970. */
export const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);

async function worksBy(db: Tx, keys: number[]): Promise<[string, Detail][]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<WorkRow>(sql`
    select w.key::float8 as key, w.status, s.role, w.is_unmanned,
      ${ms("w.work_start")} as start, ${ms("w.work_end")} as end, ${ms("w.goes_on_until")} as goes_on_until,
      w.card_key::float8 as card_key, c.id as card_id, c.name, p.code as product_code, coalesce(b.name, c.buyer_id) as buyer_name,
      trim_scale(w.num_good)::text as num_good, trim_scale(w.num_defective)::text as num_defective, c.order_unit, t.setup, t.each, nullif(w.note, '') as note,
      (select json_agg(json_build_array(${ms("u.pause_start")}, ${ms("u.pause_end")})) from pause u where u.work_key = w.key) as pauses,
      case when w.is_unmanned then (select json_object_agg(m.day, m.minutes) from machine_minute m where m.work_key = w.key)
        else (select json_object_agg(m.day, m.minutes) from work_minute m where m.work_key = w.key) end as minutes
    from work w join card c on c.key = w.card_key left join product p on p.product_id = c.product_id left join factory b on b.id = c.buyer_id
      left join process s on s.company_id = w.seller_id and s.group_id = w.group_id
      left join lateral (select sum(coalesce(x.setup_minutes, 0))::float8 as setup, sum(coalesce(x.minutes_per_item, 0))::float8 as each from product_step x
        where x.product_id = c.product_id and x.group_id = w.group_id and coalesce(x.setup_minutes, x.minutes_per_item) is not null) t on true
    where w.key = any(${sql.param(keys)}::bigint[])`);
  return rows.map(({ key, role, is_unmanned, pauses, minutes, status, ...row }) => [
    `w${key}`,
    {
      ...row,
      ...activeOf({ ...row, pauses }),
      kind: kindOf({ role, is_unmanned, status }),
      label: status,
      minutes: minutes ?? {},
      is_late: false,
    },
  ]);
}

type IndirectRow = {
  key: number;
  label: string;
  is_break: boolean;
  start: number;
  end: number | null;
  goes_on_until: number | null;
  note: string | null;
  is_late: boolean;
};

async function indirectsBy(db: Tx, keys: number[]): Promise<[string, Detail][]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<IndirectRow>(sql`
    select key::float8 as key, label, is_break, ${ms("work_start")} as start, ${ms("work_end")} as end, ${ms("goes_on_until")} as goes_on_until,
      nullif(note, '') as note, is_late
    from indirect_work where key = any(${sql.param(keys)}::bigint[])`);
  return rows.map(({ key, is_break, ...row }) => [
    `i${key}`,
    {
      ...row,
      kind: is_break ? "break" : "indirect",
      active: row.end === null ? [] : [[row.start, row.end]],
      open: row.end === null ? row.start : null,
      minutes: {},
      card_key: null,
      card_id: null,
      name: null,
      product_code: null,
      buyer_name: null,
      num_good: "0",
      num_defective: "0",
      order_unit: null,
      setup: null,
      each: null,
    },
  ]);
}

export type Keyed = { row_key: string; work_key: number | null; indirect_key: number | null };

export async function detailsOf(db: Tx, pieces: Keyed[]): Promise<Map<string, Detail>> {
  const keys = (name: "work_key" | "indirect_key") => [
    ...new Set(pieces.flatMap((piece) => (piece[name] === null ? [] : Number(piece[name])))),
  ];
  return new Map([
    ...(await worksBy(db, keys("work_key"))),
    ...(await indirectsBy(db, keys("indirect_key"))),
  ]);
}
