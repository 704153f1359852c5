import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import type { AmendedContent } from "~/lib/vocabulary/amendment";
import { SUPPLIES, type Supply } from "~/lib/vocabulary/supply";
import type { Toriteki } from "~/lib/vocabulary/toriteki";
import { LINE_LABEL, SUPPLY_TERMS_LABEL } from "./order.fields";
import { paidUnsaid, SUPPLY_FACTS, supplyProblems, supplyText } from "./order.supply";

export const SUPPLY_FIELDS = ["supply", ...SUPPLY_FACTS] as const;
type SupplyField = (typeof SUPPLY_FIELDS)[number];

/** An empty cell stays as it is, so that none has a word of its own. */
export const SUPPLY_WISHES = [...SUPPLIES, "none"] as const;

type Wished = { supply?: Supply | "none" } & { [F in Exclude<SupplyField, "supply">]?: string };
export type Supplied = { supply: Supply | null } & { [F in Exclude<SupplyField, "supply">]: string | null };

export const NO_SUPPLY: Supplied = {
  supply: null,
  supplied_material: null,
  supply_quantity: null,
  supply_unit: null,
  supply_price: null,
  supply_date: null,
};

const filled = <V>(row: Record<string, V | null>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Record<string, V>;

/** What the line would say of its material; what is given for nothing has no price. */
export function suppliedAs(row: Wished, line: Supplied): Supplied {
  if (row.supply === "none") return NO_SUPPLY;
  const {
    supply = line.supply,
    supplied_material,
    supply_quantity,
    supply_unit,
    supply_price,
    supply_date,
  } = row;
  const said = { supplied_material, supply_quantity, supply_unit, supply_price, supply_date };
  const freed = supply === "free" && line.supply === "paid";
  const stood = line.supply_price !== null && isSame(supply_price, line.supply_price);
  return {
    ...line,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    ...(freed && (stood || supply_price === undefined) && { supply_price: null }),
    supply,
  };
}

const isSame = (a: string | undefined, b: string) => a !== undefined && compareDecimal(a, b) === 0;

/** Handed over for the line so far. */
export type Given = { kind: Supply; unit: string; quantity: string };

type Known = { given: Given | undefined; supply_terms: string | null; toriteki?: Toriteki };

export function amendedSupplyProblems(
  before: Supplied,
  after: Supplied,
  { given, supply_terms, toriteki }: Known,
): [field: string, sentence: string][] {
  const said = supplyProblems(filled(after) as Parameters<typeof supplyProblems>[0]);
  const newlyPaid = after.supply === "paid" && before.supply !== "paid";
  const unsaid = newlyPaid && toriteki === "covered" ? paidUnsaid(after) : [];
  const all: [string, string | false | undefined][] = [
    ...unsaid.map((name): [string, string] => [
      name,
      `有償支給は、${LINE_LABEL[name]}も明示が必要です（取適法）。入力してください`,
    ]),
    [
      "supply",
      newlyPaid &&
        !supply_terms &&
        `この依頼には${SUPPLY_TERMS_LABEL}が書かれていないため、有償支給にはできません。新しい依頼にしてください`,
    ],
    ["supply", given && after.supply !== given.kind && "支給した材料があるため、支給の区分は変えられません"],
    [
      "supply_unit",
      given &&
        after.supply_quantity !== null &&
        after.supply_unit !== given.unit &&
        "支給した材料があるため、支給数の単位は変えられません",
    ],
    [
      "supply_quantity",
      given &&
        compareDecimal(after.supply_quantity ?? "0", given.quantity) < 0 &&
        `支給数は、支給した${formatNumber(given.quantity)}${given.unit}を下回れません`,
    ],
  ];
  return [...said, ...all.flatMap(([field, text]) => (text ? [[field, text] as [string, string]] : []))];
}

/** The card's note with what is supplied now in place of what was; what somebody wrote beside it stays. */
export function suppliedNote(note: string | null, before: Supplied, after: Supplied): string | null {
  const [was, is] = [supplyText(before, false), supplyText(after, false)];
  const lines = note?.split("\n") ?? [];
  const at = was === null ? -1 : lines.lastIndexOf(was);
  const kept = at < 0 ? [...lines, is] : lines.map((line, index) => (index === at ? is : line));
  return kept.filter((line) => line !== null).join("\n") || null;
}

/** Of a line of the last version: what the agreed fields make of its material. */
export const suppliedAfter = (line: Supplied, after: AmendedContent): Supplied =>
  Object.fromEntries(
    SUPPLY_FIELDS.map((name) => [name, after[name] === undefined ? line[name] : after[name]]),
  ) as Supplied;
