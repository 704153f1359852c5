import { changesOf, type LogEntry } from "~/lib/log/changes";
import { formatNumber } from "~/lib/money/decimal";
import { BANK_SHIFT_LABEL } from "~/lib/time/bankday";
import { closingDay, closingDayLabel, type Terms, termsLabel } from "~/lib/time/period";
import { EMPLOYEES_LABEL, HONORIFIC_LABEL, SEND_METHOD_LABEL } from "~/lib/vocabulary/contact";
import { type Means, PAYMENT_METHOD_LABEL } from "~/lib/vocabulary/maturity";
import { ON_TIME_DAY_LABEL } from "~/lib/vocabulary/ontime";
import { ROUNDING_LABEL } from "~/lib/vocabulary/rounding";
import { termsCheck } from "~/lib/vocabulary/terms";
import { OVER_BILL_LABEL, REST_BASE_LABEL } from "~/lib/vocabulary/tolerance";
import { TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";
import { PARTNER_LABEL } from "./partner.fields";

export const INVOICE_BASIS_LABEL = {
  monthly: "締めごとに1枚（税は請求書で計算）",
  delivery_note: "納品書ごと（税は納品書で計算）",
} as const;
export const FEE_BEARER_LABEL = { payer: "支払う側が負担", payee: "受け取る側が負担（差し引く）" } as const;
export const KIND_LABEL = { buyer: "依頼元", seller: "協力会社", both: "両方" } as const;
export const STATE_LABEL = {
  active: "有効",
  invited: "招待中",
  uninvited: "未招待",
  stopped: "無効",
} as const;

/** R2-8: deducting the bank's fee is against the law where it protects the payee, even with consent. */
export function feeProblem({
  toriteki,
  fee_bearer,
}: {
  toriteki: string;
  fee_bearer: string;
}): string | null {
  return toriteki === "covered" && fee_bearer === "payee"
    ? "取適法の対象となる取引では、振込手数料を代金から差し引けません。支払う側の負担にしてください"
    : null;
}

/** R2-5: what the law protects is paid within 60 days (by monthly closing: two months) of its receipt. */
export function lateProblem({ toriteki, ...terms }: Terms & Means & { toriteki: string }): string | null {
  if (toriteki !== "covered") return null;
  const { max_days, verdict } = termsCheck(terms);
  return verdict === "violation"
    ? `取適法の対象となる取引では、受領から60日以内（月ごとの締めは2か月以内）に支払う条件にしてください（この条件では最長${max_days}日）`
    : null;
}

export type Open = { cards: number; undelivered: number; unbilled: number; is_unpaid: boolean };

/** Why a collaboration can't be ended yet, or null (D28). */
export function stopProblem({ cards, undelivered, unbilled, is_unpaid }: Open): string | null {
  const first =
    cards > 0
      ? `進行中のカードが${cards}枚あります。出荷するか取り消してから`
      : undelivered > 0
        ? `納品書を作っていない出荷が${undelivered}枚あります。納品書を作ってから`
        : unbilled > 0
          ? `請求していない納品書が${unbilled}枚あります。締めてから`
          : is_unpaid
            ? "入金が済んでいない請求書があります。入金を登録してから"
            : null;
  return first && `${first}、もう一度操作してください。`;
}

export const closingLabel = (terms: Pick<Terms, "is_payment_last_date" | "payment_date">) =>
  closingDayLabel(closingDay(terms));

/** '翌月20日払い', without the closing day and what is done on a bank holiday. */
export const payLabel = (terms: Terms) => termsLabel({ ...terms, bank_shift: "none" }).replace(/^.*締め/, "");

const KINDS: Record<string, string> = {
  created: "登録",
  edited: "条件の変更",
  judged: "取適法の判定",
  stopped: "無効化",
  resumed: "再開",
  invited: "招待",
  noted: "連絡先の変更",
  facts: "会社情報の変更",
  password_shown: "仮パスワードの表示",
};
const FIELDS: Record<string, string> = {
  is_payment_last_date: "月末締め",
  payment_date: "締め日",
  pay_month: "支払月",
  pay_day: "支払日",
  bank_shift: "銀行休業日",
  amount_rounding: "金額の端数",
  tax_rounding: "消費税の端数",
  invoice_basis: "請求書の作り方",
  show_carry_over: "繰越の表示",
  fee_bearer: "振込手数料",
  payment_method: "支払方法",
  maturity: "満期",
  maturity_unit: "満期の数え方",
  over_pct: "超過の許容差（%）",
  under_pct: "不足の許容差（%）",
  over_bill: "注文数を超えた分",
  rest_base: "注文残の数え方",
  on_time_day: "納期遵守の日",
  toriteki: "取適法",
  toriteki_judged_by: "判定した人",
  is_active: "有効",
  ...PARTNER_LABEL,
  bank_accounts: "口座",
  capital: "資本金",
  employees: "従業員数",
};
const MONTHS = ["当月", "翌月", "翌々月", "3か月後", "4か月後", "5か月後", "6か月後"];
export const MONTH_OPTIONS = MONTHS.map((label, value) => ({ value: String(value), label }));
const WORDS: Record<string, Record<string, string>> = {
  bank_shift: BANK_SHIFT_LABEL,
  invoice_basis: INVOICE_BASIS_LABEL,
  payment_method: PAYMENT_METHOD_LABEL,
  maturity_unit: { days: "日後", months: "か月後" },
  fee_bearer: FEE_BEARER_LABEL,
  over_bill: OVER_BILL_LABEL,
  rest_base: REST_BASE_LABEL,
  on_time_day: ON_TIME_DAY_LABEL,
  toriteki: TORITEKI_LABEL,
  amount_rounding: ROUNDING_LABEL,
  tax_rounding: ROUNDING_LABEL,
  honorific: HONORIFIC_LABEL,
  send_method: SEND_METHOD_LABEL,
  employees: EMPLOYEES_LABEL,
};

function valueText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "" || value === "[]") return undefined;
  if (typeof value === "boolean") return value ? "はい" : "いいえ";
  if (name === "pay_month") return MONTHS[Number(value)];
  if (name === "pay_day" || name === "payment_date")
    return Number(value) >= 31 ? "末日" : `${String(value)}日`;
  if (name === "bank_accounts") return "登録あり";
  if (name === "capital") return `${formatNumber(Number(value))}円`;
  return WORDS[name]?.[String(value)] ?? String(value);
}

export function partnerLog(entry: LogEntry) {
  const changes = entry.kind === "created" ? [] : changesOf(FIELDS, valueText, entry);
  return { what: KINDS[entry.kind] ?? entry.kind, changes: changes.filter(({ from, to }) => from !== to) };
}
