import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { card, card_inner } from "~/lib/tables/card.table.server";
import type { ProcessKey } from "./board.count.server";
import { orderOf } from "./board.cursor.server";
import type { Head } from "./board.head.server";
import { type TileSource, tile_columns } from "./board.tile.server";
import type { View } from "./board.where.server";

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

export async function cardsIn(
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

export const cellsOf = (head: Head): Cell[] =>
  head.lanes.length === 0
    ? [{ head, id: head.id }]
    : [0, ...head.lanes.map((lane) => lane.subgroup_id)].map((lane) => ({
        head,
        lane,
        id: `${head.id}.${lane}`,
      }));
