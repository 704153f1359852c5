import { and, asc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/auth/who";
import { hold } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/setting/process.server";
import { activity } from "./activity.table.server";
import { undone } from "./branch";
import { cannotMove, isOnward } from "./card";
import { laneIn, placed } from "./card.move.server";
import { card, card_inner } from "./card.table.server";
import { changeCards, type Card, type PlaceChanges, type Told } from "./card.write.server";
import type { bulkMove, bulkUndo, Exception, MoveResults } from "./move.schema";
import { partsMade } from "./part.server";
import { cannotWhileOut, closeWorks, openWorks, type Work } from "./work.open.server";

type Picked = z.output<typeof bulkUndo>["cards"];
type Result = MoveResults["items"][number];

const GONE = "カードが見つかりません。";
const STALE = "他の人が更新しました。最新のカードを確認してください。";

/** The picked cards of ours, locked in one order so that two bulk moves wait for each other. */
async function locked(db: Tx, who: Who, picked: Picked): Promise<{ found: Map<number, Card>; results: Map<number, Result> }> {
  const rows = await db.select().from(card).where(and(eq(card.seller_id, who.company_id), inArray(card.key, picked.map((one) => one.key))))
    .orderBy(asc(card.key)).for("update");
  const found = new Map(rows.map((row) => [row.key, row]));
  const results = new Map(picked.map(({ key, version }): [number, Result] => {
    const row = found.get(key);
    const detail = !row ? GONE : row.version !== version ? STALE : null;
    return [key, { key, id: row?.id ?? null, name: row?.name ?? null, version: row?.version ?? version, ok: detail === null, exceptions: [], detail }];
  }));
  return { found, results };
}

function answered(results: Map<number, Result>): MoveResults {
  const weight = (one: Result) => (one.detail ? 0 : one.exceptions.length > 0 ? 1 : 2);
  const items = [...results.values()].sort((a, b) => weight(a) - weight(b));
  const count = (what: Exception) => items.filter((one) => one.exceptions.includes(what)).length;
  const num_moved = items.filter((one) => one.ok).length;
  return { items, num_moved, num_failed: items.length - num_moved, counts: { working: count("working"), parts: count("parts"), left: count("left") } };
}

/** カード一括移動: up to 300 cards in one transaction, by as many statements as for one. Each card has its own result. */
export async function moveCards(db: Tx, who: Who, { cards, group_id, subgroup_id, close_work, dry_run, include, reason }: z.output<typeof bulkMove>) {
  const processes = await processesOf(db, who.company_id);
  const to = processes.find((process) => process.group_id === group_id);
  hold(!to || to.role === "inbox" ? "移動先の工程が見つかりません。画面を読み込み直してください。" : null);
  await laneIn(db, who.company_id, group_id, subgroup_id);
  const { found, results } = await locked(db, who, cards);
  const rows = [...found.values()];
  const keys = rows.map((row) => row.key);
  const out = await cannotWhileOut(db, keys);
  const open = await openWorks(db, keys);
  const parts = await partsMade(db, who.company_id, rows.map((row) => row.id));
  for (const row of rows) {
    const result = results.get(row.key)!;
    if (!result.ok) continue;
    const made = parts.get(row.id);
    result.detail = cannotMove(row, to) ?? out.get(row.key) ?? null;
    if (!result.detail && open.some((work) => work.card_key === row.key)) result.exceptions.push("working");
    if (!result.detail && made && made.made < made.all) result.exceptions.push("parts");
    if (!result.detail && to!.role === "ready" && undone(row) !== "0" && isOnward(processes, row.group_id, group_id)) result.exceptions.push("left");
    if (!result.detail && include === "ok" && result.exceptions.length > 0) result.detail = "確認が必要なため、移動していません。";
    result.ok = result.detail === null;
  }
  if (dry_run) return answered(results);
  const going = rows.filter((row) => results.get(row.key)!.ok);
  const told = close_work ? await ended(db, who, open.filter((work) => results.get(work.card_key)?.ok)) : new Map<number, Told>();
  const moved = await changeCards(db, who, "moved", going.map((row) => ({
    card: row, changes: same(row, placed(who, row, to!, processes, subgroup_id ?? null)), told: told.get(row.key),
  })), reason);
  for (const row of moved) results.get(row.key)!.version = row.version;
  return answered(results);
}

/** Each entry says the same fields, so that one statement writes them all. */
const same = (row: Card, changes: PlaceChanges): PlaceChanges =>
  ({ product_time: row.product_time, num_partial: row.num_partial, subgroup_id: row.subgroup_id, ...changes });

/** Ends this work at many cards; what each card's own log then says of it. */
async function ended(db: Tx, who: Who, works: Work[]): Promise<Map<number, Told>> {
  if (works.length === 0) return new Map();
  const keys = [...new Set(works.map((work) => work.card_key))];
  await closeWorks(db, who, works);
  const before = await db.select().from(card_inner).where(inArray(card_inner.card_key, keys));
  await db.update(card_inner).set({ worker: null, work_end: who.now }).where(inArray(card_inner.card_key, keys));
  return new Map(before.map((row) => [row.card_key,
    { before: { worker: row.worker, work_end: row.work_end }, after: { worker: null, work_end: who.now } }]));
}

const PLACE = ["group_id", "subgroup_id", "status", "moved_group", "group_update_time", "product_time", "num_partial"] as const;

/** Takes a bulk move back for those cards of it that nothing has happened to since. */
export async function undoMoves(db: Tx, who: Who, { cards }: z.output<typeof bulkUndo>): Promise<MoveResults> {
  const { found, results } = await locked(db, who, cards);
  const active = new Set((await processesOf(db, who.company_id)).map((process) => process.group_id));
  const rows = [...found.values()].filter((row) => results.get(row.key)!.ok);
  const { subject_key: of, seq, kind, before } = activity;
  const entries = rows.length === 0 ? [] : await db.select({ of, seq, kind, before }).from(activity).where(and(eq(activity.subject, "card"),
    inArray(of, rows.map((row) => row.key)), inArray(seq, [...new Set(rows.map((row) => row.version))])));
  const back = rows.flatMap((row) => {
    const last = entries.find((entry) => entry.of === row.key && entry.seq === row.version);
    const result = results.get(row.key)!;
    if (last?.kind !== "moved") result.detail = "移動のあとに更新があるため、元に戻せません。";
    else if ("group_id" in last.before && !active.has(Number(last.before.group_id))) result.detail = "元の工程がなくなったため、戻せません。";
    result.ok = result.detail === null;
    if (!result.ok) return [];
    const was = Object.fromEntries(PLACE.filter((name) => name in last!.before).map((name) => [name, last!.before[name]]));
    return [{ card: row, changes: same(row, was) }];
  });
  for (const row of await changeCards(db, who, "undone", back, "移動を元に戻す")) results.get(row.key)!.version = row.version;
  return answered(results);
}
