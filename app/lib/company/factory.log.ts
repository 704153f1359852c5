import { FACTOR_RULE_LABEL } from "~/lib/auth/factor";
import { changesOf, type LogEntry } from "~/lib/log/changes";
import { BANK_SHIFT_LABEL } from "~/lib/time/bankday";
import { CONTACT_LABEL } from "~/lib/vocabulary/contact";
import { DAY_LABEL, LAYOUT_LABEL, NUMBER_LABEL, ORDER_LABEL } from "~/lib/vocabulary/print";
import { ROUNDING_LABEL } from "~/lib/vocabulary/rounding";

const KINDS: Record<string, string> = {
  edited: "会社情報の変更",
  terms: "締め・支払・帳票の変更",
  print: "帳票の様式・番号の変更",
  picture: "ロゴ・角印の変更",
  calendar: "営業日カレンダーの変更",
  factor: "二段階認証の決まりの変更",
  phrases: "チャットの定型文の変更",
  meta: "メタ情報の変更",
  payee: "振込先の口座の変更",
  payee_confirmed: "振込先の口座の確認",
  paying: "振込元の口座の変更",
  control: "管理限界の固定・解除",
};
const FIELDS: Record<string, string> = {
  name: "会社名",
  ...CONTACT_LABEL,
  bank_accounts: "振込先",
  is_payment_last_date: "月末締め",
  payment_date: "締め日",
  pay_month: "支払月",
  pay_day: "支払日",
  bank_shift: "銀行休業日",
  amount_rounding: "金額の端数",
  tax_rounding: "消費税の端数",
  inspection_days: "検収日数",
  stall_days: "停滞とみなす日数",
  warn_days: "納期の警告",
  early_days: "早すぎるとみなす日数",
  small_difference: "少額の差額",
  stock_valuation: "在庫の評価方法",
  scan_stay: "作業者を覚える時間（分）",
  column_order: "列の並び順",
  shifts: "勤務時間",
  paper_layout: "様式",
  line_order: "明細の並び順",
  number_style: "番号の型",
  day_style: "日付の書き方",
  address_left: "宛名の左端（mm）",
  address_top: "宛名の上端（mm）",
  factor_rule: "二段階認証を必要にする人",
  logo: "ロゴ",
  seal: "角印",
  holiday: "休業日",
  phrases: "定型文",
  payee_of: "支払先",
  payee: "口座",
  paying: "振込元の口座",
  control_of: "記録項目",
  control_limit: "固定した管理限界",
  control_reason: "理由",
};
const WORDS: Record<string, Record<string, string>> = {
  bank_shift: BANK_SHIFT_LABEL,
  amount_rounding: ROUNDING_LABEL,
  tax_rounding: ROUNDING_LABEL,
  paper_layout: LAYOUT_LABEL,
  line_order: ORDER_LABEL,
  number_style: NUMBER_LABEL,
  day_style: DAY_LABEL,
  factor_rule: FACTOR_RULE_LABEL,
};
const MONTHS = ["当月", "翌月", "翌々月", "3か月後", "4か月後", "5か月後", "6か月後"];

type Account = { bank_name?: string; branch_name?: string; number?: string };

function accounts(text: string): string {
  try {
    return (JSON.parse(text) as Account[])
      .map((one) => `${one.bank_name} ${one.branch_name} ${one.number}`)
      .join("、");
  } catch {
    return text;
  }
}

function valueText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "boolean") return value ? "はい" : "いいえ";
  if (name === "logo" || name === "seal") return "画像";
  if (name === "bank_accounts") return accounts(String(value)) || undefined;
  return WORDS[name]?.[String(value)] ?? (name === "pay_month" ? MONTHS[Number(value)] : String(value));
}

/** An entry of the company's own log as people read it. */
export function factoryLog(entry: LogEntry) {
  return { what: KINDS[entry.kind] ?? entry.kind, changes: changesOf(FIELDS, valueText, entry) };
}
