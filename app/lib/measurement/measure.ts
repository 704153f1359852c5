import { compareDecimal, normalizeNumber } from "~/lib/money/decimal";
import type { RecordItem } from "~/lib/shop/record.schema";
import type { Judgement } from "~/lib/vocabulary/measurement";

/** 記録項目 of a product, with limits of its own. */
export type OwnItem = { item_id: number; lower_limit: string | null; upper_limit: string | null };
type Limits = { lower_limit: string | null; upper_limit: string | null };

const SAMPLES = 20;

/** Of a photo that was taken and comes after 完了: kept until it is there. */
export const PHOTO_TAKEN = "taken";
export const PHOTO_COMING = "写真は端末からこのあと届きます";

/** A product with items of its own is asked for these alone, within its own limits where it has any. */
export function askedItems(items: RecordItem[], own: OwnItem[], group_id: number): RecordItem[] {
  const here = items.filter((one) => one.group_id === null || one.group_id === group_id);
  if (own.length === 0) return here;
  return here.flatMap((item) => {
    const row = own.find((one) => one.item_id === item.item_id);
    if (!row) return [];
    const { lower_limit, upper_limit } = row;
    return lower_limit === null && upper_limit === null ? item : { ...item, lower_limit, upper_limit };
  });
}

/** "10" of an item with two digits is "10.00". */
export function valueText(value: string, digits: number | null, unit: string | null = null): string {
  const [whole = "", places = ""] = value.split(".");
  const padded = places.padEnd(digits ?? 0, "0");
  return `${padded ? `${whole}.${padded}` : whole}${unit ?? ""}`;
}

export function limitsText({
  lower_limit,
  upper_limit,
  digits,
  unit,
}: Limits & { digits: number | null; unit: string | null }): string {
  const text = (limit: string) => valueText(limit, digits);
  if (lower_limit !== null && upper_limit !== null)
    return `${text(lower_limit)}〜${text(upper_limit)}${unit ?? ""}`;
  if (upper_limit !== null) return `${text(upper_limit)}${unit ?? ""}以下`;
  return lower_limit !== null ? `${text(lower_limit)}${unit ?? ""}以上` : "";
}

export function judge(value: string, { lower_limit, upper_limit }: Limits): Judgement {
  const isLow = lower_limit !== null && compareDecimal(value, lower_limit) < 0;
  const isHigh = upper_limit !== null && compareDecimal(value, upper_limit) > 0;
  return isLow || isHigh ? "ng" : "ok";
}

type Entered = { value: string | null; choice: string | null; judgement: Judgement | null };

const numbersIn = (text: string) => text.split(/[\s、/／]+/).filter(Boolean);

/** What was typed or chosen; several numbers are several samples. A sentence where it can't be read. */
export function readEntered(item: RecordItem, text: string): Entered[] | string {
  const typed = text.trim();
  if (typed === "") return [];
  if (item.kind === "photo") return [];
  if (item.kind === "check") return typed === "on" ? [{ value: null, choice: "済", judgement: "ok" }] : [];
  if (item.kind === "choice") {
    if (!item.choices.includes(typed)) return `${item.label}を選び直してください`;
    return [{ value: null, choice: typed, judgement: item.ng_choices.includes(typed) ? "ng" : "ok" }];
  }
  const values = numbersIn(typed).map(normalizeNumber);
  if (values.some((value) => value === null || value.replace(/\D/g, "").length > 12))
    return `${item.label}は数値で入力してください（小数は3桁まで）`;
  if (values.length > SAMPLES) return `${item.label}は${SAMPLES}個までです`;
  return values.map((value) => ({ value, choice: null, judgement: judge(value!, item) }));
}

type Values = { item_id: number; value?: string }[];
const textOf = (values: Values, item_id: number) =>
  values.find((one) => one.item_id === item_id)?.value?.trim() ?? "";

/** 必須 that nothing was entered for. */
export const missingItems = (items: RecordItem[], values: Values, photos: number[] = []): RecordItem[] =>
  items.filter(
    (item) => item.is_required && textOf(values, item.item_id) === "" && !photos.includes(item.item_id),
  );

type Named = Limits & { label: string; kind: string; unit: string | null; digits: number | null };
type Judged = { value: string | null; choice: string | null };

/** "外径 10.08mm（9.95〜10.05mm）" */
export function valueWords({ value, choice, ...item }: Named & Judged): string {
  const limits = item.kind === "number" ? limitsText(item) : "";
  const said = value === null ? (choice ?? "未記録") : valueText(value, item.digits, item.unit);
  return `${item.label} ${said}${limits && `（${limits}）`}`;
}

export const outsideSentence = (words: string[]): string =>
  words.length > 0 ? `規格外${words.length}件：${words.join("、")}` : "";

/** What is outside its limits: told at once, and never refused. */
export const outsideText = (items: RecordItem[], values: Values): string =>
  outsideSentence(
    items.flatMap((item) => {
      const read = readEntered(item, textOf(values, item.item_id));
      const wrong = typeof read === "string" ? [] : read.filter((one) => one.judgement === "ng");
      return wrong.map((one) => valueWords({ ...item, ...one }));
    }),
  );

export const missingText = (items: RecordItem[]): string =>
  `必須の記録項目（${items.map(({ label }) => label).join("、")}）を入力するか、記録できない理由を入力してください`;
