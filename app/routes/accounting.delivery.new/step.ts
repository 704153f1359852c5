import type { SubmissionResult } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { DeliveryPreview } from "~/lib/accounting/delivery.schema";

export type Step = "lines" | "terms" | "check";
export type TypedLine = { on?: string; card_key?: string; version?: string; num_items?: string; unit_price?: string; note?: string };
/** What was typed so far, as text. */
export type Typed = { step?: Step; buyer_id?: string; lines?: TypedLine[]; delivery_date?: string; grouping?: string; [name: string]: unknown };
export type Answer = {
  reply: Omit<SubmissionResult<string[]>, "initialValue"> & { initialValue?: Typed };
  idempotency_key: string; step?: Step; preview?: DeliveryPreview;
};
export type StepProps = { answer?: Answer; idempotency_key: string };

/** Where a form leads when no button says otherwise: Enter, or its own save button. */
export const NEXT: Record<string, string> = { lines: "terms", terms: "check", check: "issue" };

export const FIRST_TERMS = { grouping: "one", show_amounts: "on" };

/** A step back checks nothing: what was typed is only carried. */
export const back = z.object({});

/** The next step's form, holding all that was typed. */
export function answered(typed: FormData, step: Step, idempotency_key: string): Answer {
  const reply = parseWithZod(typed, { schema: z.object({}) }).reply() as Answer["reply"];
  return { reply: { initialValue: reply.initialValue }, idempotency_key, step };
}

/** The API counts the chosen lines, the form all rows: errors go to the rows they were made from. */
export function placed(errors: Record<string, string[]>, lines: { row: number }[]): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([name, sentences]) => (
    [name.replace(/^lines\[(\d+)\]/, (_, at: string) => `lines[${lines[Number(at)]?.row ?? at}]`), sentences])));
}

/** The ticked rows alone. */
export const chosen = (typed: Typed): TypedLine[] => (typed.lines ?? []).filter((line) => line?.on);

/** What is carried from step to step as hidden fields: everything typed but the fields that the step draws itself. */
export function carried(typed: Typed, drawn: string[]): [string, string][] {
  const skip = new Set([...drawn, "step", "go", "idempotency_key"]);
  const flat = (name: string, value: unknown): [string, string][] => {
    if (Array.isArray(value)) return value.flatMap((one, at) => flat(`${name}[${at}]`, one));
    if (value && typeof value === "object") return Object.entries(value).flatMap(([part, one]) => flat(`${name}.${part}`, one));
    return typeof value === "string" && value !== "" ? [[name, value]] : [];
  };
  const kept = { ...typed, lines: drawn.includes("lines") ? undefined : chosen(typed) };
  return Object.entries(kept).filter(([name]) => !skip.has(name)).flatMap(([name, value]) => flat(name, value));
}
