import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { createQuote, sendQuote } from "./quote.request.server";
import type { quoteBatch } from "./quote.schema";
import { lockQuote, wrong } from "./quote.write.server";

const HEAD = ["seller_ids", "deadline"];

/** All or none of them, each a draft of its own. */
export async function createQuotes(
  db: Tx,
  who: Who,
  { items, ...head }: z.output<typeof quoteBatch>,
): Promise<{ keys: number[] }> {
  const keys: number[] = [];
  const errors: Record<string, string[]> = {};
  for (const [index, item] of items.entries())
    try {
      keys.push((await createQuote(db, who, { ...head, ...item, version: undefined })).key);
    } catch (error) {
      if (!(error instanceof Refusal) || !error.errors) throw error;
      for (const [name, said] of Object.entries(error.errors))
        errors[HEAD.includes(name) ? name : `items[${index}].${name}`] = said;
    }
  if (Object.keys(errors).length > 0) throw wrong(errors);
  return { keys };
}

/** Of several that were ticked; what is no draft any more is left alone. */
export async function sendQuotes(db: Tx, who: Who, keys: number[]): Promise<{ num: number }> {
  let num = 0;
  for (const key of [...new Set(keys)].sort((a, b) => a - b)) {
    const { row } = await lockQuote(db, who, key);
    if (row.sent_time || row.cancelled_time) continue;
    await sendQuote(db, who, key, row.version).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const why = Object.values(error.errors ?? {}).flat()[0] ?? error.message;
      throw new Refusal(
        409,
        `「${row.name}」は送れません。${why}。どれも送信していません。`.replace("。。", "。"),
      );
    });
    num += 1;
  }
  return { num };
}
