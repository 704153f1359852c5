import type { DayText } from "~/lib/company/paper.party";
import { amountProblem } from "~/lib/money/amount";
import { formatNumber } from "~/lib/money/decimal";
import { emptyText } from "~/lib/text/text.schema";
import { formatDate } from "~/lib/time/date";
import { SUPPLY_LABEL, type Supply } from "~/lib/vocabulary/supply";

type Said<V> = {
  supply?: Supply | V;
  supplied_material?: string | V;
  supply_quantity?: string | V;
  supply_unit?: string | V;
  supply_price?: string | V;
  supply_date?: string | V;
};

/** What is said of the material; of 有償支給 all of it. */
export const SUPPLY_FACTS = [
  "supplied_material",
  "supply_quantity",
  "supply_unit",
  "supply_price",
  "supply_date",
] as const;
type SupplyFact = (typeof SUPPLY_FACTS)[number];

/** What a line says of its material is said whole (R2-2 item 11). */
export function supplyProblems(line: Said<undefined>): [field: string, sentence: string][] {
  const { supply, supplied_material, supply_quantity, supply_unit, supply_price, supply_date } = line;
  const paid = supply === "paid";
  const says = [supplied_material, supply_quantity, supply_unit, supply_price, supply_date].some(
    (one) => one !== undefined,
  );
  const counted = supply_quantity !== undefined;
  const dear = counted && supply_price !== undefined ? amountProblem(supply_quantity, supply_price) : null;
  const all: [string, string | false | null][] = [
    ["supply", !supply && says && "無償支給か有償支給かを選択してください"],
    ["supplied_material", !supplied_material && (paid || counted) && emptyText("支給材の品名")],
    ["supply_quantity", !counted && supply_unit !== undefined && "支給数を入力してください"],
    ["supply_unit", counted && !supply_unit && "支給数の単位を入力してください"],
    ["supply_price", supply === "free" && supply_price !== undefined && "無償支給には、単価を入力しません"],
    ["supply_price", dear],
  ];
  return all.flatMap(([field, sentence]) => (sentence ? [[field, sentence] as [string, string]] : []));
}

/** Item 11 of R2-2: by field, what a line of 有償支給 does not say. */
export function paidUnsaid(line: { [F in keyof Said<null>]?: unknown }): SupplyFact[] {
  return line.supply === "paid" ? SUPPLY_FACTS.filter((name) => !line[name]) : [];
}

export const supplied = (line: Said<undefined>) => ({
  supply_quantity: line.supply_quantity ?? null,
  supply_unit: line.supply_quantity === undefined ? null : (line.supply_unit ?? null),
  supply_price: line.supply_price ?? null,
  supply_date: line.supply_date ?? null,
});

/** 「有償支給: SS400 t6 30枚 単価333.3円 引渡 2026/12/1(火)」; a price is nobody's who may not see amounts. */
export function supplyText(line: Said<null>, amounts = true, day: DayText = formatDate): string | null {
  if (!line.supply) return null;
  const much = line.supply_quantity && `${formatNumber(line.supply_quantity)}${line.supply_unit ?? ""}`;
  const said = [
    line.supplied_material ?? "あり",
    much,
    amounts && line.supply_price && `単価${formatNumber(line.supply_price)}円`,
    line.supply_date && `引渡 ${day(line.supply_date)}`,
  ];
  return `${SUPPLY_LABEL[line.supply]}: ${said.filter(Boolean).join(" ")}`;
}

type Line = Said<null> & { line_no: number };

/** What the form of a 支給 begins with: the line that is asked for, or the first that says what it needs. */
export function sentFirst(
  of: { seller_id: string } | null,
  lines: Line[],
  line_no: number,
  sellers: { value: string }[],
): Record<string, string> {
  const asked = lines.find((line) => line.line_no === line_no);
  const first = asked ?? lines.find((line) => line.supply) ?? lines[0];
  return {
    seller_id: of?.seller_id ?? (sellers.length === 1 ? sellers[0]!.value : ""),
    kind: first?.supply ?? (of ? "" : "free"),
    line_no: first ? String(first.line_no) : "",
    item: first?.supplied_material ?? "",
    quantity: first?.supply_quantity ?? "",
    unit: first?.supply_unit ?? "",
    unit_price: first?.supply_price ?? "",
  };
}
