import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/shop/process.server";
import { activity, activity_inner } from "~/lib/tables/activity.table.server";
import { type Card, card, card_inner } from "~/lib/tables/card.table.server";
import { card_link } from "~/lib/tables/work.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { rejoinRest } from "./branch.merge.server";
import { type CardChange, changeCards } from "./card.write.server";
import { answered } from "./move";
import { lockPicked, sameFields } from "./move.lock.server";
import type { bulkUndo, MoveResults } from "./move.schema";
import { cancelCards } from "./order.cards.server";
import { goOn } from "./undo.ended.server";

const MOVED_FIELDS = [
  "group_id",
  "subgroup_id",
  "status",
  "moved_group",
  "group_update_time",
  "product_time",
  "num_partial",
  "place",
] as const;
const WHY = "移動を元に戻す";

async function entriesOf(db: Tx, rows: Card[]) {
  const seqs = [...new Set(rows.flatMap((row) => [row.version, row.version - 1]))];
  const found =
    rows.length === 0
      ? []
      : await db
          .select({ entry: activity, inner: activity_inner })
          .from(activity)
          .leftJoin(activity_inner, eq(activity_inner.activity_key, activity.key))
          .where(
            and(
              eq(activity.subject, "card"),
              inArray(
                activity.subject_key,
                rows.map((row) => row.key),
              ),
              inArray(activity.seq, seqs),
            ),
          );
  const by = new Map(found.map((one) => [`${one.entry.subject_key}.${one.entry.seq}`, one]));
  return (row: Card) => {
    const last = by.get(`${row.key}.${row.version}`);
    const before = by.get(`${row.key}.${row.version - 1}`);
    if (last?.entry.kind === "moved") return { move: last, sent: null };
    const both =
      last?.entry.kind === "outsourced" &&
      before?.entry.kind === "moved" &&
      before.entry.at === last.entry.at;
    return both ? { move: before, sent: last.inner } : null;
  };
}

async function touchedRests(db: Tx, who: Who, rows: Card[]) {
  const found =
    rows.length === 0
      ? []
      : await db
          .select({ parent_id: card.parent_id, at: card.created_time })
          .from(card)
          .where(
            and(
              eq(card.seller_id, who.company_id),
              inArray(
                card.parent_id,
                rows.map((row) => row.id),
              ),
              eq(card.task_type, "division"),
              gt(card.version, 1),
            ),
          );
  return (row: Card, at: string) => found.some((one) => one.parent_id === row.id && one.at === at);
}

async function linksOf(db: Tx, keys: number[]) {
  const rows =
    keys.length === 0
      ? []
      : await db
          .select({ link: card_link, id: card.id, version: card.version })
          .from(card_link)
          .innerJoin(card, eq(card.key, card_link.partner_key))
          .where(
            and(
              inArray(card_link.card_key, keys),
              isNull(card_link.received_time),
              isNull(card_link.cancelled_time),
            ),
          );
  return new Map(rows.map((row) => [row.link.card_key, row]));
}

/** Only those that nothing has happened to since, here and at the partner's. */
export async function undoMoves(
  db: Tx,
  who: Who,
  { cards }: z.output<typeof bulkUndo>,
): Promise<MoveResults> {
  const { rows, results } = await lockPicked(db, who, cards);
  const active = new Set(
    (await processesOf(db, who.company_id)).map((factoryProcess) => factoryProcess.group_id),
  );
  const fresh = rows.filter((row) => results.get(row.key)!.ok);
  const entryOf = await entriesOf(db, fresh);
  const links = await linksOf(
    db,
    fresh.filter((row) => entryOf(row)?.sent).map((row) => row.key),
  );
  const touched = await touchedRests(db, who, fresh);
  const back = fresh.flatMap((row) => {
    const found = entryOf(row);
    const link = links.get(row.key);
    const result = results.get(row.key)!;
    const from = found?.move.entry.before.group_id;
    if (!found) result.detail = "移動のあとに更新があるため、元に戻せません。";
    else if (from !== undefined && !active.has(Number(from)))
      result.detail = "元の工程がなくなったため、戻せません。";
    else if (found.sent && link?.version !== 1) {
      result.detail = `協力会社のカード ${link?.id ?? ""} に、そのあとの動きがあるため、元に戻せません。カードの画面で外注の状況を確かめてください。`;
    } else if (touched(row, found.move.entry.at))
      result.detail = "残りの枝に更新があるため、元に戻せません。枝を「合流」してください。";
    result.ok = result.detail === null;
    return result.ok ? [{ row, link, ...found! }] : [];
  });
  await takeBack(
    db,
    who,
    back.flatMap(({ link }) => link?.link ?? []),
  );
  const reopened = new Map<number, CardChange>();
  for (const { row, move, sent } of back) {
    const told = [
      ...(move.inner?.after["work.keys"] ? [await goOn(db, who, row, move.inner)] : []),
      ...(sent ? [apart(sent)] : []),
    ];
    const all = (side: "before" | "after"): Changed => Object.assign({}, ...told.map((one) => one[side]));
    if (told.length > 0) reopened.set(row.key, { before: all("before"), after: all("after") });
  }
  const undone = await changeCards(
    db,
    who,
    "undone",
    back.map(({ row, move: { entry } }) => {
      const was = Object.fromEntries(
        MOVED_FIELDS.filter((name) => name in entry.before).map((name) => [name, entry.before[name]]),
      );
      return { card: row, told: reopened.get(row.key), changes: sameFields(row, was) };
    }),
    WHY,
  );
  for (const [index, row] of undone.entries()) {
    const result = results.get(row.key)!;
    result.version = (await rejoinRest(db, who, row, back[index]!.move.entry)).version;
  }
  return answered([...results.values()]);
}

async function takeBack(db: Tx, who: Who, links: (typeof card_link.$inferSelect)[]): Promise<void> {
  if (links.length === 0) return;
  for (const order_key of new Set(links.map((link) => link.order_key))) {
    await cancelCards(
      db,
      who,
      order_key,
      links.filter((link) => link.order_key === order_key).map((link) => link.partner_key),
      WHY,
    );
  }
  await db
    .update(card_link)
    .set({ cancelled_time: who.now })
    .where(
      inArray(
        card_link.key,
        links.map((link) => link.key),
      ),
    );
  await db
    .update(card_inner)
    .set({ collab_id: null, collab_name: null })
    .where(
      inArray(
        card_inner.card_key,
        links.map((link) => link.card_key),
      ),
    );
}

type Inner = typeof activity_inner.$inferSelect;

const apart = ({ before, after }: Inner): CardChange => ({
  before: { collab_id: after.collab_id ?? null, collab_name: after.collab_name ?? null },
  after: { collab_id: before.collab_id ?? null, collab_name: before.collab_name ?? null },
});
