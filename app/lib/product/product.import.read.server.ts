import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { mergeLine } from "~/lib/import/import.compare";
import { allValid, type PartialRow } from "~/lib/import/import.intake.server";
import { formatNumber } from "~/lib/money/decimal";
import { unitProblem } from "~/lib/money/price";
import { wholeProblem } from "~/lib/money/whole";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import { processesOf } from "~/lib/shop/process.server";
import { product } from "~/lib/tables/factory.table.server";
import { product_step } from "~/lib/tables/product.table.server";
import { byName, shortName, unnamed } from "~/lib/text/company.name";
import { searchKey } from "~/lib/text/fold";
import { today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { listAt, listProblem, priceText, readTiers, tiersText } from "./product";
import type { writeBasics } from "./product.edit.server";
import type { productImport } from "./product.import";
import { priceListsOf } from "./product.server";
import { laidOut, readRoute, readTimes, routeText, type Step } from "./product.steps";
import { unitKept } from "./product.unit.server";

export type Line = z.output<typeof productImport.row>;
export type Basics = Parameters<typeof writeBasics>[3];
export const NAMES = [
  "name",
  "category",
  "drawing_no",
  "drawing_revision",
  "order_unit",
  "unit",
  "unit_weight",
  "pieces_per_set",
  "num_threshold",
  "note",
] as const;
export const TIMES = [
  ["minutes", "minutes_per_item", "標準時間"],
  ["setup", "setup_minutes", "段取時間"],
] as const;
export const groups = (steps: Step[]) => steps.map((one) => one.group_id);
export async function known(db: Tx, who: Who, codes: string[]) {
  const rows = await db
    .select()
    .from(product)
    .where(and(eq(product.seller_id, who.company_id), inArray(product.code, codes)));
  const ids = rows.map((row) => row.product_id);
  const steps =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(product_step)
          .where(inArray(product_step.product_id, ids))
          .orderBy(asc(product_step.sort));
  return {
    products: new Map(rows.map((row) => [row.code, row])),
    kept: await unitKept(db, ids),
    lists: await priceListsOf(db, ids),
    buyers: byName(await collaboratorsOf(db, who, "buyer")),
    names: await namesOf(db, [...new Set(rows.map((row) => row.buyer_id))]),
    steps: new Map(ids.map((id): [number, Step[]] => [id, steps.filter((one) => one.product_id === id)])),
    processes: (await processesOf(db, who.company_id)).filter((one) => one.role !== "inbox"),
    day: today(new Date(who.now)),
  };
}
export type FactoryFacts = Awaited<ReturnType<typeof known>>;
/** The line beside what is there. Of a line with wrong cells, only what the good ones say is judged. */
export function readLine(who: Who, know: FactoryFacts, half: PartialRow<Line>, fields: Set<string>) {
  const { value: line } = half;
  const row = line.code === undefined ? undefined : know.products.get(line.code);
  const errors: Record<string, string[]> = {};
  // Its own customer is known by name, even where another bears that name or there is no more business with
  // it.
  const own_buyer = row && { id: row.buyer_id, name: know.names.get(row.buyer_id) ?? "" };
  const buyer =
    line.buyer === undefined
      ? undefined
      : own_buyer && searchKey(own_buyer.name) === searchKey(line.buyer)
        ? own_buyer
        : (know.buyers.get(searchKey(line.buyer)) ??
          know.buyers.get(searchKey(shortName(line.buyer.normalize("NFKC")))));
  if (line.buyer !== undefined && !buyer) errors.buyer = [unnamed(buyer as null | undefined)];
  else if (row && buyer && buyer.id !== row.buyer_id)
    errors.buyer = ["この商品番号は、別の依頼元の商品です。依頼元は変えられません"];
  if (allValid(half, "code", "buyer") && !row && line.buyer === undefined)
    errors.buyer = ["新しい商品には依頼元を入力してください"];
  if (allValid(half, "code", "name") && !row && !line.name)
    errors.name = ["新しい商品には品名を入力してください"];
  if (allValid(half, "name") && row && fields.has("name") && !line.name)
    errors.name = ["品名を入力してください"];
  const order_unit = line.order_unit ?? row?.order_unit ?? "piece";
  const kept = row && order_unit !== row.order_unit ? know.kept.get(row.product_id) : undefined;
  if (kept) errors.order_unit = [kept];
  const laid = mergeLine(line, row, NAMES, fields);
  const basics = {
    ...Object.fromEntries(NAMES.map((name) => [name, laid[name]])),
    code: line.code ?? "",
    name: line.name ?? row?.name ?? "",
    order_unit,
    unit: line.unit ?? row?.unit ?? order_unit,
    is_stock: line.is_stock === undefined ? (row?.is_stock ?? false) : line.is_stock === "true",
  } as Basics;
  const units = allValid(half, "code", "order_unit", "unit", "unit_weight", "pieces_per_set")
    ? unitProblem(basics)
    : null;
  if (units) errors.unit = [units];
  const threshold = line.num_threshold !== row?.num_threshold && line.num_threshold;
  const piece = threshold && wholeProblem(threshold, basics.order_unit);
  if (piece) errors.num_threshold = [piece];
  const old = know.steps.get(row?.product_id ?? 0) ?? [];
  const stands =
    line.steps === undefined || (row !== undefined && line.steps === routeText(groups(old), know.processes));
  const path = stands ? undefined : readRoute(line.steps!, know.processes);
  if (path && "strange" in path)
    errors.steps = [
      `「${path.strange}」は工程にありません。${know.processes.map((one) => one.label).join("・")} のどれかにしてください`,
    ];
  const steps = path && "strange" in path ? old : path ? laidOut(path.group_ids, old) : [...old];
  for (const [field, name, label] of TIMES) {
    const read =
      line[field] === undefined || errors.steps || !allValid(half, "code", "steps")
        ? undefined
        : readTimes(label, line[field], steps.length);
    if (read && "problem" in read) errors[field] = [read.problem];
    for (const [at, minutes] of (read && "times" in read ? read.times : []).entries())
      steps[at] = { ...steps[at]!, [name]: minutes };
  }
  const lists = row ? (know.lists.get(row.product_id) ?? []) : [];
  const from = line.effective_from ?? know.day;
  const now = listAt(lists, from);
  const own = now?.tiers[0]?.unit_price;
  const tiers = line.tiers === undefined ? undefined : readTiers(line.tiers);
  if (tiers === null)
    errors.tiers = ["数量段階の形式が違います。「128.4（100から120、500から110）」のように入力してください"];
  if (tiers && line.unit_price !== undefined && tiers[0]!.unit_price !== line.unit_price) {
    errors.tiers = [
      `単価は${formatNumber(line.unit_price)}ですが、数量段階の最初は${priceText(tiers[0]!.unit_price)}です。同じ値にしてください`,
    ];
  }
  const wanted =
    tiers ??
    (line.unit_price === undefined || own === line.unit_price
      ? undefined
      : [{ min_quantity: "0", unit_price: line.unit_price }]);
  const list =
    !wanted || (now && tiersText(wanted) === tiersText(now.tiers))
      ? undefined
      : { effective_from: from, agreed_on: line.agreed_on ?? know.day, tiers: wanted };
  const field = tiers ? "tiers" : "unit_price";
  if (list && !seesAmounts(who)) errors[field] = ["単価を入力する権限がありません。空欄にしてください"];
  if (list && !tiers && now && now.tiers.length > 1)
    errors.unit_price = ["数量段階のある単価です。「単価のCSV取込」か、商品の単価の画面で変えてください"];
  const problem =
    list && !errors.unit_price && !errors.tiers && allValid(half, "code", "effective_from", "agreed_on")
      ? listProblem(lists, list, know.day)
      : null;
  if (problem)
    errors[problem.field === "agreed_on" || problem.field === "effective_from" ? problem.field : field] = [
      problem.sentence,
    ];
  return { errors, found: { row, basics, list, old, steps, buyer: buyer ?? null, now: now?.tiers ?? [] } };
}
