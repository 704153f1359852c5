import type { SubmissionResult } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { DeliveryPreview, deliveryMade } from "~/lib/accounting/delivery.schema";
import { sheetKeys, tooManySheets } from "~/lib/accounting/document.paper";
import { unchosenText } from "~/lib/text/text.schema";

export type Step = "lines" | "terms" | "check";
export type TypedLine = {
  on?: string;
  card_key?: string;
  version?: string;
  num_items?: string;
  unit_price?: string;
  note?: string;
  unbilled?: string;
  closes?: string;
  completes?: string;
};
/** What was typed so far, as text. */
export type Typed = {
  step?: Step;
  buyer_id?: string;
  lines?: TypedLine[];
  delivery_date?: string;
  grouping?: string;
  [name: string]: unknown;
};
export type Answer = {
  reply: Omit<SubmissionResult<string[]>, "initialValue"> & { initialValue?: Typed };
  idempotency_key: string;
  step?: Step;
  preview?: DeliveryPreview;
};
export type StepProps = { answer?: Answer; idempotency_key: string };

/** Where a form leads when no button says otherwise: never to issuing. */
export const NEXT: Record<string, string> = { lines: "terms", terms: "check", check: "check" };

export const FIRST_TERMS = { grouping: "one", show_amounts: "on" };

/** While the cards are chosen, the date and the sum are not asked about yet. */
export const UNASKED = { unusual_date: "on", negative: "on", close_cause: "seller", close_reason: "-" };

/** 納品書 without a card begins with nothing but its partner. */
export const cardless = z.object({ buyer_id: z.string({ error: unchosenText("依頼元") }).max(40) });

/** A step back checks nothing: what was typed is only carried. */
export const back = z.object({});

/** The next step's form, holding all that was typed. */
export function answered(typed: FormData, step: Step, idempotency_key: string): Answer {
  const reply = parseWithZod(typed, { schema: z.object({}) }).reply() as Answer["reply"];
  return { reply: { initialValue: reply.initialValue }, idempotency_key, step };
}

/** The API counts the chosen lines, the form all rows: errors go to the rows they were made from. */
export function placed(errors: Record<string, string[]>, lines: { row: number }[]): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, sentences]) => [
      name.replace(/^lines\[(\d+)\]/, (_, at: string) => `lines[${lines[Number(at)]?.row ?? at}]`),
      sentences,
    ]),
  );
}

/**
 * Errors of the chosen lines, at the rows of the pool that show their cards; those of a card that is not
 * there any more, for the whole form.
 */
export function atRows(
  error: Record<string, string[] | null>,
  typed: Typed,
  items: { card_key: number }[],
): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, sentences] of Object.entries(error)) {
    const at = /^lines\[(\d+)\](.*)$/.exec(name);
    const row = at
      ? items.findIndex(({ card_key }) => String(card_key) === rowsOf(typed)[Number(at[1])]?.card_key)
      : -1;
    const place = at && row >= 0 ? `lines[${row}]${at[2]}` : at ? "" : name;
    found[place] = [...(found[place] ?? []), ...(sentences ?? [])];
  }
  return found;
}

/** As it was posted, whatever that was. */
export const rowsOf = ({ lines }: Typed): TypedLine[] => (Array.isArray(lines) ? lines : []);

/** The ticked rows alone. */
export const chosen = (typed: Typed): TypedLine[] => rowsOf(typed).filter((line) => line?.on);

/**
 * What is carried from step to step as hidden fields: everything typed but the fields that the step draws
 * itself.
 */
export function carried(typed: Typed, drawn: string[]): [string, string][] {
  const skip = new Set([...drawn, "step", "go", "idempotency_key", "seen"]);
  const flat = (name: string, value: unknown): [string, string][] => {
    if (Array.isArray(value)) return value.flatMap((one, at) => flat(`${name}[${at}]`, one));
    if (value && typeof value === "object")
      return Object.entries(value).flatMap(([part, one]) => flat(`${name}.${part}`, one));
    return typeof value === "string" && value !== "" ? [[name, value]] : [];
  };
  const kept = { ...typed, lines: drawn.includes("lines") ? undefined : chosen(typed) };
  return Object.entries(kept)
    .filter(([name]) => !skip.has(name))
    .flatMap(([name, value]) => flat(name, value));
}

/** Where issuing leads, and what is said there. */
export function issued(
  { deliveries, number }: z.output<typeof deliveryMade>,
  prints: boolean,
): { to: string; text: string } {
  const keys = prints ? sheetKeys(deliveries.map(({ key }) => String(key))) : [];
  const alone = deliveries.length === 1;
  const page = alone ? `/accounting/delivery/${deliveries[0]!.key}` : "/accounting/delivery";
  const text = alone
    ? `納品書 ${number} を発行しました。`
    : `納品書を${deliveries.length}件発行しました（${number} から）。`;
  return {
    to: keys?.length ? `/accounting/delivery/print?${keys.map((key) => `key=${key}`).join("&")}` : page,
    text: keys ? text : text + tooManySheets,
  };
}
