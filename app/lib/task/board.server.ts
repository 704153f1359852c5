import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { prepared } from "~/lib/db/prepared.server";
import { addDecimal } from "~/lib/money/decimal";
import { card, card_inner } from "~/lib/tables/card.table.server";
import { factory_process } from "~/lib/tables/factory.table.server";
import { KANBAN_CARD_NUM, ROLE_LABEL, type Role, unit } from "~/lib/vocabulary/card.schema";
import { type Count, countsOf, type ProcessKey, workCounts } from "./board.count.server";
import { after, cursorAt, type Order, orderOf } from "./board.cursor.server";
import { type Lane, laneCounts, lanesOf } from "./board.lane.server";
import { lastEntry } from "./board.pulse.server";
import type { Board, BoardColumn, BoardQuery, ColumnQuery } from "./board.schema";
import { type TileSource, tile_columns, tilesOf } from "./board.tile.server";
import { choicesOf, type View, viewOf } from "./board.where.server";

type Head = Pick<BoardColumn, "id" | "label" | "role" | "colour"> & {
  places: ProcessKey[];
  lanes: Lane[];
  order: Order;
};
type Process = typeof factory_process.$inferSelect;

/** To the buyer 新規依頼 is what nobody has answered yet. */
const ROLE_FOR_BUYER = { ...ROLE_LABEL, inbox: "回答待ち" };

const steps = (whose: SQL) =>
  prepared((db) =>
    db
      .select()
      .from(factory_process)
      .where(and(whose, eq(factory_process.is_active, true)))
      .orderBy(factory_process.sort, factory_process.group_id)
      .prepare("steps"),
  );
// One company by itself: for a list, however short, the database plans anew each time, ten times the
// reading.
const ownSteps = steps(eq(factory_process.company_id, sql.placeholder("company_id")));
const theirSteps = steps(sql`${factory_process.company_id} = any(${sql.placeholder("sellers")}::text[])`);

/** Needs no view, so it is read while the view is. */
type Own = Promise<[Process[], Lane[]]>;
const ownOf = async (db: Tx, who: Who): Own =>
  who.company_type === "buyer" ? [[], []] : Promise.all([ownSteps(db).execute(who), lanesOf(db, who)]);

async function headsOf(
  db: Tx,
  view: View,
  seller_id: string | undefined,
  entered: string[],
  own: Own,
): Promise<{ heads: Head[]; processes: Process[] }> {
  if (view.side === "buyer" && seller_id && !view.partners.some((partner) => partner.id === seller_id))
    throw notFound("依頼先");
  const sellers = seller_id ? [seller_id] : view.partners.map((partner) => partner.id);
  const [processes, lanes] =
    view.side === "seller" ? await own : [await theirSteps(db).execute({ sellers }), []];
  const place = (one: Process) => ({ seller_id: one.company_id, group_id: one.group_id });
  if (view.side === "buyer" && !seller_id) {
    const roles = (Object.keys(ROLE_FOR_BUYER) as Role[]).map((role) => ({
      id: role,
      label: ROLE_FOR_BUYER[role],
      role,
      colour: null,
      places: processes.filter((one) => one.role === role).map(place),
      lanes: [],
      order: entered.includes(role) ? ("entered" as const) : ("due" as const),
    }));
    return { heads: roles.filter((head) => head.places.length > 0), processes };
  }
  const seen = processes.filter((one) => view.side === "buyer" || !one.is_hidden);
  // In what order the factory runs its jobs is not shown to the buyer.
  const order = (one: Process): Order =>
    view.side === "seller" && one.is_sequenced
      ? "manual"
      : entered.includes(String(one.group_id))
        ? "entered"
        : "due";
  return {
    heads: seen.map((one) => ({
      id: String(one.group_id),
      label: one.label,
      role: one.role,
      colour: one.colour,
      order: order(one),
      places: [place(one)],
      lanes: lanes.filter((lane) => lane.group_id === one.group_id),
    })),
    processes,
  };
}

function inPlaces(places: ProcessKey[]): SQL {
  const [only] = places;
  if (places.length === 1)
    return and(eq(card.seller_id, only!.seller_id), eq(card.group_id, only!.group_id))!;
  const pairs = places.map((place) => sql`(${place.seller_id}, ${place.group_id}::int)`);
  return sql`(${card.seller_id}, ${card.group_id}) in (${sql.join(pairs, sql`, `)})`;
}

/** Lane 0: the cards in none. */
function inCell({ places, lanes }: Head, lane: number | undefined): SQL {
  if (lanes.length === 0 || lane === undefined) return inPlaces(places);
  if (lane > 0) return and(inPlaces(places), eq(card.subgroup_id, lane))!;
  const known = lanes.map((one) => one.subgroup_id);
  return and(
    inPlaces(places),
    sql`(${card.subgroup_id} is null or not ${inArray(card.subgroup_id, known)})`,
  )!;
}

/** Few cards with the searched words are looked at one by one; else the index gives the order. */
const among = ({ keys }: View) =>
  keys
    ? sql`(select * from card where ${card.key} = any(${sql.param(keys)}::bigint[]) offset 0) card`
    : sql`card`;

type Cell = { head: Head; lane?: number; id: string };

// One plan for all columns, read off the index in the board's order; lanes, and columns in another order,
// have their own.
function picked(view: View, cells: Cell[], limit: number, further?: SQL): SQL {
  const plain = cells.filter(
    ({ head, lane }) => head.order === "due" && (head.lanes.length === 0 || lane === undefined),
  );
  const places = plain.flatMap(({ head, id }) => head.places.map((place) => ({ id, ...place })));
  const list = (name: "id" | "seller_id" | "group_id") => sql.param(places.map((one) => one[name]));
  const due = orderOf("due");
  const all = sql`select card.key, p.id as place, row_number() over (partition by p.id order by ${due}) as at
    from unnest(${list("id")}::text[], ${list("seller_id")}::text[], ${list("group_id")}::int[]) as p (id, seller, process) cross join lateral (
      select * from ${among(view)} where ${and(view.scope, sql`${card.seller_id} = p.seller and ${card.group_id} = p.process`, view.all, further)}
      order by ${due} limit ${limit}) card`;
  const others = cells
    .filter((cell) => !plain.includes(cell))
    .map(
      ({ head, lane, id }) => sql`select key, ${id}::text, row_number() over () from (
    select ${card.key} from ${among(view)} where ${and(view.scope, inCell(head, lane), view.all, further)} order by ${orderOf(head.order)}
    limit ${limit}) c`,
    );
  return sql.join(
    [all, ...others].map((one) => sql`(${one})`),
    sql` union all `,
  );
}

async function cardsIn(
  db: Tx,
  view: View,
  cells: Cell[],
  limit: number,
  further?: SQL,
): Promise<Map<string, TileSource[]>> {
  const rows =
    cells.length === 0
      ? []
      : await db
          .select({
            card: tile_columns,
            by_hand: card.place,
            collab_name: card_inner.collab_name,
            worker: card_inner.worker,
            place: sql<string>`picked.place`,
          })
          .from(sql`(${picked(view, cells, limit, further)}) as picked`)
          .innerJoin(card, sql`${card.key} = picked.key`)
          .leftJoin(card_inner, eq(card_inner.card_key, card.key))
          .where(sql`picked.at <= ${limit}`)
          .orderBy(sql`picked.at`);
  const found = new Map<string, TileSource[]>(cells.map((cell) => [cell.id, []]));
  for (const row of rows) found.get(row.place)!.push(row);
  return found;
}

const cellsOf = (head: Head): Cell[] =>
  head.lanes.length === 0
    ? [{ head, id: head.id }]
    : [0, ...head.lanes.map((lane) => lane.subgroup_id)].map((lane) => ({
        head,
        lane,
        id: `${head.id}.${lane}`,
      }));

const namesIn = (who: Who, view: View) =>
  new Map([
    ...view.partners.map(({ id, name }): [string, string] => [id, name]),
    [who.company_id, who.company_name],
  ]);

export async function boardOf(db: Tx, who: Who, { only, entered, ...filter }: BoardQuery): Promise<Board> {
  const own = ownOf(db, who);
  const [at, view] = await Promise.all([lastEntry(db, who), viewOf(db, who, filter), own]);
  const { heads, processes } = await headsOf(db, view, filter.seller_id, entered, own);
  const on = (row: ProcessKey, of: Head[]) =>
    of.some((head) =>
      head.places.some((place) => place.seller_id === row.seller_id && place.group_id === row.group_id),
    );
  const wanted = only.length === 0 ? heads : heads.filter((head) => only.includes(head.id));
  const [first, everywhere, lanes, choices, work] = await Promise.all([
    cardsIn(db, view, wanted.flatMap(cellsOf), KANBAN_CARD_NUM + 1),
    countsOf(db, who, view, filter),
    laneCounts(
      db,
      view,
      wanted.filter((head) => head.lanes.length > 0).flatMap((head) => head.places),
    ),
    choicesOf(db, who, view.partners),
    workCounts(db, who, view),
  ]);
  const counts = everywhere.filter((row) => on(row, heads));
  const drawn = [...first.values()].flatMap((rows) => rows.slice(0, KANBAN_CARD_NUM));
  const tiles = new Map(
    (await tilesOf(db, who, namesIn(who, view), drawn, stepsOf(view, processes))).map((tile) => [
      tile.key,
      tile,
    ]),
  );
  const cell = (id: string, order: Order) => {
    const rows = first.get(id) ?? [];
    const shown = rows.slice(0, KANBAN_CARD_NUM);
    return {
      cards: shown.map((row) => tiles.get(row.card.key)!),
      next: rows.length > shown.length ? cursorAt(shown[shown.length - 1], order) : null,
    };
  };
  const sum = (
    of: Count[],
    name: "count" | "late" | "total" | "total_late" | "soon" | "stalled" | "urgent",
  ) => of.reduce((n, row) => n + row[name], 0);
  const columns = heads.map((head, sort): BoardColumn => {
    const { id, label, role, colour, order } = head;
    const own = counts.filter((row) => on(row, [head]));
    const units = unit.options.filter((one) => own.some((row) => row.order_unit === one && row.count > 0));
    return {
      id,
      sort,
      label,
      role,
      colour,
      count: sum(own, "count"),
      late: sum(own, "late"),
      ...cell(head.lanes.length > 0 ? `${id}.0` : id, order),
      is_sequenced: order === "manual",
      lanes: head.lanes.map(({ subgroup_id, label, group_id }) => ({
        subgroup_id,
        label,
        count: lanes.get(`${group_id}.${subgroup_id}`) ?? 0,
        ...cell(`${id}.${subgroup_id}`, order),
      })),
      sums: units.map((order_unit) => ({
        order_unit,
        num_items: addDecimal(
          ...own.filter((row) => row.order_unit === order_unit).map((row) => row.num_items ?? "0"),
        ),
      })),
    };
  });
  const ready = counts.filter((row) =>
    on(
      row,
      heads.filter((head) => head.role === "ready"),
    ),
  );
  return {
    at,
    today: view.today,
    stall_days: view.stall_days,
    columns: columns.filter((column) => only.length === 0 || only.includes(column.id)),
    ...choices,
    processes: ahead(view, processes),
    summary: {
      total: sum(counts, "total"),
      late: sum(counts, "total_late"),
      soon: sum(counts, "soon"),
      stalled: sum(counts, "stalled"),
      urgent: sum(counts, "urgent"),
      ready: sum(ready, "total"),
      ...work,
    },
  };
}

const ahead = (view: View, processes: Process[]): Board["processes"] =>
  view.side === "seller" ? processes.map(({ group_id, label, role }) => ({ group_id, label, role })) : [];

/** The buyer is not told how long each process takes. */
const stepsOf = (view: View, processes: Process[]): Process[] => (view.side === "seller" ? processes : []);

export async function columnOf(
  db: Tx,
  who: Who,
  { id, subgroup_id, cursor, size, entered, ...filter }: ColumnQuery,
) {
  const own = ownOf(db, who);
  const [view] = await Promise.all([viewOf(db, who, filter), own]);
  const { heads, processes } = await headsOf(db, view, filter.seller_id, entered ? [id] : [], own);
  const head = heads.find((one) => one.id === id);
  if (!head) throw notFound("工程");
  const place = { head, lane: subgroup_id, id };
  const rows = (
    await cardsIn(db, view, [place], size + 1, cursor ? after(cursor, head.order) : undefined)
  ).get(id)!;
  const cards = rows.slice(0, size);
  const next = rows.length > size ? cursorAt(cards[cards.length - 1], head.order) : null;
  return {
    cards: await tilesOf(db, who, namesIn(who, view), cards, stepsOf(view, processes)),
    next,
    processes: ahead(view, processes),
    stall_days: view.stall_days,
  };
}
