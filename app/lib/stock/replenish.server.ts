import { eq, sql } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { factory } from "~/lib/tables/factory.table.server";
import { cardNew } from "~/lib/task/card.new.schema";
import { newCard } from "~/lib/task/card.new.server";
import { addBusinessDays } from "~/lib/time/businessday";
import { today } from "~/lib/time/date";
import type { StockKind } from "~/lib/vocabulary/stock";
import { lockStocks } from "./move.server";
import { reorder } from "./reorder";
import type { Replenishing, SuggestionRow } from "./replenish.schema";

type Found = Omit<SuggestionRow, "position" | "suggest" | "delivery_date"> & {
  shipping: string;
  lead_days: number | null;
  moq: string | null;
  lot: string | null;
  target: string | null;
  arriving: { date: string | null; num: string }[];
};

const MOST = 200;
const AT_ONCE = 500;
const IS_LOW = sql`s.num - s.num_allocated - s.num_parts < s.num_threshold`;
/** Those that are low behind this one. */
type Behind = { code: string; product_id: number };

/** Those that what is there does not carry; what comes in time is reckoned by the rule. */
async function watched(
  db: Tx,
  who: Who,
  { kind, ids, after }: { kind?: StockKind; ids?: number[]; after?: Behind | undefined },
): Promise<Found[]> {
  const { rows } = await db.execute<Found>(sql`
    select s.product_id::int, s.code, p.name, p.order_unit, s.kind, trim_scale(s.num)::text as num,
      trim_scale(coalesce(s.num_threshold, 0))::text as num_threshold, trim_scale(s.num_allocated + s.num_parts)::text as shipping,
      p.lead_days, p.moq::text, p.lot::text, p.num_target::text as target,
      coalesce((select jsonb_agg(jsonb_build_object('date', c.delivery_date, 'num', trim_scale(e.num)::text))
        from stock_expected e join card c on c.key = e.card_key where e.product_id = s.product_id and e.kind = 'arriving'), '[]') as arriving
    from stock s join product p on p.product_id = s.product_id
    where s.seller_id = ${who.company_id} and s.is_managed and p.is_active
      and ${ids ? sql`s.product_id = any(${sql.param(ids)}::bigint[])` : IS_LOW}
      and ${kind ? sql`s.kind = ${kind}` : sql`true`}
      and ${after ? sql`(s.code, s.product_id) > (${after.code}, ${after.product_id})` : sql`true`}
    order by s.code, s.product_id limit ${ids ? ids.length : AT_ONCE}`);
  return rows;
}

function suggestionOf(who: Who, holidays: Set<string> | ReadonlySet<string>) {
  return ({ arriving, shipping, lead_days, moq, lot, target, ...row }: Found): SuggestionRow => {
    const delivery_date = addBusinessDays(today(new Date(who.now)), lead_days ?? 0, holidays);
    const now = { num: row.num, arriving, shipping, open_suggestion: "0" };
    const terms = { threshold: row.num_threshold, target, moq, lot };
    return { ...row, ...reorder(now, terms, delivery_date), delivery_date };
  };
}

/** Many that are low may have their cards already: looked through until enough are found. */
export async function listSuggestions(db: Tx, who: Who, { kind }: { kind?: StockKind }) {
  const toRow = suggestionOf(who, await holidaysOf(db, who.company_id));
  const items: SuggestionRow[] = [];
  for (let after: Behind | undefined; ; ) {
    const rows = await watched(db, who, { kind, after });
    items.push(...rows.map(toRow).filter((row) => row.suggest !== "0"));
    if (rows.length < AT_ONCE || items.length >= MOST) return { items: items.slice(0, MOST) };
    after = rows.at(-1);
  }
}

/** Under the rows' locks, so that two who press at once make one card and not two. */
export async function replenish(db: Tx, who: Who, { items }: Replenishing) {
  const ids = [...new Set(items.map((item) => item.product_id))];
  const stocks = await lockStocks(db, ids);
  const rows = await watched(db, who, { ids });
  if (rows.length !== ids.length) throw notFound("在庫");
  const suggested = new Map(
    rows.map(suggestionOf(who, await holidaysOf(db, who.company_id))).map((row) => [row.product_id, row]),
  );
  const buyers = await db
    .select({ id: factory.id, kind: factory.stock_kind })
    .from(factory)
    .where(eq(factory.is_stock, true));
  const made = [];
  for (const [at, item] of items.entries()) {
    const row = suggested.get(item.product_id)!;
    const num_items = item.num ?? row.suggest;
    if (compareDecimal(num_items, "0") <= 0)
      throw new Refusal(
        422,
        `${row.code} ${row.name} は、もう補充が要りません。作るときは数量を入力してください。`,
        {
          [`items[${at}].num`]: ["もう補充が要りません。作るときは数量を入力してください"],
        },
      );
    const { kind } = stocks.get(item.product_id)!;
    const one = await newCard(
      db,
      who,
      cardNew.parse({
        buyer_id: buyers.find((buyer) => buyer.kind === kind)!.id,
        product_id: item.product_id,
        num_items,
        delivery_date: item.delivery_date ?? row.delivery_date,
      }),
    );
    made.push({ product_id: item.product_id, key: one.key, id: one.id, num: num_items });
  }
  return { items: made };
}
