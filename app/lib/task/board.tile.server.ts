import { and, eq, getTableColumns, isNull, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { prepared } from "~/lib/db/prepared.server";
import { unreadByCard } from "~/lib/log/unread.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { file } from "~/lib/tables/file.table.server";
import { today, tokyoDate } from "~/lib/time/date";
import { amendingOf } from "./amending.server";
import { answerOverdue } from "./answer";
import { type BoardTile, boardTile } from "./board.schema";
import { dueHere, type Step } from "./due";
import { factoryDays } from "./due.warning.server";
import { overOf } from "./stock.over.server";
import { workStates } from "./work.read.server";

type PlainColumn = Extract<keyof BoardTile, keyof Card>;
export type TileSource = {
  card: Pick<Card, PlainColumn>;
  by_hand: Card["place"];
  collab_name: string | null;
  worker: string | null;
};

const columns = getTableColumns(card);
/** No money, and no position among others. */
export const tile_columns = Object.fromEntries(
  Object.entries(columns).filter(([name]) => name in boardTile.shape),
) as Pick<typeof columns, PlainColumn>;

/** As one parameter, so that the statement is the same however many there are. */
const among = (column: AnyPgColumn, values: string[], type: string): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;

type Kin = { parent: string; task_type: string; num: number; done: number };

async function kinOf(db: Tx, rows: TileSource[]): Promise<Map<string, Kin[]>> {
  const sellers = [...new Set(rows.map((row) => row.card.seller_id))];
  const ownCompany = sellers.map((seller_id) =>
    and(
      eq(card.seller_id, seller_id),
      among(
        card.parent_id,
        rows.filter((row) => row.card.seller_id === seller_id).map((row) => row.card.id),
        "text",
      ),
    ),
  );
  const found =
    ownCompany.length === 0
      ? []
      : await db
          .select({
            parent: sql<string>`${card.seller_id} || ' ' || ${card.parent_id}`,
            task_type: sql<string>`${card.task_type}`,
            num: sql<number>`count(*)::int`,
            done: sql<number>`(count(*) filter (where ${card.shipped_time} is not null or ${card.product_time} is not null))::int`,
          })
          .from(card)
          .where(
            and(
              or(...ownCompany),
              isNull(card.cancelled_time),
              sql`${card.task_type} in ('part', 'division')`,
            ),
          )
          .groupBy(card.seller_id, card.parent_id, card.task_type);
  const of = new Map<string, Kin[]>();
  for (const row of found) of.set(row.parent, [...(of.get(row.parent) ?? []), row]);
  return of;
}

const company_id = sql.placeholder("company_id");
const open = and(
  isNull(file.deleted_time),
  or(eq(file.company_id, company_id), and(eq(file.partner_id, company_id), eq(file.is_inner, false))),
);
const fileCounts = prepared((db) =>
  db
    .select({
      key: file.owner_key,
      num: sql<number>`count(*)::int`,
      picture: sql<string | null>`(array_agg(${file.key} order by ${file.is_latest} desc, ${file.id} desc)
        filter (where ${file.kind} = 'drawing' and ${file.has_thumb}))[1]`,
    })
    .from(file)
    .where(
      and(
        eq(file.owner_kind, "card"),
        sql`${file.owner_key} = any(${sql.placeholder("keys")}::text[])`,
        open,
      ),
    )
    .groupBy(file.owner_key)
    .prepare("files"),
);

const productFacts = prepared((db) =>
  db
    .select({
      product_id: product.product_id,
      product_code: product.code,
      picture: sql<string | null>`(select ${file.key} from ${file} where ${and(
        eq(file.owner_kind, "product"),
        sql`${file.owner_key} = ${product.product_id}::text`,
        sql`${file.kind} in ('drawing', 'photo')`,
        eq(file.has_thumb, true),
        open,
      )} order by ${file.kind}, ${file.is_latest} desc, ${file.id} desc limit 1)`,
    })
    .from(product)
    .where(sql`${product.product_id} = any(${sql.placeholder("keys")}::bigint[])`)
    .prepare("pictures"),
);

async function productsOf(db: Tx, who: Who, rows: TileSource[]) {
  const keys = [...new Set(rows.flatMap((row) => row.card.product_id ?? []))];
  const found = keys.length === 0 ? [] : await productFacts(db).execute({ company_id: who.company_id, keys });
  return new Map(found.map((row) => [row.product_id, row]));
}

type CardFiles = { num: number; picture: string | null };
async function filesOf(db: Tx, who: Who, rows: TileSource[]): Promise<Map<string, CardFiles>> {
  if (rows.length === 0) return new Map();
  const found = await fileCounts(db).execute({
    company_id: who.company_id,
    keys: rows.map((row) => String(row.card.key)),
  });
  return new Map(found.map(({ key, ...files }) => [key, files]));
}

export async function tilesOf(
  db: Tx,
  who: Who,
  names: Map<string, string>,
  rows: TileSource[],
  steps: (Step & { is_sequenced: boolean })[],
): Promise<BoardTile[]> {
  const at_work =
    who.company_type === "buyer"
      ? new Map<number, "working" | "paused">()
      : workStates(
          db,
          rows.map((row) => row.card.key),
        );
  const dayLimits = factoryDays(
    db,
    [...new Set(rows.map((row) => row.card.seller_id))],
    today(new Date(who.now)),
  );
  const [works, kin, files, products, days, amending, unread, over] = await Promise.all([
    at_work,
    kinOf(db, rows),
    filesOf(db, who, rows),
    productsOf(db, who, rows),
    dayLimits,
    amendingOf(
      db,
      who,
      rows.map((row) => row.card),
    ),
    unreadByCard(
      db,
      who,
      rows.map((row) => row.card.key),
    ),
    who.company_type === "buyer"
      ? []
      : overOf(
          db,
          rows.map((row) => row.card.key),
        ),
  ]);
  const short = new Set(over.map(({ card_key }) => card_key));
  const sequenced = new Set(steps.filter((step) => step.is_sequenced).map((step) => step.group_id));
  return rows.map((row) => {
    const dates = days.get(row.card.seller_id)!;
    const [own, made] = [files.get(String(row.card.key)), products.get(row.card.product_id ?? 0)];
    const family = kin.get(`${row.card.seller_id} ${row.card.id}`) ?? [];
    const [parts, branches] = [
      family.find((one) => one.task_type === "part"),
      family.find((one) => one.task_type === "division"),
    ];
    // Spread last: an object of so many names is copied at once, but grown from a copy it gets a new shape
    // each time.
    return {
      collab_name: row.collab_name,
      worker: row.worker,
      is_placed: sequenced.has(row.card.group_id) ? row.by_hand !== null : null,
      seller_name: names.get(row.card.seller_id) ?? "",
      buyer_name: names.get(row.card.buyer_id) ?? "",
      warn_until: dates.until,
      leave_by: dueHere(row.card, steps, tokyoDate(row.card.created_time), dates.closed),
      num_unread: unread.get(row.card.key) ?? 0,
      work: works.get(row.card.key) ?? null,
      is_amending: amending.has(row.card.key),
      is_unanswered:
        row.card.answer === "waiting" &&
        answerOverdue(row.card.created_time, today(new Date(who.now)), dates.closed),
      is_over: short.has(row.card.key),
      num_files: own?.num ?? 0,
      product_code: made?.product_code ?? null,
      picture: own?.picture ?? made?.picture ?? null,
      num_parts: parts?.num ?? 0,
      num_parts_done: parts?.done ?? 0,
      num_branches: branches?.num ?? 0,
      num_branches_done: branches?.done ?? 0,
      ...row.card,
    };
  });
}
