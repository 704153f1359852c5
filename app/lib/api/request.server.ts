import { z } from "zod";
import { backward, backwardText } from "~/lib/time/range";
import { Refusal } from "./refusal";

function fieldName(path: PropertyKey[]): string {
  return path.reduce<string>(
    (name, part) =>
      typeof part === "number" ? `${name}[${part}]` : name ? `${name}.${String(part)}` : String(part),
    "",
  );
}

/** As many as anybody corrects at a time. */
const ERRORS = 500;

/** What the schema makes of the input, or a refusal that names each field in Japanese. */
export function checked<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  status: 404 | 422,
): z.output<S> | undefined {
  if (!schema) return undefined;
  // No name in an address holds a NUL, and no text of the database can.
  if (status === 404 && Object.values(value as object).some((one) => String(one).includes("\0")))
    throw new Refusal(404, "見つかりません。");
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  if (status === 404) throw new Refusal(404, "見つかりません。");
  const errors: Record<string, string[]> = Object.create(null);
  for (const issue of result.error.issues.slice(0, ERRORS))
    (errors[fieldName(issue.path)] ??= []).push(issue.message);
  throw new Refusal(422, "入力内容を確認してください。", errors);
}

export function checkedQuery<S extends z.ZodType>(
  schema: S | undefined,
  url: string,
): z.output<S> | undefined {
  const query = checked(schema, queryOf(url), 422);
  const labels = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const textOf = (name: string) => backwardText(labels[name]?.meta()?.title ?? "期間");
  const wrong = backward((query ?? {}) as Record<string, unknown>).map(
    (name) => [name, textOf(name)] as const,
  );
  if (wrong.length > 0)
    throw new Refusal(422, wrong[0]![1], Object.fromEntries(wrong.map(([name, text]) => [name, [text]])));
  return query;
}

/** The query string as an object: a repeated key becomes an array, an empty value is left out. */
function queryOf(url: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URL(url).searchParams) {
    if (value === "") continue;
    const before = found[name];
    if (Array.isArray(before)) before.push(value);
    else found[name] = before === undefined ? value : [before, value];
  }
  return { ...found };
}
