import { formatDate, type ISODate } from "~/lib/time/date";
import { dueDate, formatPeriod, paymentPeriod, periodOf, type Terms, termsLabel } from "~/lib/time/period";
import { cashDay, type Means, meansLabel } from "~/lib/vocabulary/maturity";
import { type TermsVerdict, termsCheck } from "~/lib/vocabulary/terms";

const SENTENCE: Record<TermsVerdict, (days: number, until: "支払日" | "満期") => string> = {
  ok: (days, until) => `受け取った日から${until}まで最長${days}日です。60日以内に収まっています。`,
  over_60_days_but_within_2_months: (days, until) =>
    `受け取った日から${until}まで最長${days}日です。60日を超える月がありますが、2か月以内です。`,
  postponed_by_up_to_2_days: (days, until) =>
    `受け取った日から${until}まで最長${days}日です。2か月を超えるのは銀行休業日による2日以内の順延だけです。書面での合意が必要です。`,
  violation: (days, until) =>
    `受け取った日から${until}まで最長${days}日で、60日を超えます。取適法の対象となる取引では使えません。締め日か${until}を見直してください。`,
};
const POSTPONED = (days: number, until: string) =>
  `翌営業日への順延が2日を超える月（年末年始や連休）があり、受け取った日から${until}まで最長${days}日になります。取適法の対象となる取引では使えません。前営業日にしてください。`;
const TONE = {
  ok: "good",
  over_60_days_but_within_2_months: "warn",
  postponed_by_up_to_2_days: "warn",
  violation: "bad",
} as const;
const WORD = {
  ok: "60日以内",
  over_60_days_but_within_2_months: "2か月以内",
  postponed_by_up_to_2_days: "2日以内の順延",
  violation: "60日超",
} as const;

export function termsExample(terms: Terms & Means, today: ISODate) {
  const period = paymentPeriod(periodOf(today, terms), terms);
  const { max_days, verdict } = termsCheck(terms);
  const due = dueDate(period.end, terms);
  const agreed = dueDate(period.end, { ...terms, bank_shift: "none" });
  const cash = cashDay(due, terms);
  const until = cash === due ? "支払日" : "満期";
  const shifted =
    verdict === "violation" &&
    terms.bank_shift === "next" &&
    termsCheck({ ...terms, bank_shift: "none" }).verdict !== "violation";
  return {
    label:
      terms.payment_method && terms.payment_method !== "transfer"
        ? `${termsLabel(terms)}・${meansLabel(terms)}`
        : termsLabel(terms),
    example: [
      `${formatPeriod(period)} → ${formatDate(due)} 払い`,
      agreed === due ? "" : `（${formatDate(agreed)} は銀行休業日）`,
      cash === due ? "" : `（満期 ${formatDate(cash)}）`,
    ].join(""),
    check: shifted ? POSTPONED(max_days, until) : SENTENCE[verdict](max_days, until),
    tone: TONE[verdict],
    verdict: WORD[verdict],
  };
}
