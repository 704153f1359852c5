import type { SubmissionResult } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";

/** What a step of a form answers: what was typed so far, as text, and what is wrong with it. */
export type Replied<T> = {
  reply: Omit<SubmissionResult<string[]>, "initialValue"> & { initialValue?: T };
  idempotency_key: string;
};

export const typedOf = <T extends object = Record<string, unknown>>(form: FormData): T =>
  (parseWithZod(form, { schema: z.object({}) }).reply().initialValue ?? {}) as T;

/** What was typed as hidden fields, so that nothing is lost on the way to the next page. */
export function carried(typed: object): [string, string][] {
  const skip = new Set(["go", "idempotency_key", "seen", "twice"]);
  const flat = (name: string, value: unknown): [string, string][] => {
    if (Array.isArray(value)) return value.flatMap((part, at) => flat(`${name}[${at}]`, part));
    if (value && typeof value === "object")
      return Object.entries(value).flatMap(([part, inner]) => flat(`${name}.${part}`, inner));
    return typeof value === "string" && value !== "" ? [[name, value]] : [];
  };
  return Object.entries(typed)
    .filter(([name]) => !skip.has(name))
    .flatMap(([name, value]) => flat(name, value));
}
