import { and, asc, desc, eq, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { revisionProblem } from "~/lib/file/file";
import { ownItemsOf } from "~/lib/measurement/measurement.server";
import { cautionsOf } from "~/lib/product/product.route.server";
import { processesOf } from "~/lib/shop/process.server";
import { card } from "~/lib/tables/card.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { file } from "~/lib/tables/file.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { nextProcess } from "~/lib/task/card";
import { halfDone } from "~/lib/task/rest";
import { attending, isLastStep, leftHere, runsUnmanned } from "~/lib/task/work";
import { shortName } from "~/lib/text/company.name";
import { NON_KANBAN_GROUP, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { CardSummary } from "./scan";

const MAX_SCANS = 200;
const CHOICES = 20;

export async function recentCards(db: Tx, who: Who): Promise<number[]> {
  const rows = await db
    .select({ key: card.key })
    .from(card)
    .where(and(eq(card.seller_id, who.company_id), lt(card.group_id, NON_KANBAN_GROUP)))
    .orderBy(desc(card.update_time), desc(card.key))
    .limit(MAX_SCANS);
  return rows.map((row) => row.key);
}

export async function cardsOfProduct(db: Tx, who: Who, product_id: number): Promise<number[]> {
  const rows = await db
    .select({ key: card.key })
    .from(card)
    .where(
      and(
        eq(card.product_id, product_id),
        eq(card.seller_id, who.company_id),
        lt(card.group_id, NON_KANBAN_GROUP),
        or(isNull(card.answer), notInArray(card.answer, ["waiting", "proposed"])),
      ),
    )
    .orderBy(asc(card.delivery_date), asc(card.key))
    .limit(CHOICES);
  return rows.map((row) => row.key);
}

async function drawingsOf(
  db: Tx,
  cards: { key: number; product_id: number | null }[],
): Promise<Map<string, { key: string; revision: string | null }>> {
  const of = (kind: "card" | "product", keys: (number | null)[]) =>
    and(eq(file.owner_kind, kind), inArray(file.owner_key, keys.map(String)));
  const rows =
    cards.length === 0
      ? []
      : await db
          .select({ key: file.key, revision: file.revision, kind: file.owner_kind, of: file.owner_key })
          .from(file)
          .where(
            and(
              or(
                of(
                  "card",
                  cards.map((one) => one.key),
                ),
                of(
                  "product",
                  cards.map((one) => one.product_id),
                ),
              ),
              eq(file.kind, "drawing"),
              eq(file.has_thumb, true),
              isNull(file.deleted_time),
            ),
          )
          .orderBy(asc(file.is_latest), asc(file.id));
  return new Map(rows.map((row) => [`${row.kind} ${row.of}`, row]));
}

export async function cardSummariesOf(db: Tx, who: Who, keys: number[]): Promise<CardSummary[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .select({ row: card, buyer: factory.name })
    .from(card)
    .innerJoin(factory, eq(factory.id, card.buyer_id))
    .where(and(eq(card.seller_id, who.company_id), inArray(card.key, keys)));
  const open = await db
    .select({
      card_key: work.card_key,
      worker_id: work.worker_id,
      name: worker.name,
      is_unmanned: work.is_unmanned,
      going: sql<boolean>`${pause.key} is null`,
    })
    .from(work)
    .leftJoin(worker, eq(worker.worker_id, work.worker_id))
    .leftJoin(pause, and(eq(pause.work_key, work.key), isNull(pause.pause_end)))
    .where(and(inArray(work.card_key, keys), isNull(work.work_end)))
    .orderBy(asc(work.key));
  const processes = await processesOf(db, who.company_id);
  const drawings = await drawingsOf(
    db,
    rows.map(({ row }) => row),
  );
  const product_ids = [...new Set(rows.flatMap(({ row }) => row.product_id ?? []))];
  const cautions = await cautionsOf(db, product_ids);
  const own = await ownItemsOf(db, product_ids);
  const made = new Map(
    rows.map(({ row, buyer }): [number, CardSummary] => {
      const mine = open.filter((one) => one.card_key === row.key);
      const drawing = drawings.get(`card ${row.key}`) ?? drawings.get(`product ${row.product_id}`);
      const off = row.group_id === NON_KANBAN_GROUP || row.answer === "waiting" || row.answer === "proposed";
      return [
        row.key,
        {
          key: row.key,
          id: row.id,
          name: row.name,
          buyer_name: shortName(buyer),
          drawing_no: row.drawing_no,
          num_items: row.num_items,
          num_left: leftHere(row, isLastStep(processes, row.group_id)),
          num_rest: leftHere(row, true),
          unit: UNIT_LABEL[row.order_unit],
          delivery_date: row.delivery_date,
          is_urgent: row.is_urgent,
          group_id: row.group_id,
          status: row.status,
          worker_ids: mine.flatMap((one) => (one.is_unmanned ? [] : (one.worker_id ?? []))),
          workers: mine.flatMap(attending).join("、"),
          is_unmanned: mine.some((one) => one.is_unmanned),
          runs_unmanned: runsUnmanned(processes, row.group_id),
          state: off
            ? "off"
            : mine.length === 0
              ? "none"
              : mine.some((one) => one.going)
                ? "working"
                : "paused",
          next: nextProcess(processes, row.group_id)?.label ?? null,
          drawing: drawing?.key ?? null,
          revision_note: drawing ? revisionProblem(row.drawing_revision, drawing) : null,
          half: halfDone(row, processes),
          product_id: row.product_id,
          cautions: cautions.get(row.product_id ?? 0) ?? [],
          own_items: own.get(row.product_id ?? 0) ?? [],
        },
      ];
    }),
  );
  return keys.flatMap((key) => made.get(key) ?? []);
}
