import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import { notFound, Refusal } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal } from "~/lib/money/decimal";
import { process } from "~/lib/setting/factory.table.server";
import type { Board, BoardCard, BoardColumn, BoardFilter } from "./board.schema";
import { boardCard } from "./board.schema";
import { viewOf, type View } from "./board.where.server";
import { shown } from "./card.read.server";
import { KANBAN_CARD_NUM, ROLE_LABEL, unit, type Role, type Unit } from "./card.schema";
import { card, card_inner } from "./card.table.server";
import type { Card } from "./card.write.server";

type Place = { seller_id: string; group_id: number };
type Head = Pick<BoardColumn, "id" | "label" | "role"> & { places: Place[] };
type Process = typeof process.$inferSelect;

const due_order = sql`coalesce(${card.delivery_date}, 'infinity'::date)`;
const order = sql`not ${card.is_urgent}, ${due_order}, ${card.group_update_time}, ${card.key}`;
/** Of the buyer's board over all sellers: 新規依頼 is what nobody has answered yet. */
const ROLE_FOR_BUYER = { ...ROLE_LABEL, inbox: "回答待ち" };

/** The columns: a seller's processes, those of the seller whom a buyer has chosen, or the roles of all processes a buyer can see. */
async function headsOf(db: Tx, who: Who, view: View, seller_id: string | undefined): Promise<{ heads: Head[]; processes: Process[] }> {
  const sellers = view.side === "seller" ? [who.company_id] : seller_id ? [seller_id] : view.partners.map((partner) => partner.id);
  if (view.side === "buyer" && seller_id && !view.partners.some((partner) => partner.id === seller_id)) throw notFound("依頼先");
  const processes = sellers.length === 0 ? [] : await db.select().from(process)
    .where(and(inArray(process.company_id, sellers), eq(process.is_active, true))).orderBy(process.sort, process.group_id);
  const place = (one: Process) => ({ seller_id: one.company_id, group_id: one.group_id });
  if (view.side === "buyer" && !seller_id) {
    const roles = (Object.keys(ROLE_FOR_BUYER) as Role[]).map((role) =>
      ({ id: role, label: ROLE_FOR_BUYER[role], role, places: processes.filter((one) => one.role === role).map(place) }));
    return { heads: roles.filter((head) => head.places.length > 0), processes };
  }
  return { heads: processes.map((one) => ({ id: String(one.group_id), label: one.label, role: one.role, places: [place(one)] })), processes };
}

function inPlaces(places: Place[]): SQL {
  const [only] = places;
  if (places.length === 1) return and(eq(card.seller_id, only!.seller_id), eq(card.group_id, only!.group_id))!;
  const pairs = places.map((place) => sql`(${place.seller_id}, ${place.group_id}::int)`);
  return sql`(${card.seller_id}, ${card.group_id}) in (${sql.join(pairs, sql`, `)})`;
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

type Drawn = { card: Card; inner: typeof card_inner.$inferSelect | null };

/** The first cards of every column in one query, each column read off the index in the board's order. */
async function firstCards(db: Tx, view: View, heads: Head[]): Promise<Map<string, Drawn[]>> {
  if (heads.length === 0) return new Map();
  const picked = sql.join(heads.map((head) => sql`(select key, ${head.id}::text as place, row_number() over () as at from (
    select ${card.key} from card where ${and(view.scope, inPlaces(head.places), view.all)} order by ${order} limit ${KANBAN_CARD_NUM}) c)`), sql` union all `);
  const rows = await db.select({ card, inner: card_inner, place: sql<string>`picked.place` }).from(sql`(${picked}) as picked`)
    .innerJoin(card, sql`${card.key} = picked.key`).leftJoin(card_inner, eq(card_inner.card_key, card.key)).orderBy(sql`picked.at`);
  const found = new Map<string, Drawn[]>(heads.map((head) => [head.id, []]));
  for (const row of rows) found.get(row.place)!.push(row);
  return found;
}

const drawn = (who: Who, names: Map<string, string>) => (row: Drawn): BoardCard => boardCard.parse(shown(who, row.card, row.inner, names));

function namesIn(who: Who, view: View): Map<string, string> {
  return new Map([...view.partners.map(({ id, name }): [string, string] => [id, name]), [who.company_id, who.company_name]]);
}

/** The whole board: columns with their first cards and true counts (product §9: six cards a column). */
export async function boardOf(db: Tx, who: Who, filter: BoardFilter): Promise<Board> {
  const view = await viewOf(db, who, filter);
  const { heads, processes } = await headsOf(db, who, view, filter.seller_id);
  const counts = await countsOf(db, view);
  const first = await firstCards(db, view, heads);
  const sum = (of: Count[], name: Tally) => of.reduce((n, row) => n + row[name], 0);
  const columns = heads.map(({ places, ...head }): BoardColumn => {
    const own = counts.filter((row) => places.some((place) => place.seller_id === row.seller_id && place.group_id === row.group_id));
    const units = unit.options.filter((one) => own.some((row) => row.order_unit === one && row.num_items !== null));
    const cards = first.get(head.id)!;
    const count = sum(own, "count");
    return {
      ...head, count, late: sum(own, "late"), cards: cards.map(drawn(who, namesIn(who, view))), next: count > cards.length ? encode(cards) : null,
      sums: units.map((order_unit) =>
        ({ order_unit, num_items: addDecimal(...own.filter((row) => row.order_unit === order_unit).map((row) => row.num_items ?? "0")) })),
    };
  });
  return {
    today: view.today, columns, partners: view.partners,
    summary: {
      total: sum(counts, "total"), late: sum(counts, "total_late"), soon: sum(counts, "soon"), stalled: sum(counts, "stalled"), urgent: sum(counts, "urgent"),
    },
    processes: ahead(view, processes),
  };
}

const ahead = (view: View, processes: Process[]): Board["processes"] =>
  (view.side === "seller" ? processes.map(({ group_id, label, role }) => ({ group_id, label, role })) : []);

function encode(rows: Drawn[]): string | null {
  const last = rows[rows.length - 1]?.card;
  return last ? Buffer.from(JSON.stringify([last.is_urgent, last.delivery_date, last.group_update_time, last.key])).toString("base64url") : null;
}

function after(cursor: string): SQL {
  try {
    const [urgent, date, time, key] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const sound = typeof urgent === "boolean" && (date === null || /^\d{4}-\d\d-\d\d$/.test(String(date))) && /^[0-9TZ:.-]{20,30}$/.test(String(time));
    if (sound && Number.isSafeInteger(key)) {
      return sql`(${order}) > (${!urgent}::boolean, ${date ?? "infinity"}::date, ${time}::timestamptz, ${key}::bigint)`;
    }
  } catch {
    // Not one of ours.
  }
  throw new Refusal(422, "続きの場所が正しくありません。画面を読み込み直してください。");
}

/** The cards of one column that follow the cursor. */
export async function columnOf(db: Tx, who: Who, { id, cursor, size, ...filter }: BoardFilter & { id: string; cursor?: string; size: number }) {
  const view = await viewOf(db, who, filter);
  const { heads, processes } = await headsOf(db, who, view, filter.seller_id);
  const head = heads.find((one) => one.id === id);
  if (!head) throw notFound("工程");
  const rows: Drawn[] = await db.select({ card, inner: card_inner }).from(card).leftJoin(card_inner, eq(card_inner.card_key, card.key))
    .where(and(view.scope, inPlaces(head.places), view.all, cursor ? after(cursor) : undefined)).orderBy(order).limit(size + 1);
  const cards = rows.slice(0, size);
  return { cards: cards.map(drawn(who, namesIn(who, view))), next: rows.length > size ? encode(cards) : null, processes: ahead(view, processes) };
}
