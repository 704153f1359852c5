import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { type Checked, intake, type PartialRow } from "~/lib/import/import.intake.server";
import { amountProblem } from "~/lib/money/amount";
import { formatNumber } from "~/lib/money/decimal";
import { wholeProblem } from "~/lib/money/whole";
import { product } from "~/lib/tables/factory.table.server";
import { type StockMove, stock, stock_move } from "~/lib/tables/stock.table.server";
import { formatDate, type ISODate, startOfDay, today, tokyoDate } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { managedByCode, refuseOthers, UNKNOWN_CODE } from "./managed.server";
import { isLongAgo, LONG_AGO } from "./move";
import { addMoves, lockStocks } from "./move.server";
import type { OpeningRow, openingFilter } from "./opening.list";
import { openingImport } from "./stock.import";

type Line = z.output<typeof openingImport.row>;
type Value = { product_id: number; effective_date: string; num: string; unit_price?: string; words?: string };

const STANDING = and(
  eq(stock_move.source, "opening"),
  isNull(stock_move.reverses),
  sql`not exists (select from stock_move r where r.reverses = ${stock_move}.key)`,
);

/** The one that stands, of each product. */
async function openingsOf(db: Tx, ids: number[]): Promise<Map<number, StockMove>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(stock_move)
          .where(and(inArray(stock_move.product_id, ids), STANDING))
          .orderBy(asc(stock_move.key));
  return new Map(rows.map((row) => [row.product_id, row]));
}

const managed = (db: Tx) =>
  db
    .select({
      product_id: stock.product_id,
      code: stock.code,
      name: product.name,
      order_unit: product.order_unit,
    })
    .from(stock)
    .innerJoin(product, eq(product.product_id, stock.product_id));
type Managed = Awaited<ReturnType<typeof managed>>[number];
const BY_CODE: Orders<Managed> = {
  key: stock.product_id,
  keyOf: (row) => row.product_id,
  by: { code: { by: stock.code, kind: "text", of: (row) => row.code } },
};

export async function listOpenings(db: Tx, who: Who, { size, ...cursor }: z.output<typeof openingFilter>) {
  const where = and(eq(stock.seller_id, who.company_id), eq(stock.is_managed, true));
  const page = await keysetPage<Managed>(
    (beyond, by, limit) => managed(db).where(and(where, beyond)).orderBy(by).limit(limit),
    BY_CODE,
    { ...cursor, sort: "code" },
    size,
  );
  const found = await openingsOf(
    db,
    page.items.map(({ product_id }) => product_id),
  );
  const items = page.items.map((row): OpeningRow => {
    const {
      effective_date = null,
      num = null,
      unit_price = null,
      words = null,
    } = found.get(row.product_id) ?? {};
    return { ...row, effective_date, num, unit_price: seesAmounts(who) ? unit_price : null, words };
  });
  return { ...page, items, ...(await countRows(db, managed(db).where(where))) };
}

type Known = Awaited<ReturnType<typeof managedByCode>>;

function wrongs(who: Who, known: Known, { value: line, wrong }: PartialRow<Line>): Record<string, string[]> {
  const row = line.code === undefined ? undefined : known.get(line.code);
  const errors: Record<string, string[]> = line.code === undefined || row ? {} : { ...UNKNOWN_CODE };
  const { effective_date } = line;
  const half = row && line.num && wholeProblem(line.num, row.order_unit);
  if (half) errors.num = [half];
  if (line.unit_price !== undefined && !seesAmounts(who))
    errors.unit_price = ["単価を入力する権限がありません。空欄にしてください"];
  if (effective_date === undefined) {
    if (line.num !== undefined && !wrong.has("effective_date"))
      errors.effective_date = ["日付を入力してください"];
  } else if (effective_date > today(new Date(who.now)))
    errors.effective_date = ["これからの日付では登録できません"];
  return errors;
}

/** Only once: what stands already is the same, or is taken back first. */
function verdict(
  line: Line,
  row: NonNullable<ReturnType<Known["get"]>>,
  there: StockMove | undefined,
  day: ISODate,
): Checked {
  const mark = line.code;
  const { num, effective_date, unit_price, words } = line;
  const value = { product_id: row.product_id, effective_date, num, unit_price, words };
  if (num === undefined || (num === "0" && !there)) return { state: "same" as const, value, mark };
  if (there) {
    const isSame =
      there.num === num &&
      there.effective_date === effective_date &&
      (unit_price === undefined || there.unit_price === unit_price);
    if (isSame) return { state: "same" as const, value, mark };
    const standing = `${formatDate(there.effective_date)}の${formatNumber(there.num)}`;
    return {
      errors: {
        num: [
          `期首在庫は登録済みです（${standing}）。変えるときは、入庫履歴で取り消してから取り込んでください`,
        ],
      },
      mark,
    };
  }
  const counted = row.last_inventory_time;
  if (counted !== null && effective_date! <= tokyoDate(counted))
    return {
      errors: {
        effective_date: [`${formatDate(tokyoDate(counted))}に棚卸をしています。期首在庫は入れられません`],
      },
      mark,
    };
  const price = unit_price ?? row.standard_price;
  const dear = price === null ? null : amountProblem(num, price);
  if (dear) return { errors: { [unit_price === undefined ? "num" : "unit_price"]: [dear] }, mark };
  const note = isLongAgo(effective_date!, day) ? LONG_AGO : undefined;
  return { state: "new" as const, value, mark, note };
}

export const openingIntake = intake<typeof openingImport.row, Value>({
  of: openingImport,
  refuse: refuseOthers,
  async check(db, who, rows) {
    const codes = rows.map(({ value }) => value.code);
    const known = await managedByCode(db, who, codes);
    const there = await openingsOf(
      db,
      [...known.values()].map(({ product_id }) => product_id),
    );
    return rows.map(({ value, line }) => {
      const errors = wrongs(who, known, { value, line, wrong: new Set() });
      if (Object.keys(errors).length > 0) return { errors, mark: value.code };
      const row = known.get(value.code)!;
      return verdict(value, row, there.get(row.product_id), today(new Date(who.now)));
    });
  },
  async look(db, who, rows) {
    const known = await managedByCode(
      db,
      who,
      rows.flatMap(({ value: { code } }) => code ?? []),
    );
    return rows.map((row) => wrongs(who, known, row));
  },
  async save(db, who, rows) {
    const ids = rows.map(({ value }) => value.product_id);
    await lockStocks(db, ids);
    if ((await openingsOf(db, ids)).size > 0)
      throw new Refusal(409, "確認のあとで、ほかの人が期首在庫を入れました。もう一度取り込んでください。");
    const moves = rows.map(({ value: { words = "期首在庫", ...value } }) => ({
      ...value,
      words,
      kind: "in" as const,
      source: "opening" as const,
      occurred_time: startOfDay(value.effective_date),
      // Of its own, so that one product's is taken back without the others'.
      action: crypto.randomUUID(),
    }));
    await addMoves(db, who, moves);
  },
});
