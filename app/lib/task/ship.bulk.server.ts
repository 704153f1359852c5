import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/shop/process.server";
import { cannotTakeFromPaper } from "./card";
import { forEachPicked } from "./card.bulk.server";
import type { MoveResults } from "./move.schema";
import { cannotShip, shipmentErrors, shippable } from "./ship";
import { overOrderOf } from "./ship.limit.server";
import type { shipments } from "./ship.schema";
import { shipCard } from "./ship.server";
import { fromStock } from "./ship.stock.server";
import { lastOf, undoCard } from "./undo.server";

type Shipments = z.output<typeof shipments>;

/** Where nobody counted, with all but the defective. */
export async function shipCards(db: Tx, who: Who, picked: Shipments): Promise<MoveResults> {
  const ready = new Set(
    (await processesOf(db, who.company_id))
      .filter(({ role }) => role === "ready")
      .map(({ group_id }) => group_id),
  );
  return forEachPicked(db, who, picked, async (row) => {
    const num_good = shippable(row);
    const why =
      cannotShip(row, num_good) ??
      (ready.has(row.group_id) ? null : "出荷待ちの工程にありません。") ??
      cannotTakeFromPaper(row, { num_good });
    const asked = shipmentErrors(row, num_good, picked, await fromStock(db, row));
    const unsaid =
      asked?.shortage?.[0] ?? asked?.uncounted?.[0] ?? (why ? null : await overOrderOf(db, row, num_good));
    return (
      why ??
      (unsaid && `${unsaid}。`) ??
      shipCard(db, who, row.key, { version: row.version, over: false, uncounted: picked.uncounted })
    );
  });
}

export async function undoShipments(db: Tx, who: Who, picked: Shipments): Promise<MoveResults> {
  return forEachPicked(db, who, picked, async (row) =>
    (await lastOf(db, row))?.entry.kind === "shipped"
      ? undoCard(db, who, row.key, { version: row.version })
      : "出荷のあとに更新があるため、元に戻せません。",
  );
}
