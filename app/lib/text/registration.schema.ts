import { z } from "zod";
import { normalizeRegistrationNumber, registrationProblem } from "./registration";

function read(value: unknown) {
  if (value === null) return undefined;
  if (typeof value !== "string") return value;
  return value.trim() === "" ? undefined : (normalizeRegistrationNumber(value) ?? value);
}

export function optionalRegistrationNumber(label: string) {
  const number = z.string({ error: `${label}は文字で入力してください` }).superRefine((text, ctx) => {
    const problem = registrationProblem(text);
    if (problem) ctx.addIssue({ code: "custom", message: problem });
  });
  return z.preprocess(read, number.optional()).meta({ title: label });
}
