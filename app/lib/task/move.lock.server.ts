import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Card } from "~/lib/tables/card.table.server";
import { lockOwnCards } from "./card.lock.server";
import type { PlaceChanges } from "./card.write.server";
import type { bulkUndo, MoveResults } from "./move.schema";

type Result = MoveResults["items"][number];

const GONE = "カードが見つかりません。";
const STALE = "他の人が更新しました。最新のカードを確認してください。";

/** Locked in one order, so that two bulk moves wait for each other. */
export async function lockPicked(
  db: Tx,
  who: Who,
  picked: z.output<typeof bulkUndo>["cards"],
): Promise<{ rows: Card[]; results: Map<number, Result> }> {
  const rows = await lockOwnCards(
    db,
    who,
    picked.map((one) => one.key),
  );
  const found = new Map(rows.map((row) => [row.key, row]));
  const results = new Map(
    picked.map(({ key, version }): [number, Result] => {
      const row = found.get(key);
      const detail = !row ? GONE : row.version !== version ? STALE : null;
      return [
        key,
        {
          key,
          id: row?.id ?? null,
          name: row?.name ?? null,
          version: row?.version ?? version,
          ok: detail === null,
          exceptions: [],
          detail,
          num_rest: null,
          ended: "",
        },
      ];
    }),
  );
  return { rows, results };
}

/** The same fields for each, so that one statement writes them all. */
export const sameFields = (row: Card, changes: PlaceChanges): PlaceChanges => ({
  product_time: row.product_time,
  num_partial: row.num_partial,
  subgroup_id: row.subgroup_id,
  ...changes,
});
