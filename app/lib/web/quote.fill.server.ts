import type { SubmissionResult } from "@conform-to/dom";
import { json } from "@remix-run/node";
import { answerInput } from "~/lib/quote/answer.schema";
import { pricedAsBefore } from "~/lib/quote/quote.form";
import { received } from "~/lib/quote/quote.row.schema";
import { readForm } from "./read.server";
import { type Args, enter, formOf } from "./visit.server";

/** 前回単価を入れる: of each quantity, where none was typed; nothing is saved or sent. */
export async function takePricesBefore(args: Args) {
  const { api } = await enter(args);
  const form = await formOf(args);
  const found = await api.get(received, `/quotes/received/${args.params.key}`);
  const { step: _, ...typed } = readForm(form, answerInput).payload;
  const { lines, filled } = pricedAsBefore(found, typed.lines);
  return json({
    reply: { initialValue: { ...typed, lines } } as SubmissionResult<string[]>,
    idempotency_key: String(form.get("idempotency_key") ?? "") || crypto.randomUUID(),
    filled,
  });
}
