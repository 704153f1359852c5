import { z } from "zod";
import { firstProblem } from "~/lib/text/cross.field";
import { emptyText } from "~/lib/text/text.schema";
import { MAX_YEN } from "./amount";
import { compareDecimal, formatNumber, normalizeNumber } from "./decimal";

type Bounds = { min?: string | number; max?: string | number };

// Quantity x unit price of two such numbers stays far inside exact arithmetic.
export const MAX_DECIMAL = "999999999.999";

/** The least is 1 where pieces are counted: 0.001 would be no help. */
export const aboveZero = (label: string) => `${label}は0より大きい数を入力してください`;
const atLeast = (label: string, min: string | number) =>
  min === "0.001" ? aboveZero(label) : `${label}は${formatNumber(min)}以上で入力してください`;
const atMost = (label: string, max: string | number) =>
  `${label}は${formatNumber(max)}以下で入力してください`;

function readDecimal(value: unknown) {
  if (value === null) return undefined;
  if (typeof value === "number") return normalizeNumber(String(value)) ?? value;
  if (typeof value !== "string") return value;
  return value.trim() === "" ? undefined : (normalizeNumber(value) ?? value);
}

function decimalText(label: string, min: string | number, max: string | number) {
  const wrong = `${label}は数値で入力してください（小数は3桁まで）`;
  return z
    .string({ error: (issue) => (issue.input === undefined ? emptyText(label) : wrong) })
    .superRefine(
      firstProblem((n) =>
        normalizeNumber(n) !== n
          ? wrong
          : compareDecimal(n, String(min)) < 0
            ? atLeast(label, min)
            : compareDecimal(n, String(max)) > 0
              ? atMost(label, max)
              : null,
      ),
    );
}

export function quantity(label: string, { min = "0", max = MAX_DECIMAL }: Bounds = {}) {
  return z.preprocess(readDecimal, decimalText(label, min, max)).meta({ title: label });
}

/** R5-8: yen with 銭 to three places. */
export function unitPrice(label: string) {
  return quantity(label);
}

export function optionalDecimal(label: string, { min = `-${MAX_DECIMAL}`, max = MAX_DECIMAL }: Bounds = {}) {
  return z.preprocess(readDecimal, decimalText(label, min, max).optional()).meta({ title: label });
}

// NaN for what can't be read: left as text, conform would try Number() on it and take "1e3" or "0x10".
function readWhole(value: unknown) {
  const text = readDecimal(value);
  if (typeof text !== "string") return text;
  return normalizeNumber(text) === text ? Number(text) : NaN;
}

function wholeNumber(label: string, min: number, max: number, wrong: string) {
  return z
    .number({ error: (issue) => (issue.input === undefined ? emptyText(label) : wrong) })
    .superRefine(
      firstProblem((n) =>
        !Number.isInteger(n) ? wrong : n < min ? atLeast(label, min) : n > max ? atMost(label, max) : null,
      ),
    )
    .meta({ type: "integer", minimum: min, maximum: max });
}

export function yen(label: string, { min = 0, max = MAX_YEN }: { min?: number; max?: number } = {}) {
  return z
    .preprocess(readWhole, wholeNumber(label, min, max, `${label}は円単位の整数で入力してください`))
    .meta({ title: label });
}

export function integer(label: string, min: number, max: number) {
  return z
    .preprocess(readWhole, wholeNumber(label, min, max, `${label}は整数で入力してください`))
    .meta({ title: label });
}

export function optionalInteger(label: string, min: number, max: number) {
  return z
    .preprocess(readWhole, wholeNumber(label, min, max, `${label}は整数で入力してください`).optional())
    .meta({ title: label });
}
