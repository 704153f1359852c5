import { figureChanges } from "~/lib/money/confirmed";
import type { PaymentMethod } from "~/lib/vocabulary/maturity";
import type { Supply } from "~/lib/vocabulary/supply";
import type { Payment, TermsVerdict } from "~/lib/vocabulary/terms";

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

export type Item = { no: number; name: string; state: "stated" | "missing" | "none" };

export function orderFormItems(order: OrderForm): Item[] {
  const { lines, payment_method: method } = order;
  const all = (says: (line: Line) => unknown) =>
    lines.length > 0 && lines.every((line) => Boolean(says(line)));
  const open = lines.filter((line) => !line.unit_price);
  const paid = lines.filter((line) => line.supply === "paid");
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
    11: paid.length > 0 ? Boolean(order.supply_terms) && paid.every((line) => line.supplied_material) : null,
    12: open.length > 0 ? open.every((line) => line.undetermined_reason && line.planned_fix_date) : null,
  };
  return Object.entries(ORDER_ITEMS).map(([no, name]) => {
    const is = said[Number(no)];
    return { no: Number(no), name, state: is === null ? "none" : is ? "stated" : "missing" };
  });
}

export function orderFormGaps(order: OrderForm): { no: number; name: string }[] {
  return orderFormItems(order)
    .filter((item) => item.state === "missing")
    .map(({ no, name }) => ({ no, name }));
}

export function unseenProblem(seen: string, now: string): string | null {
  if (seen === now) return null;
  const changes = figureChanges(seen, now, [
    ["明細", "行"],
    ["合計（税抜）", "円"],
  ]);
  return `確認した内容から変わったため、送信していません${changes && `（${changes}）`}。もう一度内容を確認してから送信してください。`;
}

/** For a partner nobody has judged yet it is only a caution (R2-2, R2-5). */
export function orderProblem(gaps: { no: number; name: string }[], lines: Payment[]): string | null {
  if (gaps.length > 0)
    return `明示事項の${gaps.map(({ no, name }) => `${no}「${name}」`).join("、")}が記載されていません。入力してください`;
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
