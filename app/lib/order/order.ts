import { figureChanges } from "~/lib/money/confirmed";
import type { PaymentMethod } from "~/lib/vocabulary/maturity";
import type { Supply } from "~/lib/vocabulary/supply";
import type { Payment, TermsVerdict } from "~/lib/vocabulary/terms";
import { LINE_LABEL, SETTLEMENT_TERMS } from "./order.fields";
import { paidUnsaid } from "./order.supply";

/** R2-2, numbered as there. */
const ORDER_ITEMS: Record<number, string> = {
  1: "両者の名称",
  2: "依頼日",
  3: "給付の内容（品名・数量）",
  4: "受領期日（納期）",
  5: "受領場所（納入先）",
  6: "検査完了期日",
  7: "代金の額",
  8: "支払期日",
  9: "一括決済方式の内容",
  10: "電子記録債権の内容",
  11: "有償支給材の内容",
  12: "未定の理由と決定予定日",
};

type Line = {
  name?: string | null;
  num_items?: string | null;
  delivery_date?: string | null;
  destination?: string | null;
  unit_price?: string | null;
  undetermined_reason?: string | null;
  planned_fix_date?: string | null;
  supply?: Supply | string | null;
  supplied_material?: string | null;
  supply_quantity?: string | null;
  supply_unit?: string | null;
  supply_price?: string | null;
  supply_date?: string | null;
};
export type OrderForm = {
  seller?: string | null;
  buyer?: string | null;
  order_date?: string | null;
  inspection_days?: number | string | null;
  payment_terms?: string | null;
  payment_method?: PaymentMethod | string | null;
  payment_detail?: string | null;
  maturity?: number | string | null;
  supply_terms?: string | null;
  lines: Line[];
};

/** `lacks`: of an item of several facts, by label, those that are not said. */
export type Item = { no: number; name: string; state: "stated" | "missing" | "none"; lacks?: string[] };
type Gap = Pick<Item, "no" | "name" | "lacks">;

export function orderFormItems(order: OrderForm): Item[] {
  const { lines, payment_method: method } = order;
  const all = (says: (line: Line) => unknown) =>
    lines.length > 0 && lines.every((line) => Boolean(says(line)));
  const open = lines.filter((line) => !line.unit_price);
  const paid = lines.filter((line) => line.supply === "paid");
  const unsaid = [
    ...new Set(paid.flatMap((line) => paidUnsaid(line).map((name) => LINE_LABEL[name]))),
    ...(order.supply_terms ? [] : [SETTLEMENT_TERMS]),
  ];
  const given = (value: unknown) => value !== undefined && value !== null && value !== "";
  const said: Record<number, boolean | null> = {
    1: Boolean(order.seller && order.buyer),
    2: Boolean(order.order_date),
    3: all((line) => line.name && line.num_items),
    4: all((line) => line.delivery_date),
    5: all((line) => line.destination),
    6: given(order.inspection_days),
    7: all((line) => line.unit_price || line.undetermined_reason),
    8: Boolean(order.payment_terms) && all((line) => line.delivery_date),
    9: method === "factoring" ? given(order.payment_detail) && given(order.maturity) : null,
    10: method === "electronic" ? given(order.maturity) : null,
    11: paid.length > 0 ? unsaid.length === 0 : null,
    12: open.length > 0 ? open.every((line) => line.undetermined_reason && line.planned_fix_date) : null,
  };
  return Object.entries(ORDER_ITEMS).map(([no, name]) => {
    const is = said[Number(no)];
    const item = { no: Number(no), name };
    if (is !== false) return { ...item, state: is === null ? "none" : "stated" };
    return { ...item, state: "missing", ...(no === "11" && { lacks: unsaid }) };
  });
}

export function orderFormGaps(order: OrderForm): Gap[] {
  return orderFormItems(order)
    .filter((item) => item.state === "missing")
    .map(({ state: _, ...gap }) => gap);
}

const gapText = ({ no, name, lacks }: Gap) => `${no}「${name}」${lacks ? `（${lacks.join("・")}）` : ""}`;

export function unseenProblem(seen: string, now: string): string | null {
  if (seen === now) return null;
  const changes = figureChanges(seen, now, [
    ["明細", "行"],
    ["合計（税抜）", "円"],
  ]);
  return `確認した内容から変わったため、送信していません${changes && `（${changes}）`}。もう一度内容を確認してから送信してください。`;
}

/** For a partner nobody has judged yet it is only a caution (R2-2, R2-5). */
export function orderProblem(gaps: Gap[], lines: Payment[]): string | null {
  if (gaps.length > 0)
    return `明示事項の${gaps.map(gapText).join("、")}が記載されていません。入力してください`;
  const late = Math.max(0, ...lines.filter((line) => line.verdict === "violation").map((line) => line.days));
  const until = lines.some((line) => line.cash_day > line.payment_due) ? "満期" : "支払期日";
  if (late > 0)
    return `${until}が受領から${late}日になる明細があります。60日以内（月ごとの締めは2か月以内）になるように、依頼先と支払条件を見直してください`;
  return until === "満期"
    ? "満期が支払期日より後の明細があります。満期を0にするか、支払方法を銀行振込にしてください"
    : null;
}

export const VERDICT_LABEL: Record<TermsVerdict, string> = {
  ok: "60日以内",
  over_60_days_but_within_2_months: "60日を超えますが2か月以内です",
  postponed_by_up_to_2_days: "銀行休業日で2日以内の順延です（書面の合意が必要）",
  violation: "60日を超えています",
};
