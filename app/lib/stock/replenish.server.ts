import { eq, sql } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { wholeProblem } from "~/lib/money/whole";
import { factory } from "~/lib/tables/factory.table.server";
import { stock } from "~/lib/tables/stock.table.server";
import { cardNew } from "~/lib/task/card.new.schema";
import { newCard } from "~/lib/task/card.new.server";
import { addBusinessDays } from "~/lib/time/businessday";
import { addDays, today } from "~/lib/time/date";
import type { StockKind } from "~/lib/vocabulary/stock";
import { lockStocks } from "./move.server";
import { reorder } from "./reorder";
import type { Replenishing, SuggestionRow } from "./replenish.schema";
import { orderFromSupplier } from "./supplier.server";

type Reckoned = "position" | "suggest" | "delivery_date" | "supplier_name";
type Found = Omit<SuggestionRow, Reckoned> & {
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
      p.supplier_id, s.dismissed_time, s.dismissed_by, p.lead_days, p.moq::text, p.lot::text, p.num_target::text as target,
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

async function suggestionsOf(db: Tx, who: Who, rows: Found[]): Promise<SuggestionRow[]> {
  const names = await namesOf(db, [...new Set(rows.flatMap(({ supplier_id }) => supplier_id ?? []))]);
  return rows.map(suggestionOf(who, await holidaysOf(db, who.company_id), names));
}

function suggestionOf(who: Who, holidays: ReadonlySet<string>, names: Map<string, string>) {
  return ({ arriving, shipping, lead_days, moq, lot, target, ...row }: Found): SuggestionRow => {
    const day = today(new Date(who.now));
    // Without 調達日数 it is due at once, yet on no day off.
    const delivery_date = lead_days
      ? addBusinessDays(day, lead_days, holidays)
      : addBusinessDays(addDays(day, -1), 1, holidays);
    const now = { num: row.num, arriving, shipping, open_suggestion: "0" };
    const terms = { threshold: row.num_threshold, target, moq, lot };
    const supplier_name = (row.supplier_id && names.get(row.supplier_id)) || null;
    return { ...row, ...reorder(now, terms, delivery_date), delivery_date, supplier_name };
  };
}

/** Many that are low may have their cards already: looked through until enough are found. */
export async function listSuggestions(db: Tx, who: Who, { kind, ids }: { kind?: StockKind; ids?: number[] }) {
  const items: SuggestionRow[] = [];
  const dismissed: SuggestionRow[] = [];
  for (let after: Behind | undefined; ; ) {
    const rows = await watched(db, who, { kind, ids, after });
    const low = (await suggestionsOf(db, who, rows)).filter((row) => row.suggest !== "0");
    items.push(...low.filter((row) => row.dismissed_time === null));
    dismissed.push(...low.filter((row) => row.dismissed_time !== null));
    if (ids) return { items, dismissed };
    if (rows.length < AT_ONCE || items.length >= MOST)
      return { items: items.slice(0, MOST), dismissed: dismissed.slice(0, MOST) };
    after = rows.at(-1);
  }
}

/** 見送る: until the product has been above its threshold, or more of it is to come (0125). */
export async function dismissSuggestion(db: Tx, who: Who, product_id: number, isDismissed: boolean) {
  const row = (await lockStocks(db, [product_id])).get(product_id);
  if (row?.seller_id !== who.company_id) throw notFound("在庫");
  const [found] = await watched(db, who, { ids: [product_id] });
  const [now] = await suggestionsOf(db, who, found ? [found] : []);
  refuseIf(
    isDismissed && (!now || now.suggest === "0") ? "この商品には、もう補充の提案がありません。" : null,
  );
  const [dismissed_time, dismissed_by] = isDismissed ? [who.now, who.name] : [null, null];
  await db.update(stock).set({ dismissed_time, dismissed_by }).where(eq(stock.product_id, product_id));
  return { product_id };
}

/** Under the rows' locks, so that two who press at once make one card and not two. */
export async function replenish(db: Tx, who: Who, { items }: Replenishing) {
  const ids = [...new Set(items.map((item) => item.product_id))];
  const stocks = await lockStocks(db, ids);
  const rows = await watched(db, who, { ids });
  if (rows.length !== ids.length) throw notFound("在庫");
  const suggested = new Map((await suggestionsOf(db, who, rows)).map((row) => [row.product_id, row]));
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
    const half = wholeProblem(num_items, row.order_unit, row.suggest);
    if (half) throw new Refusal(422, `${row.code}: ${half}。`, { [`items[${at}].num`]: [half] });
    if (item.delivery_date && item.delivery_date < today(new Date(who.now))) {
      const past = "納期は今日以降の日付を入力してください";
      throw new Refusal(422, `${row.code}: ${past}。`, { [`items[${at}].delivery_date`]: [past] });
    }
    const { kind } = stocks.get(item.product_id)!;
    const delivery_date = item.delivery_date ?? row.delivery_date;
    const one = await newCard(
      db,
      who,
      cardNew.parse({
        buyer_id: buyers.find((buyer) => buyer.kind === kind)!.id,
        product_id: item.product_id,
        num_items,
        delivery_date,
      }),
    );
    const said = { product_id: item.product_id, key: one.key, id: one.id, num: num_items };
    if (item.order) await orderFromSupplier(db, who, one, { ...row, delivery_date }, at);
    made.push({ ...said, supplier_name: item.order ? row.supplier_name : null });
  }
  return { items: made };
}
