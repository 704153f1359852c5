import { toCsv } from "~/lib/text/csv";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { isFree, rank, type Spread, sumOf } from "./quote.compare";
import { type ComparedCell, comparedRow, liveAnswer, MARK_LABEL } from "./quote.comparison";
import type { QuoteDetail, QuotePart } from "./quote.row.schema";

/** Why there is no figure of a factory. */
export function unpricedText({ is_shut }: Pick<QuoteDetail, "is_shut">, part: QuotePart | undefined): string {
  if (!part) return "依頼なし";
  if (part.declined_time) return "辞退";
  if (is_shut && part.num_answers > 0) return "未開封";
  return liveAnswer(part) ? "要相談（単価なし）" : "回答なし";
}

/** Several items, each at its first quantity: who could make all of them, and for how much. */
export function comparedItems(all: QuoteDetail[], spread: Spread) {
  const sellers = [
    ...new Map(all.flatMap((one) => one.parts.map((part) => [part.seller_id, part.seller_name] as const))),
  ];
  const rows = all.map((found) => {
    const cells = comparedRow(found, found.quantities[0]!, spread);
    const { key, number, name, quantities, order_unit } = found;
    return {
      key,
      number,
      name,
      quantity: quantities[0]!,
      order_unit,
      cells: sellers.map(([id]) => {
        const at = found.parts.findIndex((part) => part.seller_id === id);
        const cell = cells[at] ?? null;
        return {
          total: cell?.total.total ?? null,
          is_free: cell !== null && isFree(cell.total),
          marks: (cell?.marks ?? []).filter((mark) => mark !== "quickest"),
          text: cell ? null : unpricedText(found, found.parts[at]),
        };
      }),
    };
  });
  const sums = sellers.map((_, at) => sumOf(rows.map((row) => row.cells[at]!.total)));
  const ranked = sums.map(({ total }, key) => {
    const is_free = rows.some((row) => row.cells[key]!.is_free);
    return { key, value: is_free ? null : total };
  });
  const isAlone = ranked.filter(({ value }) => value !== null).length < 2;
  const { lowest, tied } = rank(isAlone ? [] : ranked);
  return { sellers, rows, sums, best: { lowest, tied } };
}

const HEAD = [
  "見積番号",
  "品名",
  "図番",
  "改訂",
  "数量",
  "注文単位",
  "依頼先",
  "回答",
  "単価",
  "単価の単位",
  "代金",
  "型・治具代",
  "送料",
  "そのほか",
  "合計(税抜)",
  "実質単価",
  "納期(営業日)",
  "到着日",
  "有効期限",
  "支払条件",
  "印",
];
const NUMBERS = [
  "数量",
  "単価",
  "代金",
  "型・治具代",
  "送料",
  "そのほか",
  "合計(税抜)",
  "実質単価",
  "納期(営業日)",
];

const day = (date: string) => date.replaceAll("-", "/");

function csvLine(found: QuoteDetail, quantity: string, part: QuotePart, cell: ComparedCell | null) {
  const item = [
    found.number ?? "下書き",
    found.name,
    found.drawing_no,
    found.drawing_revision,
    quantity,
    UNIT_LABEL[found.order_unit],
    part.seller_name,
  ];
  const blank = HEAD.slice(item.length + 1).map(() => null);
  if (!cell) return [...item, unpricedText(found, part), ...blank];
  const { total } = cell;
  const marks = [...cell.marks.map((mark) => MARK_LABEL[mark]), ...(isFree(total) ? ["0円"] : [])];
  return [
    ...item,
    "回答あり",
    total.at.unit_price,
    UNIT_LABEL[found.unit],
    total.goods,
    total.tooling,
    total.at.shipping,
    total.total - total.goods - total.tooling - total.at.shipping,
    total.total,
    total.effective_unit,
    total.at.lead_days,
    day(cell.delivery_date),
    day(liveAnswer(part)!.valid_until),
    part.payment_terms,
    marks.join("・"),
  ];
}

/** 比較表: a line for each quantity of each item and each factory. */
export function comparisonCsv(all: QuoteDetail[], spread: Spread): string {
  const lines = all.flatMap((found) =>
    found.quantities.flatMap((quantity) => {
      const cells = comparedRow(found, quantity, spread);
      return found.parts.map((part, at) => csvLine(found, quantity, part, cells[at] ?? null));
    }),
  );
  const kinds = HEAD.map((name) => (NUMBERS.includes(name) ? ("number" as const) : ("text" as const)));
  return toCsv([HEAD, ...lines], kinds);
}
