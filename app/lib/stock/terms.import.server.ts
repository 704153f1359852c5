import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { compare, mergeLine, textsOf } from "~/lib/import/import.compare";
import { type Checked, intake, type PartialRow } from "~/lib/import/import.intake.server";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import type { product } from "~/lib/tables/factory.table.server";
import { byName, unnamed } from "~/lib/text/company.name";
import { searchKey } from "~/lib/text/fold";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { managedByCode, refuseOthers, UNKNOWN_CODE } from "./managed.server";
import { termsImport } from "./stock.import";
import { STOCK_TERMS } from "./terms.schema";
import { changeTerms, halvesOf } from "./terms.server";

type Line = z.output<typeof termsImport.row>;
type Product = typeof product.$inferSelect;
type Value = { product_id: number; version: number; terms: Record<string, unknown> };

const NAMES = ["num_threshold", "num_target", "moq", "lot", "lead_days", "shelf", "standard_price"] as const;

async function factsOf(db: Tx, who: Who, codes: string[]) {
  const products = await managedByCode(db, who, codes);
  const ids = [...products.values()].flatMap(({ supplier_id }) => supplier_id ?? []);
  return {
    products,
    names: await namesOf(db, [...new Set(ids)]),
    suppliers: byName(await collaboratorsOf(db, who, "seller")),
  };
}
type Facts = Awaited<ReturnType<typeof factsOf>>;

/** A supplier with whom there is no more business stays where it stands. */
function supplierOf(know: Facts, row: Product | undefined, given: string) {
  const standing = row?.supplier_id && { id: row.supplier_id, name: know.names.get(row.supplier_id) ?? "" };
  if (standing && searchKey(standing.name) === searchKey(given)) return standing;
  return know.suppliers.get(searchKey(given));
}

function wrongs(who: Who, know: Facts, { value: line }: PartialRow<Line>): Record<string, string[]> {
  const row = line.code === undefined ? undefined : know.products.get(line.code);
  const errors: Record<string, string[]> = line.code === undefined || row ? {} : { ...UNKNOWN_CODE };
  if (row) Object.assign(errors, halvesOf(row, line));
  const supplier = line.supplier && supplierOf(know, row, line.supplier);
  if (line.supplier && !supplier)
    errors.supplier = [
      unnamed(supplier as null | undefined).replace(
        "依頼元一覧にありません",
        "取引のある依頼先の会社名ではありません",
      ),
    ];
  if (line.standard_price !== undefined && row && line.standard_price !== row.standard_price)
    if (!seesAmounts(who)) errors.standard_price = ["標準単価を変える権限がありません"];
  return errors;
}

function verdict(know: Facts, line: Line, row: Product, fields: Set<string>): Checked {
  const given = mergeLine(line, row, NAMES, fields);
  const standing_supplier = row.supplier_id ? (know.names.get(row.supplier_id) ?? "") : "";
  const supplier = line.supplier ? supplierOf(know, row, line.supplier) : null;
  const supplier_id = fields.has("supplier") ? (supplier?.id ?? null) : row.supplier_id;
  const shown: Record<string, string> = {
    code: line.code,
    supplier: supplier_id === row.supplier_id ? standing_supplier : (supplier?.name ?? ""),
    ...textsOf(termsImport, NAMES, given),
  };
  const standing: Record<string, string> = {
    supplier: standing_supplier,
    ...textsOf(termsImport, NAMES, row),
  };
  const changed = NAMES.filter((name) => shown[name] !== standing[name]);
  const terms: Value["terms"] = Object.fromEntries(changed.map((name) => [name, given[name] ?? null]));
  if (supplier_id !== row.supplier_id) terms.supplier_id = supplier_id;
  const value: Value = { product_id: row.product_id, version: row.version, terms };
  return compare({ value, mark: line.code, shown }, standing);
}

export const termsIntake = intake<typeof termsImport.row, Value>({
  of: termsImport,
  refuse: refuseOthers,
  async check(db, who, rows, fields) {
    const know = await factsOf(
      db,
      who,
      rows.map(({ value }) => value.code),
    );
    return rows.map(({ value, line }) => {
      const errors = wrongs(who, know, { value, line, wrong: new Set() });
      if (Object.keys(errors).length > 0) return { errors, mark: value.code };
      // A column of prices that one may not see says nothing of them.
      const touched = seesAmounts(who)
        ? fields
        : new Set([...fields].filter((name) => name !== "standard_price"));
      return verdict(know, value, know.products.get(value.code)!, touched);
    });
  },
  async look(db, who, rows) {
    const know = await factsOf(
      db,
      who,
      rows.flatMap(({ value: { code } }) => code ?? []),
    );
    return rows.map((row) => wrongs(who, know, row));
  },
  async save(db, who, rows) {
    for (const { value } of rows) {
      const { product_id, version, terms } = value;
      const said = Object.entries(terms);
      const given = Object.fromEntries(said.filter(([, one]) => one !== null));
      const empty = new Set(said.flatMap(([name, one]) => (one === null ? [name] : [])));
      const cleared = STOCK_TERMS.filter((name) => empty.has(name));
      await changeTerms(db, who, product_id, { ...given, version, cleared });
    }
  },
});
