import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import type { Tx } from "~/lib/db/connection.server";
import { cautionsOf } from "~/lib/product/product.route.server";
import { processesOf } from "~/lib/shop/process.server";
import { reasonsOf } from "~/lib/shop/reason.server";
import { workersOf } from "~/lib/shop/worker.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { card_link, defect, pause, work } from "~/lib/tables/work.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { tokyoDate } from "~/lib/time/date";
import { cannotMerge } from "./branch";
import { childrenOf } from "./branch.child.server";
import { undoLabel } from "./undo.server";
import { isLastStep, leftHere, pausedMinutes, workedMinutes } from "./work";
import { type CardWork, cardWork } from "./work.page.schema";

export async function workOf(db: Tx, who: Who, key: number): Promise<CardWork> {
  const [one] = await db
    .select()
    .from(card)
    .where(and(eq(card.key, key), eq(card.seller_id, who.company_id)));
  if (!one) throw notFound("カード");
  const works = await worksOf(db, who, key);
  const defects = await db
    .select({ row: defect, worker_name: worker.name })
    .from(defect)
    .leftJoin(worker, eq(worker.worker_id, defect.worker_id))
    .where(eq(defect.card_key, key))
    .orderBy(asc(defect.key));
  const kin = (
    await childrenOf(db, who.company_id, [one.id, ...(one.parent_id ? [one.parent_id] : [])])
  ).filter((row) => row.key !== key);
  const children = kin.filter((row) => row.parent_id === one.id);
  const processes = await processesOf(db, who.company_id);
  const open = works.filter((row) => row.work_end === null);
  return cardWork.parse({
    state:
      one.group_id === 99 || one.product_time
        ? "done"
        : open.length === 0
          ? "none"
          : open.every((row) => row.is_paused)
            ? "paused"
            : "working",
    caution:
      (await cautionsOf(db, one.product_id ? [one.product_id] : []))
        .get(one.product_id!)
        ?.find((step) => step.group_id === one.group_id)?.text ?? null,
    num_left: leftHere(one, isLastStep(processes, one.group_id)),
    works,
    defects: defects.map(({ row, worker_name }) => ({ ...row, worker_name })),
    links: await linksOf(db, key),
    parts: children.filter((row) => row.task_type === "part").map(child),
    branches: children.filter((row) => row.task_type !== "part").map(child),
    mergeable: kin.filter((row) => cannotMerge(one, row) === null).map(child),
    workers: await workersOf(db, who, false),
    busy: await busyElsewhere(db, who, key),
    reasons: await reasonsOf(db, who.company_id, false),
    undo: await undoLabel(db, one),
    holidays: [...(await holidaysOf(db, who.company_id))].filter(
      (day) => day >= tokyoDate(one.created_time) && day <= (one.delivery_date ?? ""),
    ),
  });
}

const child = (row: Card) => ({ ...row, is_done: row.shipped_time !== null || row.product_time !== null });

async function busyElsewhere(db: Tx, who: Who, key: number) {
  return db
    .select({ worker_id: work.worker_id, id: card.id, status: work.status })
    .from(work)
    .innerJoin(card, eq(card.key, work.card_key))
    .where(
      and(
        eq(work.seller_id, who.company_id),
        isNull(work.work_end),
        isNotNull(work.worker_id),
        eq(work.is_unmanned, false),
        ne(work.card_key, key),
      ),
    )
    .orderBy(asc(work.key))
    .limit(200);
}

async function worksOf(db: Tx, who: Who, key: number) {
  const rows = await db
    .select({ row: work, worker_name: worker.name })
    .from(work)
    .leftJoin(worker, eq(worker.worker_id, work.worker_id))
    .where(eq(work.card_key, key))
    .orderBy(asc(work.key));
  const stops =
    rows.length === 0
      ? []
      : await db
          .select()
          .from(pause)
          .where(
            inArray(
              pause.work_key,
              rows.map(({ row }) => row.key),
            ),
          )
          .orderBy(asc(pause.key));
  return rows.map(({ row, worker_name }) => {
    const pauses = stops.filter((stop) => stop.work_key === row.key);
    return {
      ...row,
      worker_name,
      pauses,
      minutes: workedMinutes(row, pauses, who.now),
      paused_minutes: pausedMinutes(pauses, who.now),
      is_paused: row.work_end === null && pauses.some((stop) => stop.pause_end === null),
    };
  });
}

async function linksOf(db: Tx, key: number) {
  const rows = await db
    .select({ link: card_link, partner: card, name: factory.name, order_id: orders.order_id })
    .from(card_link)
    .innerJoin(card, eq(card.key, card_link.partner_key))
    .innerJoin(factory, eq(factory.id, card_link.partner_id))
    .innerJoin(orders, eq(orders.key, card_link.order_key))
    .where(eq(card_link.card_key, key))
    .orderBy(asc(card_link.key));
  return rows.map(({ link, partner, name, order_id }) => ({
    ...link,
    order_id,
    partner_name: name,
    partner_card: partner.id,
    partner_status: partner.status,
    partner_answer: partner.answer,
    partner_good: partner.num_good,
    partner_shipped_time: partner.shipped_time,
  }));
}

export async function workStates(db: Tx, card_keys: number[]): Promise<Map<number, "working" | "paused">> {
  if (card_keys.length === 0) return new Map();
  const rows = await db
    .select({ key: work.card_key, going: sql<boolean>`bool_or(${pause.key} is null)` })
    .from(work)
    .leftJoin(pause, and(eq(pause.work_key, work.key), isNull(pause.pause_end)))
    .where(and(sql`${work.card_key} = any(${sql.param(card_keys)}::bigint[])`, isNull(work.work_end)))
    .groupBy(work.card_key);
  return new Map(rows.map((row) => [row.key, row.going ? "working" : "paused"]));
}
