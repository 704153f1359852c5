import type { z } from "zod";
import type { Who } from "~/lib/auth/who";
import { Refusal } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/setting/process.server";
import { cannotShip, cannotTakeFromPaper, shippable } from "./card";
import type { shipments } from "./card.command.schema";
import { shipCard } from "./card.ship.server";
import { lastOf, undoCard } from "./card.undo.server";
import type { Card } from "./card.write.server";
import { answered } from "./move";
import { lockPicked } from "./move.lock.server";
import type { MoveResults } from "./move.schema";

type Shipments = z.output<typeof shipments>;
/** What it became; or, before anything is written of it, why not. */
type Act = (row: Card) => Promise<Card | string>;

/** Each picked card by itself: one that is refused stays as it is and says why. */
async function each(db: Tx, who: Who, { cards }: Shipments, act: Act): Promise<MoveResults> {
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

/** 出荷 of many that stand at 出荷待ち, each with what was counted good of it; where nobody counted, with all but the defective. */
export async function shipCards(db: Tx, who: Who, picked: Shipments): Promise<MoveResults> {
  const ready = new Set((await processesOf(db, who.company_id)).filter(({ role }) => role === "ready").map(({ group_id }) => group_id));
  return each(db, who, picked, async (row) => {
    const num_good = shippable(row);
    const why = cannotShip(row, num_good) ?? (ready.has(row.group_id) ? null : "出荷待ちの工程にありません。") ?? cannotTakeFromPaper(row, { num_good });
    return why ?? shipCard(db, who, row.key, { version: row.version, over: false });
  });
}

/** Takes such a 出荷 back for those cards that nothing has happened to since. */
export async function undoShipments(db: Tx, who: Who, picked: Shipments): Promise<MoveResults> {
  return each(db, who, picked, async (row) =>
    (await lastOf(db, row))?.entry.kind === "shipped" ? undoCard(db, who, row.key, { version: row.version }) : "出荷のあとに更新があるため、元に戻せません。");
}
