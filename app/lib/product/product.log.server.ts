import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordAll } from "~/lib/log/activity.server";
import type { Changed } from "~/lib/vocabulary/activity";

type ProductChange = {
  row: { product_id: number; version: number; seller_id: string; buyer_id: string };
  before: Changed;
  after: Changed;
};

export async function recordProducts(db: Tx, who: Who, kind: string, all: ProductChange[]): Promise<void> {
  if (all.length === 0) return;
  await recordAll(
    db,
    who,
    all.map(({ row, before, after }) => {
      const changed = Object.keys(after).filter((name) => (before[name] ?? null) !== after[name]);
      const only = (from: Changed) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
      return {
        subject: "product",
        subject_key: row.product_id,
        seq: row.version,
        // What a buyer has brought about by 採用 is both sides' to read.
        seller_id: row.seller_id,
        buyer_id: who.company_id === row.seller_id ? row.seller_id : row.buyer_id,
        kind,
        before: only(before),
        after: only(after),
      };
    }),
  );
}
