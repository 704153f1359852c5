import { z } from "zod";

type Fields = Record<string, z.ZodType>;
type OrNull<T> = undefined extends T ? Exclude<T, undefined> | null : T;

/** A field book as a row of the wire tells it: without the checks of what is typed, null where nothing is. */
export function rowFields<F extends Fields>(
  fields: F,
): { [K in keyof F]: z.ZodType<OrNull<z.output<F[K]>>> } {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, unchecked(field)]),
  ) as ReturnType<typeof rowFields<F>>;
}

function unchecked(field: unknown): z.ZodType {
  if (field instanceof z.ZodPipe)
    return unchecked(field.out instanceof z.ZodTransform ? field.in : field.out);
  if (field instanceof z.ZodOptional) return unchecked(field.unwrap()).nullable();
  if (field instanceof z.ZodDefault) return unchecked(field.unwrap());
  if (field instanceof z.ZodArray) return z.array(unchecked(field.element));
  if (field instanceof z.ZodString) return z.string();
  if (field instanceof z.ZodNumber) return z.number();
  return field as z.ZodType;
}

/** What a form says of these fields, as the table is to hold it: a field left empty is null. */
export const orNull = <T extends object>(fields: Fields, input: T) =>
  Object.fromEntries(
    Object.keys(fields).map((name) => [name, (input as Record<string, unknown>)[name] ?? null]),
  ) as { [K in keyof T]-?: OrNull<T[K]> };

/** What the table holds, as a form or a line of a file says it. */
export const orMissing = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined])) as {
    [K in keyof T]: null extends T[K] ? Exclude<T[K], null> | undefined : T[K];
  };
