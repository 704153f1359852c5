import { z } from "zod";
import { firstProblem } from "./cross.field";
import { isBroken, normalizeCode, tidy, tidyLines } from "./normalize";

z.config({
  localeError: (issue) => {
    const [most, least] = [Number(issue.maximum), Number(issue.minimum)];
    if (issue.code === "too_big")
      return issue.origin === "string" ? `${most}文字以内で入力してください` : `${most}以下にしてください`;
    if (issue.code === "too_small")
      return issue.origin === "string" ? `${least}文字以上で入力してください` : `${least}以上にしてください`;
    return "正しい値を入力してください";
  },
});

export const emptyText = (label: string) => `${label}を入力してください`;
export const unchosenText = (label: string) => `${label}を選択してください`;

function reader(max: number, clean: (text: string) => string) {
  return (value: unknown) => {
    if (value === null) return undefined;
    if (typeof value !== "string") return value;
    return value.length > max * 4 + 1000 || isBroken(value) ? value : clean(value) || undefined;
  };
}

function checked(label: string, max: number) {
  return z
    .string({
      error: (issue) => (issue.input === undefined ? emptyText(label) : `${label}は文字で入力してください`),
    })
    .superRefine(
      firstProblem((typed) =>
        isBroken(typed)
          ? `${label}に使えない文字が含まれています。入力し直してください`
          : withinLength(typed, max)
            ? null
            : `${label}は${max}文字以内で入力してください`,
      ),
    );
}

// Counted in code points: 𠮷 is one character to whoever typed it.
function withinLength(typed: string, max: number): boolean {
  return typed.length <= max || (typed.length <= max * 2 && Array.from(typed).length <= max);
}

function requiredOf(label: string, max: number, clean: (text: string) => string) {
  return z.preprocess(reader(max, clean), checked(label, max)).meta({ title: label, maxLength: max });
}

function optionalOf(label: string, max: number, clean: (text: string) => string) {
  return z
    .preprocess(reader(max, clean), checked(label, max).optional())
    .meta({ title: label, maxLength: max });
}

export const text = (label: string, max: number) => requiredOf(label, max, tidy);
export const optionalText = (label: string, max: number) => optionalOf(label, max, tidy);

export const lines = (label: string, max: number) => requiredOf(label, max, tidyLines);
export const optionalLines = (label: string, max: number) => optionalOf(label, max, tidyLines);

export const code = (label: string, max: number) => requiredOf(label, max, normalizeCode);
export const optionalCode = (label: string, max: number) => optionalOf(label, max, normalizeCode);

const emptyToMissing = (value: unknown) => (value === null || value === "" ? undefined : value);

export function choice<const V extends readonly [string, ...string[]]>(label: string, values: V) {
  return z.preprocess(emptyToMissing, z.enum(values, { error: unchosenText(label) })).meta({ title: label });
}

export function optionalChoice<const V extends readonly [string, ...string[]]>(label: string, values: V) {
  return z
    .preprocess(emptyToMissing, z.enum(values, { error: unchosenText(label) }).optional())
    .meta({ title: label });
}

const UNCHECKED: unknown[] = [undefined, null, "", "false", "off", "0"];
const CHECKED: unknown[] = ["on", "true", "1"];

export function checkbox(label?: string) {
  const flag = z
    .boolean({ error: "チェックの値が正しくありません。画面を読み込み直してください" })
    .default(false);
  const box = z.preprocess(
    (value) => (UNCHECKED.includes(value) ? undefined : CHECKED.includes(value) ? true : value),
    flag,
  );
  return label === undefined ? box : box.meta({ title: label });
}

// NaN for what can't be read: left as text, conform would try Number() on it and take "1e3".
function readKey(value: unknown) {
  if (value === null || value === "") return undefined;
  if (typeof value !== "string") return value;
  return /^\d{1,16}$/.test(value) ? Number(value) : NaN;
}

function keyNumber(label: string, error = unchosenText(label)) {
  return z
    .number({ error })
    .refine((n) => Number.isSafeInteger(n) && n >= 1, { error })
    .meta({ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
}

export const key = (label: string) => z.preprocess(readKey, keyNumber(label)).meta({ title: label });

export const foundKey = (label: string) =>
  z.preprocess(readKey, keyNumber(label, emptyText(label))).meta({ title: label });
export const optionalKey = (label: string) =>
  z.preprocess(readKey, keyNumber(label).optional()).meta({ title: label });

const OUTDATED = "画面を読み込み直してください";

export const rowKey = z.preprocess(readKey, keyNumber("", OUTDATED));

const versionFrom = (min: number) =>
  z.coerce
    .number({ error: OUTDATED })
    .int({ error: OUTDATED })
    .min(min, { error: OUTDATED })
    .max(1_000_000_000, { error: OUTDATED });
/** D12: what has changed since the page was drawn is refused. */
export const version = versionFrom(1);
export const versionOrNone = versionFrom(0);
export const optionalVersion = z.preprocess(emptyToMissing, version.optional());

export const labelOf = (field: z.ZodType) => field.meta()!.title!;

export function labelsOf<F extends Record<string, z.ZodType>>(fields: F): Record<keyof F, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, labelOf(field)])) as Record<
    keyof F,
    string
  >;
}

export function optional<S extends z.ZodType>(field: z.ZodPreprocess<S>) {
  return z.pipe(field.in, field.out.optional()).meta(field.meta()!);
}
