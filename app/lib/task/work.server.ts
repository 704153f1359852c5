import { and, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { endRunning } from "~/lib/indirect/indirect.server";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { ownCard } from "./card.lock.server";
import { moveCard } from "./card.move.server";
import { changeCard } from "./card.write.server";
import { cannotWork, notUnmanned, RUNS_UNMANNED, runsUnmanned } from "./work";
import { namesOfWorkers } from "./work.ended.server";
import {
  atWork,
  cannotWhileOut,
  closeWorks,
  openWorks,
  reasonBy,
  workersBy,
  wrongInput,
} from "./work.open.server";
import type { pausing, resuming, starting } from "./work.schema";
import { warningsOf } from "./work.warnings.server";

/** `late`: it happened before, so that somebody who has left since may have done it. */
export async function startWork(
  db: Tx,
  who: Who,
  key: number,
  body: z.output<typeof starting>,
  late = false,
): Promise<Card> {
  const { version, worker_ids, group_id, inside, rest, is_unmanned, takes_over, override, reason } = body;
  let one = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotWork(one, "着手"));
  refuseIf((await cannotWhileOut(db, [key])).get(key) ?? null);
  const names = await workersBy(db, who, worker_ids, "worker_ids", late);
  if (group_id !== undefined && group_id !== one.group_id)
    one = await moveCard(db, who, key, { version, group_id, inside, rest, reason });
  if (is_unmanned && !runsUnmanned(await processesOf(db, one.seller_id), one.group_id))
    throw new Refusal(409, notUnmanned(one.status));
  const warnings = await warningsOf(db, one);
  if (warnings.length > 0 && !override)
    throw wrongInput(
      { override: warnings },
      "着手する前に確認してください。それでも着手するときは、理由を入力してください。",
    );
  if (warnings.length > 0 && !reason) throw wrongInput({ reason: ["着手する理由を入力してください"] });
  const open = await openWorks(db, [key]);
  const ids: (number | null)[] = worker_ids.length > 0 ? worker_ids : [null];
  if (is_unmanned && ids.length > 1)
    throw wrongInput({ worker_ids: ["無人運転の担当は1人だけ選んでください"] });
  const runs = is_unmanned && open.some((row) => row.is_unmanned);
  if (runs) throw new Refusal(409, RUNS_UNMANNED);
  const mine = open.filter((row) => ids.includes(row.worker_id));
  const twice = mine.find((row) => row.is_unmanned === is_unmanned);
  if (twice)
    throw new Refusal(
      409,
      `${twice.worker_id ? `${names.get(twice.worker_id)}さんは` : ""}このカードに、すでに着手しています。`,
    );
  // From the setup to the running machine, and back.
  const turned = open.filter((row) =>
    takes_over && row.group_id === one.group_id ? row.is_unmanned !== is_unmanned : mine.includes(row),
  );
  await closeWorks(db, who, turned);
  const made = await db
    .insert(work)
    .values(
      ids.map((worker_id) => ({
        seller_id: one.seller_id,
        card_key: key,
        group_id: one.group_id,
        status: one.status,
        worker_id,
        work_start: who.now,
        is_unmanned,
      })),
    )
    .returning({ key: work.key });
  if (!is_unmanned) await endRunning(db, who, worker_ids);
  return changeCard(db, who, one, "started", {}, reason, await atWork(db, who, one), {
    before: {},
    after: {
      ...(turned.length > 0 ? { "work.turned": keysOf(turned) } : {}),
      "work.keys": keysOf(made),
      "work.worker_ids": worker_ids.join(),
      "work.warnings": warnings.join("、") || null,
    },
  });
}

const keysOf = (rows: { key: number }[]) => rows.map(({ key }) => key).join();

async function chosen(db: Tx, one: Card, worker_ids: number[]) {
  const open = await openWorks(db, [one.key]);
  return worker_ids.length === 0
    ? open
    : open.filter((row) => row.worker_id !== null && worker_ids.includes(row.worker_id));
}

/** On a shared tablet the account names nobody. */
const namesAt = async (db: Tx, works: { key: number }[]) =>
  (await namesOfWorkers(db, works)).flatMap((one) => one.worker ?? []).join("、") || null;

export async function pauseWork(
  db: Tx,
  who: Who,
  key: number,
  { version, worker_ids, reason_id, reason }: z.output<typeof pausing>,
): Promise<Card> {
  const one = await ownCard(db, who, "seller_id", key, version);
  const open = await chosen(db, one, worker_ids);
  const paused =
    open.length === 0
      ? []
      : await db
          .select({ work_key: pause.work_key })
          .from(pause)
          .where(
            and(
              inArray(
                pause.work_key,
                open.map((row) => row.key),
              ),
              isNull(pause.pause_end),
            ),
          );
  const going = open.filter((row) => !paused.some((stop) => stop.work_key === row.key));
  refuseIf(
    open.length === 0 ? "作業中の人がいません。" : going.length === 0 ? "すでに中断しています。" : null,
  );
  const label = await reasonBy(db, who, "pause", reason_id);
  if (!label && !reason) throw wrongInput({ reason_id: ["中断理由を選ぶか、メモに書いてください"] });
  const why = [label, reason].filter(Boolean).join(" ");
  await db.insert(pause).values(
    going.map((row) => ({
      seller_id: one.seller_id,
      work_key: row.key,
      reason_id: reason_id ?? null,
      reason: why,
      pause_start: who.now,
    })),
  );
  return changeCard(
    db,
    who,
    one,
    "paused",
    {},
    undefined,
    {},
    {
      before: {},
      after: {
        "work.keys": keysOf(going),
        "work.reason": why,
        "work.workers": await namesAt(db, going),
      },
    },
  );
}

export async function resumeWork(
  db: Tx,
  who: Who,
  key: number,
  { version, worker_ids }: z.output<typeof resuming>,
): Promise<Card> {
  const one = await ownCard(db, who, "seller_id", key, version);
  const open = await chosen(db, one, worker_ids);
  const ended =
    open.length === 0
      ? []
      : await db
          .update(pause)
          .set({ pause_end: who.now })
          .where(
            and(
              inArray(
                pause.work_key,
                open.map((row) => row.key),
              ),
              isNull(pause.pause_end),
            ),
          )
          .returning({ work_key: pause.work_key });
  refuseIf(ended.length === 0 ? "中断している作業がありません。" : null);
  // A machine needs nobody to leave what they do.
  const again = open.filter((row) => !row.is_unmanned && ended.some(({ work_key }) => work_key === row.key));
  await endRunning(
    db,
    who,
    again.flatMap(({ worker_id }) => worker_id ?? []),
  );
  return changeCard(
    db,
    who,
    one,
    "resumed",
    {},
    undefined,
    {},
    {
      before: {},
      after: {
        "work.keys": ended.map((row) => row.work_key).join(),
        "work.workers": await namesAt(
          db,
          ended.map((row) => ({ key: row.work_key })),
        ),
      },
    },
  );
}
