import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Card } from "~/lib/tables/card.table.server";
import { answered } from "./move";
import { lockPicked } from "./move.lock.server";
import type { bulkUndo, MoveResults } from "./move.schema";

/** What it became; or, before anything is written of it, why not. */
type Act = (row: Card) => Promise<Card | string>;

export async function forEachPicked(
  db: Tx,
  who: Who,
  { cards }: z.output<typeof bulkUndo>,
  act: Act,
): Promise<MoveResults> {
  const { rows, results } = await lockPicked(db, who, cards);
  for (const row of rows) {
    const result = results.get(row.key)!;
    if (!result.ok) continue;
    const done = await act(row).catch((error: unknown) => {
      if (error instanceof Refusal) return error.detail;
      throw error;
    });
    if (typeof done === "string") Object.assign(result, { ok: false, detail: done });
    else result.version = done.version;
  }
  return answered([...results.values()]);
}
