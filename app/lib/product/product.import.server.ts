import type { Who } from "~/lib/api/who";
import { compare, textsOf } from "~/lib/import/import.compare";
import {
  asPartial,
  type Checked,
  type CheckedRow,
  intake,
  refuseNonFactory,
} from "~/lib/import/import.intake.server";
import { formatDate } from "~/lib/time/date";
import { type PriceList, type Tier, tiersText } from "./product";
import { productImport } from "./product.import";
import {
  type Basics,
  type FactoryFacts,
  groups,
  known,
  type Line,
  NAMES,
  readLine,
  TIMES,
} from "./product.import.read.server";
import { change, make, type Value } from "./product.import.save.server";
import { type Product } from "./product.server";
import { routeText, type Step, timesText } from "./product.steps";

const yes = (value: boolean) => (value ? "する" : "しない");

function checkLine(who: Who, know: FactoryFacts, given: CheckedRow<Line>, fields: Set<string>): Checked {
  const { errors, found } = readLine(who, know, asPartial(given), fields);
  const mark = given.value.code;
  return Object.keys(errors).length > 0
    ? { errors, mark }
    : verdict(know, { ...found, line: given.value, mark });
}

type Found = {
  row?: Product;
  basics: Basics;
  list?: PriceList;
  line: Line;
  old: Step[];
  steps: Step[];
  now: Tier[];
  mark: string;
  buyer: { id: string; name: string } | null;
};

const stepTexts = (know: FactoryFacts, steps: Step[]): Record<string, string> => ({
  steps: routeText(groups(steps), know.processes),
  ...Object.fromEntries(TIMES.map(([field, name]) => [field, timesText(steps.map((one) => one[name]))])),
});
const breaks = (tiers: Tier[]) => (tiers.length > 1 ? tiersText(tiers) : "");

function verdict(
  know: FactoryFacts,
  { row, basics, list, line, old, steps, buyer, now, mark }: Found,
): Checked {
  const is_active = line.is_active === undefined ? (row?.is_active ?? true) : line.is_active === "true";
  const state = (active: boolean) => (active ? "有効" : "無効");
  const texts = (values: Basics | Product, active: boolean, route: Step[], tiers: Tier[]) => ({
    ...textsOf(productImport, NAMES, values),
    is_stock: yes(values.is_stock),
    is_active: state(active),
    ...stepTexts(know, route),
    tiers: breaks(tiers),
  });
  const shown = {
    ...texts(basics, is_active, steps, list?.tiers ?? now),
    buyer: buyer?.name ?? "",
    effective_from: list ? formatDate(list.effective_from) : "",
    agreed_on: list ? formatDate(list.agreed_on) : "",
  };
  const price = now[0]?.unit_price;
  const is_new_price = list !== undefined && list.tiers[0]!.unit_price !== price;
  const is_new_route = JSON.stringify(stepTexts(know, old)) !== JSON.stringify(stepTexts(know, steps));
  const value: Value = {
    product_id: row?.product_id,
    version: row?.version,
    buyer_id: row?.buyer_id ?? buyer!.id,
    basics,
    list,
    is_active,
    steps: is_new_route || !row ? steps : undefined,
  };
  return compare(
    { value, mark, shown },
    row && texts(row, row.is_active, old, now),
    is_new_price ? { unit_price: price ?? "" } : {},
  );
}

export const productIntake = intake<typeof productImport.row, Value>({
  of: productImport,
  refuse: refuseNonFactory,
  async check(db, who, rows, fields) {
    const know = await known(
      db,
      who,
      rows.map((row) => row.value.code),
    );
    return rows.map((row) => checkLine(who, know, row, fields));
  },
  async look(db, who, rows, fields) {
    const know = await known(
      db,
      who,
      rows.flatMap((row) => row.value.code ?? []),
    );
    return rows.map((row) => readLine(who, know, row, fields).errors);
  },
  async save(db, who, rows) {
    await make(
      db,
      who,
      rows.flatMap(({ value, state }) => (state === "new" ? value : [])),
    );
    for (const { value, state } of rows) if (state === "changed") await change(db, who, value);
  },
});
