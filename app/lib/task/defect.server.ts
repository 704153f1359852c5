import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { keepFiles } from "~/lib/file/file.server";
import { addDecimal } from "~/lib/money/decimal";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { defect } from "~/lib/tables/work.table.server";
import { reason } from "~/lib/tables/worker.table.server";
import { unchosenText } from "~/lib/text/text.schema";
import type { Changed } from "~/lib/vocabulary/activity";
import type { Stored } from "~/lib/vocabulary/file";
import { TREATMENT_LABEL, type Treatment } from "~/lib/vocabulary/reason";
import { childOfDefect } from "./branch.child.server";
import { overCount, overErrors } from "./card";
import { ownCard } from "./card.lock.server";
import { changeCard } from "./card.write.server";
import { cannotWork, foundAmong, isLastStep } from "./work";
import { reasonBy, refuseHalves, workersBy, wrongInput } from "./work.open.server";
import type { defecting } from "./work.schema";

type Found = {
  num: string;
  reason_id?: number;
  reason: string;
  treatment?: Treatment;
  treatment_label?: string;
  cause?: "own" | "supplied" | "design";
  note?: string;
  worker_id?: number;
  group_id: number;
  status: string;
  rework_group_id?: number;
  is_billing_target?: boolean;
  /** The 実績 whose 不良数 it is. */
  work_key?: number;
  is_recounted?: boolean;
};

export async function treatedBy(
  db: Tx,
  who: Who,
  { treatment, treatment_id }: { treatment?: Treatment; treatment_id?: number },
) {
  if (treatment_id === undefined) return { treatment, treatment_label: undefined };
  const [row] = await db
    .select({ means: reason.means, label: reason.label })
    .from(reason)
    .where(
      and(
        eq(reason.company_id, who.company_id),
        eq(reason.kind, "treatment"),
        eq(reason.reason_id, treatment_id),
        eq(reason.is_active, true),
      ),
    );
  if (!row?.means) throw wrongInput({ treatment_id: [unchosenText("処置")] });
  return { treatment: row.means, treatment_label: row.label };
}

export const loggedTreatment = ({
  treatment,
  treatment_label,
}: Pick<Found, "treatment" | "treatment_label">): Changed =>
  treatment
    ? { "work.treatment": treatment_label ?? TREATMENT_LABEL[treatment], "work.means": treatment }
    : {};

export async function keepDefect(db: Tx, who: Who, card: Card, found: Found): Promise<number> {
  const { num, treatment, rework_group_id, is_billing_target, ...facts } = found;
  let child: Card | null = null;
  if (treatment === "rework" || treatment === "remake") {
    const given = { num, treatment, rework_group_id, is_billing_target };
    child = await childOfDefect(db, who, card, card.group_id, given);
  }
  const [made] = await db
    .insert(defect)
    .values({
      ...facts,
      seller_id: card.seller_id,
      card_key: card.key,
      num,
      treatment: treatment ?? null,
      child_key: child?.key ?? null,
      recorded_time: who.now,
    })
    .returning({ key: defect.key });
  return made!.key;
}

const COUNTS = ["num_good", "num_partial", "num_defective"] as const;
const FROM_COUNTED = "良品・途中として数えた中から見つかった不良は、「数えた数から引く」を選んでください";

/** Only the factory sees the photos; 特採 is not taken off what is good. */
export async function registerDefect(
  db: Tx,
  who: Who,
  key: number,
  body: z.output<typeof defecting>,
  photos: Stored[] = [],
): Promise<Card> {
  const { version, group_id, from_counted, over, worker_id } = body;
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotWork(card, "不良を登録"));
  refuseHalves(card, { num: body.num });
  const why = (await reasonBy(db, who, "defect", body.reason_id))!;
  await workersBy(db, who, worker_id === undefined ? [] : [worker_id]);
  const processes = await processesOf(db, card.seller_id);
  const from = processes.find((factoryProcess) => factoryProcess.group_id === (group_id ?? card.group_id));
  if (group_id !== undefined && !from) throw wrongInput({ group_id: ["発生工程を選択してください"] });
  const treated = await treatedBy(db, who, body);
  const taken =
    treated.treatment === "concession" ? card.num_defective : addDecimal(card.num_defective, body.num);
  const found = { ...card, num_defective: taken };
  const among =
    taken === card.num_defective ? found : foundAmong(found, body.num, isLastStep(processes, card.group_id));
  const counts = from_counted ? among : found;
  const more = overCount(counts);
  if (more && !over)
    throw wrongInput({ ...overErrors(more), ...(overCount(among) ? {} : { from_counted: [FROM_COUNTED] }) });
  const changed = COUNTS.filter((name) => counts[name] !== card[name]).map((name) => [name, counts[name]]);
  const after = await changeCard(db, who, card, "defect", Object.fromEntries(changed), why, undefined, {
    before: {},
    after: loggedTreatment(treated),
  });
  const { num, reason_id, cause, note, rework_group_id, is_billing_target } = body;
  const place = { group_id: from?.group_id ?? card.group_id, status: from?.label ?? card.status };
  const facts = { num, reason_id, cause, note, worker_id, rework_group_id, is_billing_target };
  const defect_key = await keepDefect(db, who, after, {
    ...facts,
    ...treated,
    ...place,
    reason: why,
    is_recounted: from_counted && taken !== card.num_defective,
  });
  if (photos.length > 0)
    await keepFiles(
      db,
      who,
      { kind: "defect", key: defect_key, seller_id: card.seller_id, buyer_id: card.seller_id },
      photos,
    );
  return after;
}
