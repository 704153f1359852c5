import type { z } from "zod";
import { Refusal } from "./refusal";

/** "lines[0].num_items", as conform names form fields. */
function fieldName(path: PropertyKey[]): string {
  return path.reduce<string>((name, part) => (typeof part === "number" ? `${name}[${part}]` : name ? `${name}.${String(part)}` : String(part)), "");
}

/** What the schema makes of the input, or a refusal that names each field in Japanese. */
export function checked<S extends z.ZodType>(schema: S | undefined, value: unknown, status: 404 | 422): z.output<S> | undefined {
  if (!schema) return undefined;
  // No name in an address holds a NUL, and no text of the database can.
  if (status === 404 && Object.values(value as object).some((one) => String(one).includes("\0"))) throw new Refusal(404, "見つかりません。");
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  if (status === 404) throw new Refusal(404, "見つかりません。");
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) (errors[fieldName(issue.path)] ??= []).push(issue.message);
  throw new Refusal(422, "入力内容を確認してください。", errors);
}

/** The query string as an object: a repeated key becomes an array, an empty value is left out. */
export function queryOf(url: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URL(url).searchParams) {
    if (value === "") continue;
    const before = found[name];
    found[name] = before === undefined ? value : [before, value].flat();
  }
  return { ...found };
}
