import { eq } from "drizzle-orm";
import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { defect } from "~/lib/tables/work.table.server";
import { unchosenText } from "~/lib/text/text.schema";
import { NO_REASON, TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import { childOfDefect } from "./branch.child.server";
import { changeCard } from "./card.write.server";
import { conceded, type Defect, type Found } from "./concede.server";
import { loggedTreatment, treatedBy } from "./defect.server";
import { waitingText } from "./reported.server";
import { defectAt, isOpen, lockDefects } from "./treat.read.server";
import type { treating } from "./treat.schema";
import { wrongInput } from "./work.open.server";

type Given = Omit<z.output<typeof treating>, "rows">;

/** All of them or none. */
export async function treatDefects(db: Tx, who: Who, { rows, ...given }: z.output<typeof treating>) {
  let num_made = 0;
  for (const { tick, card_key, cards } of await lockDefects(db, who, rows)) {
    const own = cards.get(card_key)!;
    const found = await defectAt(db, own, tick);
    refuseIf(
      compareDecimal(found.num, tick.num) === 0
        ? null
        : `カード ${own.id} の不良数が ${tick.num} から ${found.num} に変わりました。まだ何も登録していません。一覧を開き直してください。`,
    );
    const { after, child } = await treatDefect(db, who, own, found, given);
    cards.set(card_key, after);
    if (child) num_made += 1;
  }
  return { num_treated: rows.length, num_made };
}

/** What its 処置 means takes effect at once; `answered`: whose word it is, where it is not the factory's. */
export async function treatDefect(
  db: Tx,
  who: Who,
  own: Card,
  found: Found,
  given: Given,
  answered?: string,
) {
  refuseIf(
    found.defect && !(await isOpen(db, found.defect))
      ? `カード ${own.id} の不良には、もう処置「${found.defect.treatment_label ?? TREATMENT_LABEL[found.defect.treatment!]}」が登録されています。`
      : null,
  );
  if (!answered) refuseIf(await waitingText(db, own, found));
  const { treatment, treatment_label } = await treatedBy(db, who, given);
  if (!treatment) throw wrongInput({ treatment: [unchosenText("処置")] });
  const label = treatment_label ?? TREATMENT_LABEL[treatment];
  const row = found.defect ?? (await unnamed(db, who, own, found));
  const processes = await processesOf(db, own.seller_id);
  const child =
    treatment === "rework" || treatment === "remake"
      ? await childFor(db, who, own, row, found.num, { ...given, treatment })
      : null;
  const told = { "work.defect_key": row.key, ...loggedTreatment({ treatment, treatment_label }) };
  const { counts, before, after } =
    treatment === "concession"
      ? await conceded(db, own, found, processes)
      : { counts: {}, before: {}, after: {} };
  await db
    .update(defect)
    .set({
      treatment,
      treatment_label: treatment_label ?? null,
      child_key: child?.key ?? null,
      num: found.num,
    })
    .where(eq(defect.key, row.key));
  const why = [`${label} ${found.num}`, row.reason, answered].filter(Boolean).join("、");
  const next = await changeCard(db, who, own, "treated", counts, why, undefined, {
    before,
    after: { ...told, ...after },
  });
  return { after: next, child, defect_key: row.key };
}

/** A 実績 whose 不良数 came by a correction has none yet. */
async function unnamed(db: Tx, { now }: Who, own: Card, { work: of, num }: Found): Promise<Defect> {
  const { key: work_key, group_id, status, worker_id, work_end } = of!;
  const [made] = await db
    .insert(defect)
    .values({
      seller_id: own.seller_id,
      card_key: own.key,
      group_id,
      status,
      num,
      reason: NO_REASON,
      worker_id,
      recorded_time: work_end ?? now,
      work_key,
    })
    .returning();
  return made!;
}

async function childFor(
  db: Tx,
  who: Who,
  own: Card,
  row: Defect,
  num: string,
  { treatment, rework_group_id, is_billing_target }: Given,
): Promise<Card> {
  refuseIf(
    own.cancelled_time
      ? `カード ${own.id} は取り消されているため、${TREATMENT_LABEL[treatment!]}のカードを作れません。`
      : null,
  );
  const here = own.shipped_time ? row.group_id : own.group_id;
  return childOfDefect(
    db,
    who,
    own,
    here,
    { num, treatment: treatment!, rework_group_id, is_billing_target },
    own.shipped_time ? { moved_group: null, subgroup_id: null, product_time: null } : {},
  );
}
