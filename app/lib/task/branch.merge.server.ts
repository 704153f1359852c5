import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { priceOf } from "~/lib/money/price";
import { collaborationOf } from "~/lib/partner/party.server";
import { activity } from "~/lib/tables/activity.table.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { cannotMerge, together, UNDIVIDED } from "./branch";
import { joinParts } from "./branch.parts.server";
import type { merging } from "./branch.schema";
import type { versioned } from "./card.command.schema";
import { lockChildren, lockOwnCards, ownCard, staleCard } from "./card.lock.server";
import { type CardChanges, changeCard, offBoard } from "./card.write.server";
import { cannotWork } from "./work";
import { cannotWhileOut, openWorks } from "./work.open.server";

const MERGED = "合流済み";

/** Their parts stand under the card from now on. */
async function takeIn(
  db: Tx,
  who: Who,
  into: Card,
  branches: Card[],
  status: string,
  reason?: string,
  more: CardChanges = {},
): Promise<Card> {
  const keys = branches.map((branch) => branch.key);
  const out = await cannotWhileOut(db, [into.key, ...keys]);
  refuseIf([...out.values()][0] ?? null);
  refuseIf(
    (await openWorks(db, keys)).length > 0
      ? "終わっていない作業のある枝です。完了してから合流してください。"
      : null,
  );
  for (const branch of branches) {
    await changeCard(
      db,
      who,
      branch,
      "absorbed",
      {
        ...offBoard(branch, who.now, status),
        num_good: "0",
        num_defective: "0",
        num_partial: "0",
        is_billing_target: false,
      },
      reason,
    );
    const parts = await lockChildren(db, branch, "part", isNull(card.cancelled_time));
    for (const part of parts) await changeCard(db, who, part, "edited", { parent_id: into.id });
  }
  const counts = together([into, ...branches]);
  const { amount_rounding } = await collaborationOf(db, into.seller_id, into.buyer_id);
  return changeCard(
    db,
    who,
    into,
    "merged",
    { ...more, ...counts, ...priceOf({ ...into, num_items: counts.num_items }, amount_rounding) },
    reason,
    undefined,
    { before: {}, after: { "work.branches": keys.join() } },
  );
}

export async function mergeCards(
  db: Tx,
  who: Who,
  key: number,
  { version, cards, reason }: z.output<typeof merging>,
): Promise<Card> {
  const into = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotWork(into, "合流"));
  const keys = [...new Set(cards.map((one) => one.key))];
  const branches = await lockOwnCards(db, who, keys);
  if (branches.length !== keys.length) throw notFound("合流する枝");
  for (const branch of branches) {
    const seen = cards.find((one) => one.key === branch.key)!.version;
    if (branch.version !== seen) throw await staleCard(db, branch.key, seen);
  }
  for (const branch of branches) refuseIf(cannotMerge(into, branch));
  return takeIn(db, who, into, branches, MERGED, reason);
}

export async function undivideCard(
  db: Tx,
  who: Who,
  key: number,
  { version }: z.output<typeof versioned>,
): Promise<Card> {
  const into = await ownCard(db, who, "seller_id", key, version);
  const [last] = await db
    .select()
    .from(activity)
    .where(and(eq(activity.subject, "card"), eq(activity.subject_key, key), eq(activity.seq, version)));
  refuseIf(
    last?.kind === "divided"
      ? null
      : "分割したあとに更新があるため、元に戻せません。枝を「合流」してください。",
  );
  return rejoin(db, who, into, last!);
}

async function rejoin(
  db: Tx,
  who: Who,
  into: Card,
  { at, before: { delivery_date } }: typeof activity.$inferSelect,
): Promise<Card> {
  const branches = await lockChildren(db, into, "division", eq(card.created_time, at));
  if (
    branches.some((branch) => branch.version > 1) ||
    (
      await openWorks(
        db,
        branches.map((branch) => branch.key),
      )
    ).length > 0
  ) {
    throw new Refusal(409, "枝に更新があるため、元に戻せません。枝を「合流」してください。");
  }
  // Branches that were sent elsewhere at once come back for it.
  for (const branch of branches) refuseIf(cannotMerge(into, { ...branch, group_id: into.group_id }));
  await joinParts(db, who, into, branches, at);
  return takeIn(
    db,
    who,
    into,
    branches,
    UNDIVIDED,
    "分割を元に戻す",
    delivery_date === undefined ? {} : { delivery_date: delivery_date as string | null },
  );
}

/** The same for the branch that a move or 完了 left behind. */
export async function rejoinRest(
  db: Tx,
  who: Who,
  into: Card,
  { seq, at }: { seq: number; at: string },
): Promise<Card> {
  const [before] = await db
    .select()
    .from(activity)
    .where(and(eq(activity.subject, "card"), eq(activity.subject_key, into.key), eq(activity.seq, seq - 1)));
  return before?.kind === "divided" && before.at === at ? rejoin(db, who, into, before) : into;
}
