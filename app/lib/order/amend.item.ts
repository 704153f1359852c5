import { amountProblem } from "~/lib/money/amount";
import { compareDecimal, isPositive } from "~/lib/money/decimal";
import { aboveZero } from "~/lib/money/number.schema";
import { wholeProblem } from "~/lib/money/whole";
import type { AmendedContent } from "~/lib/vocabulary/amendment";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { amendVerdict, type Progress, verdictText, wantedOf } from "./amend";
import { type AddedLine, type Errors, type Item, type Known, newLine, plain } from "./amend.line";
import type { AmendedLine } from "./amend.schema";
import {
  amendedSupplyProblems,
  SUPPLY_FIELDS,
  type Supplied,
  suppliedAfter,
  suppliedAs,
} from "./amend.supply";
import { LINE_LABEL } from "./order.fields";
import { MAX_LINES } from "./order.schema";

type Line = {
  line_no: number;
  name: string;
  delivery_time: string | null;
  destination: string | null;
  drawing_revision: string | null;
  over_pct: string | null;
  under_pct: string | null;
  order_unit: Unit;
  unit: Unit;
} & Supplied;
type Standing = {
  line: Line;
  progress: Progress;
  num_items: string;
  delivery_date: string;
  unit_price: string | null;
  is_off: boolean;
  is_cost: boolean;
};
const same = (a: string | null, b: string | null) => (a ?? "") === (b ?? "");
const sameNumber = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : compareDecimal(a, b) === 0;

const NUMBERS: string[] = ["supply_quantity", "supply_price"];

/** Only what differs from what stands is asked for; an empty cell stays as it is. */
function wishes(row: AmendedLine, standing: Standing): { before: AmendedContent; after: AmendedContent } {
  const { line } = standing;
  const before: AmendedContent = {};
  const after: AmendedContent = {};
  const put = (
    field: keyof AmendedContent,
    now: string | null,
    wanted: string | null | undefined,
    equal = same,
  ) => {
    if (wanted === undefined || equal(now, wanted)) return;
    Object.assign(before, { [field]: now });
    Object.assign(after, { [field]: wanted });
  };
  put("num_items", standing.num_items, row.num_items, sameNumber);
  put("delivery_date", standing.delivery_date, row.delivery_date);
  put("unit_price", standing.unit_price, row.unit_price, sameNumber);
  for (const name of ["delivery_time", "destination", "drawing_revision"] as const)
    put(name, line[name], row[name]);
  for (const name of ["over_pct", "under_pct"] as const) put(name, line[name], row[name], sameNumber);
  const supplied = suppliedAs(row, line);
  for (const name of SUPPLY_FIELDS)
    put(name, line[name], supplied[name], NUMBERS.includes(name) ? sameNumber : same);
  return { before, after };
}

const OTHER_LINE = "別のものを頼むときは、この行を取り消して、行を追加してください";

/** What stays for a line's life: typed over it would be lost without a word. */
const fixed = ({ name, order_unit }: AmendedLine, line: Line): Record<string, string> => ({
  ...(name !== undefined &&
    plain(name) !== plain(line.name) && { name: `品名は変えられません。${OTHER_LINE}` }),
  ...(order_unit !== undefined &&
    order_unit !== line.order_unit && { order_unit: `注文単位は変えられません。${OTHER_LINE}` }),
});

export function amendedItems(
  lines: AddedLine[],
  now: Map<number, Standing>,
  known: Known,
): { items: (Item & { at: string })[]; errors: Errors } {
  const errors: Errors = {};
  const taken = new Set<number>();
  const items = lines.flatMap((row, index) => {
    const at = `lines[${index}]`;
    const say = (field: string, sentence: string) => {
      errors[`${at}.${field}`] = [sentence];
    };
    if (row.line_no === undefined) return [{ at, ...newLine(row, at, errors, known) }];
    const standing = now.get(row.line_no);
    if (!standing || taken.has(row.line_no)) {
      say("name", "もとの明細が見つかりません。画面を読み込み直してください");
      return [];
    }
    taken.add(row.line_no);
    for (const [field, text] of Object.entries(fixed(row, standing.line))) say(field, text);
    const is_cancel = row.deed === "cancel";
    const { before, after } = is_cancel ? { before: {}, after: {} } : wishes(row, standing);
    const cost = row.cost ?? null;
    if (!is_cancel && Object.keys(after).length === 0) {
      if (cost !== null) say("cost", "費用は、変更か取消をする行に入力してください");
      return [];
    }
    if (standing.is_off) say("num_items", "取り消された明細は変更できません");
    if (standing.is_cost)
      say("num_items", "費用の明細は変更できません。金額を直すときは、納品書の赤黒で訂正してください");
    if (known.asked.has(row.line_no))
      say("num_items", "この明細には、回答待ちの変更依頼があります。先に回答するか、取り下げてください");
    if (after.delivery_date !== undefined && after.delivery_date < known.today)
      say("delivery_date", "納期は今日以降の日付を入力してください");
    const { progress, line } = standing;
    const priced = (["unit_price", "supply_price"] as const).find((name) => after[name] !== undefined);
    if ((priced || cost !== null) && !known.amounts)
      say(cost === null ? priced! : "cost", "金額を決めるには、会計の権限が必要です");
    if (SUPPLY_FIELDS.some((name) => after[name] !== undefined)) {
      const told = { ...known, given: known.given.get(row.line_no) };
      for (const [field, text] of amendedSupplyProblems(line, suppliedAfter(line, after), told))
        say(field, text);
    }
    const wanted = wantedOf({ is_cancel, after }, progress);
    const part = after.num_items && wholeProblem(after.num_items, line.order_unit, progress.ordered);
    if (part) say("num_items", part);
    if (after.num_items !== undefined && !isPositive(after.num_items))
      say("num_items", `${aboveZero(LINE_LABEL.num_items)}。0にするときは「取り消す」を選んでください`);
    const verdict = amendVerdict(progress, wanted);
    // 「納品済みの0個にする」 would be refused in its turn.
    if (verdict.kind === "refused" && isPositive(verdict.floor))
      say("num_items", verdictText(verdict, line.order_unit));
    const price = after.unit_price ?? standing.unit_price;
    const asked = after.unit_price !== undefined || after.num_items !== undefined;
    const dear = asked && price && line.unit === line.order_unit ? amountProblem(wanted, price) : null;
    if (dear) say(after.unit_price === undefined ? "num_items" : "unit_price", dear);
    return [{ at, line_no: row.line_no, is_cancel, before, after, seen: progress, cost }];
  });
  const standing = [...now.values()].filter((one) => !one.is_off && !one.is_cost).length;
  const stays = standing + known.waiting - items.filter((item) => item.is_cancel).length;
  for (const { at } of items.filter((item) => item.line_no === null).slice(Math.max(0, MAX_LINES - stays)))
    errors[`${at}.name`] = [`明細は${MAX_LINES}行までです。この行は新しい依頼にしてください`];
  return { items, errors };
}
