import { asc, eq } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { decimal, milli } from "~/lib/money/decimal";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { tokyoDate } from "~/lib/time/date";
import { isIssuer } from "./document";
import { isParty } from "./document.server";
import {
  deemedUntil,
  inspectionState,
  isAsking,
  isGoods,
  orderProgress,
  pendingItems,
  reverseProblem,
} from "./inspection";
import { inspectionTerms } from "./inspection.due.server";
import {
  cardSums,
  isRefilled,
  isReworked,
  readInspections,
  refillOf,
  reworkedOf,
  reworkLeft,
  type StoredInspection,
} from "./inspection.rows.server";
import type { InspectedLine, InspectionRow, InspectionSheet } from "./inspection.schema";

type Note = typeof delivery.$inferSelect;
type Line = typeof delivery_line.$inferSelect;

/** What each line's 検収 is, and what this company may do about it. */
async function inspectionsOf(
  db: Tx,
  who: Who,
  note: Note,
  lines: Line[],
): Promise<Map<number, InspectedLine>> {
  const { rows, replaced } = await readInspections(db, note.key);
  const files = await filesOf(
    db,
    who,
    "inspection",
    rows.map(({ row }) => row.key),
  );
  const { basis, dueOf } = await inspectionTerms(db, note);
  const cards = await cardSums(
    db,
    lines.flatMap(({ card_key }) => card_key ?? []),
  );
  const live = note.cancelled_time === null;
  const today = tokyoDate(who.now);
  const nameOf = (company_id: string | null, name: string, company: string | null) =>
    company_id === null || company_id === who.company_id ? name : (company ?? "運営");

  const replacedOf = ({ line_no }: Line) => replaced.get(line_no) ?? "0";
  const shown = (stored: StoredInspection, line: Line): InspectionRow => {
    const { row, answer, is_reversed, is_billed } = stored;
    const again = reworkedOf(rows, row.key);
    const is_followed = again !== "0" || (isRefilled(row.treatment) && replaced.has(line.line_no));
    const given = {
      ...row,
      is_reversed,
      is_billed,
      answer: answer && {
        agreed: answer.agreed,
        words: answer.words,
        answered_time: answer.answered_time,
        actor: nameOf(answer.actor_company, answer.actor_name, null),
      },
    };
    const own = row.actor_company === who.company_id;
    const asked = rows.some(
      (one) => one.row.about === row.key && one.row.kind === "asked" && one.answer === null,
    );
    const inspects = live && note.buyer_id === who.company_id;
    return {
      ...given,
      actor: nameOf(row.actor_company, row.actor_name, stored.company),
      files: files.filter((file) => file.owner_key === String(row.key)),
      may_answer: live && !own && isAsking(given),
      may_reverse: live && own && reverseProblem({ ...given, is_followed }, line, basis) === null,
      may_ask:
        live && row.kind === "deemed" && !is_reversed && !asked && today <= deemedUntil(row.inspected_date),
      may_rework:
        inspects &&
        !is_reversed &&
        isReworked(row.treatment) &&
        reworkLeft(rows, row, replacedOf(line)) !== "0",
      may_replace:
        live &&
        note.seller_id === who.company_id &&
        !is_reversed &&
        isRefilled(row.treatment) &&
        refillOf(rows, line, replacedOf(line)) !== "0",
    };
  };

  return new Map(
    lines.map((line) => {
      const goods = isGoods(line);
      const card = line.card_key === null ? undefined : cards.get(line.card_key);
      const progress = card && goods ? orderProgress(card) : null;
      const state = goods && live ? inspectionState(line) : null;
      return [
        line.line_no,
        {
          state,
          num_accepted: line.num_accepted,
          num_rejected: line.num_rejected,
          num_concession: line.num_concession,
          num_pending: goods ? pendingItems(line) : "0",
          inspected_date: line.inspected_date,
          num_billed: line.num_billed,
          basis,
          due: state === "pending" ? dueOf(line.line_no) : null,
          ordered: card ? decimal(milli(card.ordered)) : null,
          delivered: card ? decimal(milli(card.num_items)) : null,
          rest: progress?.rest ?? null,
          order_state: progress?.state ?? null,
          is_closed: card?.is_closed ?? false,
          num_refill: refillOf(rows, line, replacedOf(line)),
          rows: rows.filter(({ row }) => row.line_no === line.line_no).map((stored) => shown(stored, line)),
        },
      ];
    }),
  );
}

export async function readSheet(db: Tx, who: Who, key: number): Promise<InspectionSheet> {
  const [note] = await db
    .select()
    .from(delivery)
    .where(isParty(delivery, who, key));
  if (!note) throw notFound("納品書");
  const lines = await db
    .select()
    .from(delivery_line)
    .where(eq(delivery_line.delivery_key, key))
    .orderBy(asc(delivery_line.line_no));
  const inspections = await inspectionsOf(db, who, note, lines);
  const shown = lines.map((line) => ({
    ...inspections.get(line.line_no)!,
    line_no: line.line_no,
    name: line.name,
    card_id: line.card_id,
    order_id: line.order_id,
    drawing_no: line.drawing_no,
    num_items: line.num_items,
    order_unit: line.order_unit,
    unit_price: line.unit_price,
  }));
  const { number, version, seller_id, buyer_id, delivery_date } = note;
  const is_cancelled = note.cancelled_time !== null;
  const num_waiting = shown.filter((line) => line.state === "pending").length;
  return {
    key,
    number,
    version,
    seller_id,
    buyer_id,
    partner_name: isIssuer(note, who) ? note.buyer.name : note.seller.name,
    delivery_date,
    is_cancelled,
    may_inspect: buyer_id === who.company_id && num_waiting > 0,
    num_waiting,
    num_asking: shown.flatMap((line) => line.rows).filter((row) => row.may_answer).length,
    lines: shown,
  };
}
