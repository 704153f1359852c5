import { eq } from "drizzle-orm";
import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { defect } from "~/lib/tables/work.table.server";
import { TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import { changeCard, offBoard } from "./card.write.server";
import { type Found, reclaimed } from "./concede.server";
import { loggedTreatment } from "./defect.server";
import { answeredText } from "./reported.server";
import { defectAt, lockDefects } from "./treat.read.server";
import type { untreating } from "./treat.schema";

export async function untreatDefects(db: Tx, who: Who, { rows }: z.output<typeof untreating>) {
  for (const { tick, card_key, cards } of await lockDefects(db, who, rows)) {
    const own = cards.get(card_key)!;
    cards.set(card_key, await untreatDefect(db, who, own, await defectAt(db, own, tick)));
  }
  return { num_treated: rows.length, num_made: 0 };
}

/** The log keeps both. A card that was made for it must be as it was made. */
export async function untreatDefect(db: Tx, who: Who, own: Card, found: Found): Promise<Card> {
  const row = found.defect;
  refuseIf(row?.treatment ? null : `カード ${own.id} の不良には、取り消す処置がありません。`);
  refuseIf(await answeredText(db, own, found));
  const { treatment, treatment_label, child_key } = row!;
  if (child_key !== null) await voidChild(db, who, own, child_key);
  const { counts, before, after } =
    treatment === "concession" ? await reclaimed(db, own, found) : { counts: {}, before: {}, after: {} };
  await db
    .update(defect)
    .set({ treatment: null, treatment_label: null, child_key: null })
    .where(eq(defect.key, row!.key));
  const logged = loggedTreatment({ treatment: treatment!, treatment_label: treatment_label ?? undefined });
  return changeCard(
    db,
    who,
    own,
    "untreated",
    counts,
    `${treatment_label ?? TREATMENT_LABEL[treatment!]} ${found.num}、${row!.reason}`,
    undefined,
    {
      before: { ...logged, ...before },
      after: { "work.defect_key": row!.key, "work.treatment": null, "work.means": null, ...after },
    },
  );
}

async function voidChild(db: Tx, who: Who, own: Card, key: number): Promise<void> {
  const [child] = await db.select().from(card).where(eq(card.key, key)).for("update");
  if (!child || child.cancelled_time) return;
  refuseIf(
    child.version > 1
      ? `手直し・再製作のカード ${child.id} に更新があるため、カード ${own.id} の処置を取り消せません。`
      : null,
  );
  await changeCard(
    db,
    who,
    child,
    "cancelled",
    {
      ...offBoard(child, who.now),
    },
    "処置の取消",
  );
}
