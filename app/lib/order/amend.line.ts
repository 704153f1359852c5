import { amountProblem } from "~/lib/money/amount";
import { isPositive } from "~/lib/money/decimal";
import { aboveZero } from "~/lib/money/number.schema";
import { convert, unitProblem } from "~/lib/money/price";
import { wholeProblem } from "~/lib/money/whole";
import { emptyText } from "~/lib/text/text.schema";
import type { AddedProduct, AmendedContent, AmendedProgress } from "~/lib/vocabulary/amendment";
import type { Toriteki } from "~/lib/vocabulary/toriteki";
import type { AmendedLine } from "./amend.schema";
import { amendedSupplyProblems, type Given, NO_SUPPLY, suppliedAs } from "./amend.supply";
import { LINE_LABEL } from "./order.fields";

/** `product`: of a line that is added, the product that it is. */
export type AddedLine = AmendedLine & { product?: AddedProduct };
export type Item = {
  line_no: number | null;
  is_cancel: boolean;
  before: AmendedContent;
  after: AmendedContent;
  seen: AmendedProgress | null;
  cost: number | null;
};
export type Errors = Record<string, string[]>;
export type Known = {
  amounts: boolean;
  asked: Set<number>;
  /** Lines that wait to be added. */
  waiting: number;
  today: string;
  /** Where a line goes that is added without a word of it. */
  place: string | null;
  /** By line, what was handed over for it. */
  given: Map<number, Given>;
  supply_terms: string | null;
  toriteki: Toriteki;
};

/** A field of one line has no breaks, whatever the name was sent with. */
export const plain = (name: string) => name.replace(/\s+/g, "");

const UNMEASURED = { unit_weight: null, pieces_per_set: null };

/** A line that is added, whole. */
export function newLine(
  row: AddedLine,
  at: string,
  errors: Errors,
  { amounts, today, place, supply_terms, toriteki }: Known,
): Item {
  const say = (field: string, sentence: string) => {
    errors[`${at}.${field}`] = [sentence];
  };
  if (!row.name) say("name", "追加する行の品名を入力してください");
  if (!row.num_items) say("num_items", emptyText(LINE_LABEL.num_items));
  if (!row.delivery_date) say("delivery_date", emptyText(LINE_LABEL.delivery_date));
  else if (row.delivery_date < today) say("delivery_date", "納期は今日以降の日付を入力してください");
  if (!amounts) say("name", "行を追加するには、会計の権限が必要です");
  else if (row.unit_price === undefined) say("unit_price", "追加する行の単価を入力してください");
  const order_unit = row.order_unit ?? "piece";
  const measure = { ...UNMEASURED, unit: order_unit, ...row.product, order_unit };
  const stranger = unitProblem(measure);
  if (stranger) say("order_unit", stranger);
  else if (row.num_items && row.unit_price) {
    const dear = amountProblem(convert(row.num_items, measure), row.unit_price);
    if (dear) say("unit_price", dear);
  }
  const part = row.num_items && wholeProblem(row.num_items, order_unit);
  if (part) say("num_items", part);
  if (row.num_items && !isPositive(row.num_items)) say("num_items", aboveZero(LINE_LABEL.num_items));
  if (row.deed) say("deed", "追加する行は取り消せません。行を削除してください");
  if (row.cost !== undefined) say("cost", "費用は、もとからある行に入力してください");
  const {
    name,
    num_items,
    delivery_date,
    delivery_time = null,
    unit_price = null,
    destination = place,
    drawing_revision = null,
    over_pct = null,
    under_pct = null,
  } = row;
  const supplied = suppliedAs(row, NO_SUPPLY);
  const told = { given: undefined, supply_terms, toriteki };
  for (const [field, text] of amendedSupplyProblems(NO_SUPPLY, supplied, told)) say(field, text);
  const when = { delivery_date, delivery_time };
  const further = { drawing_revision, over_pct, under_pct, ...supplied };
  const after = { name, order_unit, num_items, ...when, unit_price, destination, ...further, ...row.product };
  return { line_no: null, is_cancel: false, before: {}, after, seen: null, cost: null };
}
