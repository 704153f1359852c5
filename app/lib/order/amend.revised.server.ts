import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { termsOf } from "~/lib/partner/party.server";
import { order_line, order_revision, order_revision_line } from "~/lib/tables/order.table.server";
import { standingFamily } from "~/lib/task/order.family";
import { addLine, costLine } from "./amend.added.server";
import { applyFields, applyQuantity } from "./amend.apply.server";
import { isRedrawn, remakes } from "./amend.batch";
import { Amending } from "./amend.cards.server";
import { amendPath, recordOrder } from "./amend.log.server";
import { cardsNow } from "./amend.lots.server";
import { redraw } from "./amend.redraw.server";
import { type OrderHead, type Standing, standings } from "./amend.standing.server";
import { AMENDED_FIELDS } from "./amend.words";
import { dueNow } from "./order.due";
import { lineNow } from "./order.now";
import type { AmendmentRow, ItemRow, VersionLine } from "./order.revision.server";

/** What no card says of a line: all but its figures and its day. */
const CARRIED = AMENDED_FIELDS.filter(
  (name) => name !== "num_items" && name !== "delivery_date" && name !== "unit_price",
);

/** A line as the new version has it: what its cards say once they are changed, and what they do not say. */
async function revisedLine(
  db: Tx,
  order: OrderHead,
  line: VersionLine,
  { after }: ItemRow,
  on: Amending,
): Promise<VersionLine> {
  const now = lineNow(line, standingFamily(on.card(line.card_key), on.cards.all), on.rounding);
  const terms = (await termsOf(db, [order])).get(`${order.seller_id} ${order.buyer_id}`);
  const { is_off, delivery_dates, ...figures } = now;
  const moved = delivery_dates.length > 0 && delivery_dates.join() !== line.delivery_date;
  const priced = figures.unit_price !== null;
  return {
    ...line,
    ...figures,
    is_off,
    ...(moved && { delivery_date: delivery_dates[0]!, ...dueNow(now, order, terms) }),
    ...Object.fromEntries(
      CARRIED.flatMap((name) => (after[name] === undefined ? [] : [[name, after[name]]])),
    ),
    ...(priced && { undetermined_reason: null, planned_fix_date: null }),
  };
}

/** One answer makes one version, of all that was agreed by it. */
export async function revise(
  db: Tx,
  who: Who,
  order: OrderHead,
  row: AmendmentRow,
  agreed: ItemRow[],
  before: Map<number, Standing>,
  words: string | undefined,
): Promise<number> {
  const pair = { seller_id: order.seller_id, buyer_id: order.buyer_id };
  const revision = Math.max(1, ...[...before.values()].map(({ line }) => line.revision)) + 1;
  const on = await Amending.of(
    db,
    who,
    order,
    await cardsNow(db, order, true),
    `変更依頼 v${revision}：${row.words}`,
  );
  for (const item of agreed) {
    const line = item.line_no === null ? undefined : before.get(item.line_no)!.line;
    if (!line) continue;
    await applyQuantity(on, on.card(line.card_key), item, row);
    if (item.after.drawing_revision !== undefined && isRedrawn(row, item))
      await on.asSeller(() => redraw(on, on.card(line.card_key), (key) => remakes(row, item, key)));
    await applyFields(on, on.card(line.card_key), item, line);
  }
  const after = await standings(db, order, on.cards);
  const changed = await Promise.all(
    agreed.flatMap((item) => {
      const standing = item.line_no === null ? undefined : after.get(item.line_no);
      return standing ? revisedLine(db, order, standing.line, item, on) : [];
    }),
  );
  const last = Math.max(...before.keys());
  const added: VersionLine[] = [];
  for (const item of agreed) {
    const of = item.line_no === null ? null : before.get(item.line_no)!.line;
    const line_no = last + added.length + 1;
    if (!of) added.push(await addLine(on, item, line_no));
    else if (item.cost !== null) added.push(await costLine(on, row, item, of, line_no));
  }
  await db.insert(order_revision).values({
    ...pair,
    order_key: order.key,
    revision,
    amendment_key: row.key,
    agreed_by: who.company_id,
    agreer_name: who.name,
    agreed_time: who.now,
    words,
  });
  if (added.length > 0)
    await db.insert(order_line).values(added.map(({ is_off: _, ...line }) => ({ ...line, revision })));
  await db.insert(order_revision_line).values([...changed, ...added].map((line) => ({ ...line, revision })));
  const { rows } = await db.execute<{ digest: string }>(
    sql`select revision_digest(${order.key}, ${revision}) as digest`,
  );
  await recordOrder(
    db,
    who,
    order,
    {
      kind: "revised",
      reason: row.words,
      after: { revision, amendment_key: row.key, digest: rows[0]!.digest },
    },
    {
      kind: "agreed",
      title: "変更依頼の合意",
      text: `${order.order_id} の変更依頼に合意しました（改訂 v${revision}）`,
      path: amendPath(order.key, row.key),
    },
  );
  return revision;
}
