import { sql } from "drizzle-orm";
import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { type Checked, intake, refuseNonFactory } from "~/lib/import/import.intake.server";
import { formatNumber } from "~/lib/money/decimal";
import { wholeProblem } from "~/lib/money/whole";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { lockRow, saveCount } from "./count.server";
import { countImport } from "./stocktake.import";

type Line = z.output<typeof countImport.row>;
type Value = { stocktake: number; product_id: number; num: string; reason?: string; last_count: number };
type Known = {
  key: number;
  code: string;
  product_id: number;
  state: string;
  counted: string | null;
  reason: string | null;
  last_count: number;
  order_unit: Unit;
};

async function knownRows(db: Tx, who: Who, lines: Line[]): Promise<Map<string, Known>> {
  const { rows } = await db.execute<Known>(sql`
    select s.key, p.code, p.product_id, s.state, r.counted, r.reason, r.last_count, p.order_unit
    from stocktake s join stocktake_row r on r.stocktake_key = s.key join product p on p.product_id = r.product_id
    where s.seller_id = ${who.company_id} and s.key = any(${sql.param([...new Set(lines.map((one) => one.stocktake))])}::bigint[])
      and p.code = any(${sql.param(lines.map(({ code }) => code))}::text[])`);
  return new Map(rows.map((row) => [`${row.key} ${row.code}`, row]));
}

function verdict(line: Line, row: Known | undefined): Checked {
  const mark = `${line.stocktake} ${line.code}`;
  if (!row) return { errors: { code: ["この棚卸の表に、この商品番号の行はありません"] }, mark };
  if (row.state !== "open")
    return { errors: { stocktake: ["この棚卸は、数を入れられる状態ではありません"] }, mark };
  const half = line.counted && wholeProblem(line.counted, row.order_unit);
  if (half) return { errors: { counted: [half] }, mark };
  const shown = {
    stocktake: String(line.stocktake),
    code: line.code,
    counted: line.counted === undefined ? "" : formatNumber(line.counted),
    reason: line.reason ?? "",
  };
  const before = {
    ...shown,
    counted: row.counted === null ? "" : formatNumber(row.counted),
    reason: row.reason ?? "",
  };
  const { product_id, last_count } = row;
  const value: Value = { stocktake: row.key, product_id, num: line.counted ?? "0", last_count };
  const isSame =
    line.counted === undefined ||
    (line.counted === row.counted && (line.reason ?? row.reason) === row.reason);
  if (isSame) return { state: "same", value, shown, mark };
  if (line.reason !== undefined) value.reason = line.reason;
  return row.counted === null
    ? { state: "new", value, shown, mark }
    : { state: "changed", value, shown, before, mark };
}

export const countIntake = intake<typeof countImport.row, Value>({
  of: countImport,
  refuse: (who) =>
    refuseNonFactory(who) ??
    (who.permissions.includes("inventory") ? null : "この操作をする権限がありません。"),
  async check(db, who, rows) {
    const known = await knownRows(
      db,
      who,
      rows.map(({ value }) => value),
    );
    return rows.map(({ value }) => verdict(value, known.get(`${value.stocktake} ${value.code}`)));
  },
  /** The file shows what each number replaces, so that saving it answers the question. */
  async save(db, who, rows) {
    for (const { value } of rows) {
      const { stocktake, product_id, num, reason, last_count } = value;
      const row = await lockRow(db, who, stocktake, product_id);
      if (row.last_count !== last_count)
        throw new Refusal(409, "確認のあとで、ほかの人が数えました。もう一度取り込んでください。");
      const by = { person: who.name, counted_time: who.now, client_id: crypto.randomUUID() };
      const given = {
        num,
        reason,
        seen: last_count,
        replace: true,
        shelf: undefined,
        queued: false,
        keeps: false,
      };
      await saveCount(db, who, row, by, { ...given, mode: "replace" });
    }
  },
});
