import { formatNumber } from "~/lib/money/decimal";
import { ACT_LABEL, type Act } from "~/lib/vocabulary/scan";
import { type CardSummary } from "./scan";

export type Word = { text: string; fields: Record<string, string> };

export const restWords = ({ half, unit, status }: Pick<CardSummary, "half" | "unit" | "status">): Word[] =>
  !half
    ? []
    : [
        ...(half.divisible
          ? [
              {
                text: `残り${formatNumber(half.rest)}${unit}は「${status}」に残す`,
                fields: { rest: "divide" },
              },
            ]
          : []),
        { text: `残り${formatNumber(half.rest)}${unit}もいっしょに進める`, fields: { rest: "all" } },
      ];

export function wordsFor(
  errors: Record<string, unknown>,
  act: Act,
  to: string | undefined,
  card: CardSummary | null = null,
): Word[] {
  const words: Word[] = [];
  if ("rest" in errors && card) words.push(...restWords(card));
  if ("move" in errors)
    words.push({
      text: to ? `「${to}」に移して${ACT_LABEL[act]}` : `${ACT_LABEL[act]}する`,
      fields: { move: "on" },
    });
  const [end] = [errors.left_end ?? []].flat();
  if (end) words.push({ text: String(end).split(" ")[0]!, fields: { left: "end" } });
  if ("left" in errors) words.push({ text: "まだ続き", fields: { left: "goes_on" } });
  // In another window they have said when it ended; what was typed here is still here.
  if ("left" in errors)
    words.push({ text: `日報で回答したので、${ACT_LABEL[act]}する`, fields: { left: "" } });
  if ("override" in errors) words.push({ text: `それでも${ACT_LABEL[act]}`, fields: { override: "on" } });
  if ("shortage" in errors)
    words.push(
      { text: "残りを分割して置く", fields: { shortage: "divide" } },
      { text: "不足のまま完了する", fields: { shortage: "short" } },
    );
  if ("values_reason" in errors) words.push({ text: "記録せずに完了する", fields: { skip: "on" } });
  if ("partner_id" in errors)
    words.push({ text: `協力会社に頼まずに${ACT_LABEL[act]}`, fields: { inside: "on" } });
  if ("over" in errors) words.push({ text: "予定数を超えて登録する", fields: { over: "on" } });
  return words;
}

export const dayOfWorker = (worker_id: number | null, day = "") =>
  worker_id === null ? "/s/day" : `/s/day?worker=${worker_id}${day && `&day=${day}`}`;

export const wantsReason = (errors: Record<string, unknown>) =>
  "override" in errors || "reason" in errors || "values_reason" in errors;

export const thousandths = (text: string) =>
  /^\d{0,9}(\.\d{0,3})?$/.test(text.trim()) ? Math.round(Number(text || "0") * 1000) : NaN;
export const fromThousandths = (n: number) => String(n / 1000);

export function goodLeft(left: string, defective: string, partial: string): string {
  const rest = thousandths(left) - (thousandths(defective) || 0) - (thousandths(partial) || 0);
  return fromThousandths(Math.max(0, rest || 0));
}

type Sum = { text: string; rest: number; over: number; wrong: boolean };

/** 「合計 197 / 200、残り 3」, in whole thousandths. */
export function sumOf(left: string, good: string, defective: string, partial: string): Sum {
  const [planned, ...given] = [left, good, defective, partial].map(thousandths) as [
    number,
    number,
    number,
    number,
  ];
  const total = given.reduce((a, b) => a + b, 0);
  if (Number.isNaN(total) || Number.isNaN(planned))
    return { text: "数を入力してください（小数は3桁まで）", rest: 0, over: 0, wrong: true };
  const rest = planned - total;
  const tail =
    rest > 0 ? `、残り ${fromThousandths(rest)}` : rest < 0 ? `、${fromThousandths(-rest)} 多い` : "";
  return {
    text: `合計 ${fromThousandths(total)} / ${fromThousandths(planned)}${tail}`,
    rest: Math.max(0, rest),
    over: Math.max(0, -rest),
    wrong: false,
  };
}
