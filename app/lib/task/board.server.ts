import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import { notFound } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal } from "~/lib/money/decimal";
import { process } from "~/lib/setting/factory.table.server";
import { after, cursorAt, orderOf } from "./board.cursor.server";
import { laneCounts, lanesOf, type Lane } from "./board.lane.server";
import { lastEntry } from "./board.pulse.server";
import type { Board, BoardColumn, BoardQuery, ColumnQuery } from "./board.schema";
import { tilesOf, type Drawn } from "./board.tile.server";
import { choicesOf, keysAt, viewOf, type View } from "./board.where.server";
import { KANBAN_CARD_NUM, ROLE_LABEL, unit, type Role, type Unit } from "./card.schema";
import { card, card_inner } from "./card.table.server";

export type Place = { seller_id: string; group_id: number };
type Head = Pick<BoardColumn, "id" | "label" | "role"> & { places: Place[]; lanes: Lane[] };
type Process = typeof process.$inferSelect;

/** Of the buyer's board over all sellers: 新規依頼 is what nobody has answered yet. */
const ROLE_FOR_BUYER = { ...ROLE_LABEL, inbox: "回答待ち" };

/**
 * The columns: a seller's processes (but those that its メタ情報 keeps off the board), those of the seller whom a buyer has chosen, or the
 * roles of all processes a buyer can see.
 */
async function headsOf(db: Tx, who: Who, view: View, seller_id: string | undefined): Promise<{ heads: Head[]; processes: Process[] }> {
  const sellers = view.side === "seller" ? [who.company_id] : seller_id ? [seller_id] : view.partners.map((partner) => partner.id);
  if (view.side === "buyer" && seller_id && !view.partners.some((partner) => partner.id === seller_id)) throw notFound("依頼先");
  const processes = sellers.length === 0 ? [] : await db.select().from(process)
    .where(and(inArray(process.company_id, sellers), eq(process.is_active, true))).orderBy(process.sort, process.group_id);
  const place = (one: Process) => ({ seller_id: one.company_id, group_id: one.group_id });
  if (view.side === "buyer" && !seller_id) {
    const roles = (Object.keys(ROLE_FOR_BUYER) as Role[]).map((role) =>
      ({ id: role, label: ROLE_FOR_BUYER[role], role, places: processes.filter((one) => one.role === role).map(place), lanes: [] }));
    return { heads: roles.filter((head) => head.places.length > 0), processes };
  }
  const lanes = view.side === "seller" ? await lanesOf(db, who) : [];
  const seen = processes.filter((one) => view.side === "buyer" || !one.is_hidden);
  return { heads: seen.map((one) => ({ id: String(one.group_id), label: one.label, role: one.role, places: [place(one)],
    lanes: lanes.filter((lane) => lane.group_id === one.group_id) })), processes };
}

function inPlaces(places: Place[]): SQL {
  const [only] = places;
  if (places.length === 1) return and(eq(card.seller_id, only!.seller_id), eq(card.group_id, only!.group_id))!;
  const pairs = places.map((place) => sql`(${place.seller_id}, ${place.group_id}::int)`);
  return sql`(${card.seller_id}, ${card.group_id}) in (${sql.join(pairs, sql`, `)})`;
}

/** The cards of a column, or of one of its lanes: 0 are those in none. */
function inCell({ places, lanes }: Head, lane: number | undefined): SQL {
  if (lanes.length === 0 || lane === undefined) return inPlaces(places);
  if (lane > 0) return and(inPlaces(places), eq(card.subgroup_id, lane))!;
  const known = lanes.map((one) => one.subgroup_id);
  return and(inPlaces(places), sql`(${card.subgroup_id} is null or not ${inArray(card.subgroup_id, known)})`)!;
}

type Tally = "count" | "late" | "total" | "total_late" | "soon" | "stalled" | "urgent";
type Count = Place & Record<Tally, number> & { order_unit: Unit; num_items: string | null };

/** One pass over the cards in view: true counts per column and unit, and the strip's counts. */
async function countsOf(db: Tx, view: View): Promise<Count[]> {
  const kept = view.all ?? sql`true`;
  const { rows } = await db.execute<Count & Record<string, unknown>>(sql`
    select seller_id, group_id, order_unit, count(*) filter (where ${kept})::int as count, sum(num_items) filter (where ${kept}) as num_items,
      count(*) filter (where ${kept} and ${view.late})::int as late, count(*)::int as total, count(*) filter (where ${view.late})::int as total_late,
      count(*) filter (where ${view.soon})::int as soon, count(*) filter (where ${view.stalled})::int as stalled,
      count(*) filter (where ${view.urgent})::int as urgent
    from card where ${and(view.scope, view.base)} group by seller_id, group_id, order_unit`);
  return rows;
}

/** 作業中 and 中断, which the factory alone is told. */
async function workCounts(db: Tx, who: Who, view: View): Promise<{ working: number; paused: number }> {
  if (view.side === "buyer") return { working: 0, paused: 0 };
  const at = async (state: "working" | "paused") => (await db.execute<{ n: number }>(sql`
    select count(*)::int as n from card where ${and(view.scope, view.base)} and ${card.key} in ${keysAt(who.company_id, state)}`)).rows[0]!.n;
  return { working: await at("working"), paused: await at("paused") };
}

/** The first cards of every column and lane in one query, each read off the index in the board's order. */
async function firstCards(db: Tx, view: View, heads: Head[], entered: string[]): Promise<Map<string, Drawn[]>> {
  const cells = heads.flatMap((head): { head: Head; lane?: number; id: string }[] => (head.lanes.length === 0 ? [{ head, id: head.id }]
    : [0, ...head.lanes.map((lane) => lane.subgroup_id)].map((lane) => ({ head, lane, id: `${head.id}.${lane}` }))));
  const found = new Map<string, Drawn[]>(cells.map((cell) => [cell.id, []]));
  if (cells.length === 0) return found;
  const picked = sql.join(cells.map(({ head, lane, id }) => sql`(select key, ${id}::text as place, row_number() over () as at from (
    select ${card.key} from card where ${and(view.scope, inCell(head, lane), view.all)} order by ${orderOf(entered.includes(head.id))}
    limit ${KANBAN_CARD_NUM + 1}) c)`), sql` union all `);
  const rows = await db.select({ card, inner: card_inner, place: sql<string>`picked.place` }).from(sql`(${picked}) as picked`)
    .innerJoin(card, sql`${card.key} = picked.key`).leftJoin(card_inner, eq(card_inner.card_key, card.key)).orderBy(sql`picked.at`);
  for (const row of rows) found.get(row.place)!.push(row);
  return found;
}

const namesIn = (who: Who, view: View) =>
  new Map([...view.partners.map(({ id, name }): [string, string] => [id, name]), [who.company_id, who.company_name]]);

/** The whole board: columns with their first cards and true counts (product §9: six cards a column); or the cards of some columns alone. */
export async function boardOf(db: Tx, who: Who, { only, entered, ...filter }: BoardQuery): Promise<Board> {
  const at = await lastEntry(db, who);
  const view = await viewOf(db, who, filter);
  const { heads, processes } = await headsOf(db, who, view, filter.seller_id);
  const on = (row: Place, of: Head[]) => of.some((head) => head.places.some((place) => place.seller_id === row.seller_id && place.group_id === row.group_id));
  const counts = (await countsOf(db, view)).filter((row) => on(row, heads));
  const wanted = only.length === 0 ? heads : heads.filter((head) => only.includes(head.id));
  const first = await firstCards(db, view, wanted, entered);
  const lanes = await laneCounts(db, view, wanted.filter((head) => head.lanes.length > 0).flatMap((head) => head.places));
  const drawn = [...first.values()].flatMap((rows) => rows.slice(0, KANBAN_CARD_NUM));
  const tiles = new Map((await tilesOf(db, who, namesIn(who, view), drawn)).map((tile) => [tile.key, tile]));
  const cell = (id: string) => {
    const rows = first.get(id) ?? [];
    const shown = rows.slice(0, KANBAN_CARD_NUM);
    return { cards: shown.map((row) => tiles.get(row.card.key)!), next: rows.length > shown.length ? cursorAt(shown[shown.length - 1]!.card) : null };
  };
  const sum = (of: Count[], name: Tally) => of.reduce((n, row) => n + row[name], 0);
  const columns = heads.map((head, sort): BoardColumn => {
    const { id, label, role } = head;
    const own = counts.filter((row) => on(row, [head]));
    const units = unit.options.filter((one) => own.some((row) => row.order_unit === one && row.num_items !== null));
    return {
      id, sort, label, role, count: sum(own, "count"), late: sum(own, "late"), ...cell(head.lanes.length > 0 ? `${id}.0` : id),
      lanes: head.lanes.map(({ subgroup_id, label, group_id }) =>
        ({ subgroup_id, label, count: lanes.get(`${group_id}.${subgroup_id}`) ?? 0, ...cell(`${id}.${subgroup_id}`) })),
      sums: units.map((order_unit) =>
        ({ order_unit, num_items: addDecimal(...own.filter((row) => row.order_unit === order_unit).map((row) => row.num_items ?? "0")) })),
    };
  });
  const ready = counts.filter((row) => on(row, heads.filter((head) => head.role === "ready")));
  return {
    at, today: view.today, stall_days: view.stall_days, columns: columns.filter((column) => only.length === 0 || only.includes(column.id)),
    ...await choicesOf(db, who, view.partners), processes: ahead(view, processes),
    summary: {
      total: sum(counts, "total"), late: sum(counts, "total_late"), soon: sum(counts, "soon"), stalled: sum(counts, "stalled"),
      urgent: sum(counts, "urgent"), ready: sum(ready, "total"), ...await workCounts(db, who, view),
    },
  };
}

const ahead = (view: View, processes: Process[]): Board["processes"] =>
  (view.side === "seller" ? processes.map(({ group_id, label, role }) => ({ group_id, label, role })) : []);

/** The cards of one column, or of one of its lanes, that follow the cursor. */
export async function columnOf(db: Tx, who: Who, { id, subgroup_id, cursor, size, entered, ...filter }: ColumnQuery) {
  const view = await viewOf(db, who, filter);
  const { heads, processes } = await headsOf(db, who, view, filter.seller_id);
  const head = heads.find((one) => one.id === id);
  if (!head) throw notFound("工程");
  const rows: Drawn[] = await db.select({ card, inner: card_inner }).from(card).leftJoin(card_inner, eq(card_inner.card_key, card.key))
    .where(and(view.scope, inCell(head, subgroup_id), view.all, cursor ? after(cursor, entered) : undefined)).orderBy(orderOf(entered)).limit(size + 1);
  const cards = rows.slice(0, size);
  return { cards: await tilesOf(db, who, namesIn(who, view), cards), next: rows.length > size ? cursorAt(cards[cards.length - 1]?.card) : null,
    processes: ahead(view, processes), stall_days: view.stall_days };
}
