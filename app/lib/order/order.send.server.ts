import { sql } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import { postMessage } from "~/lib/chat/message.server";
import { documentNumber } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { partyOf } from "~/lib/partner/party.server";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { order_line, orders } from "~/lib/tables/order.table.server";
import { createCards } from "~/lib/task/card.create.server";
import { formatDate } from "~/lib/time/date";
import type { PartDelivery } from "~/lib/vocabulary/part.delivery";
import { useDraft } from "./draft.server";
import { unseenProblem } from "./order";
import { checkOf } from "./order.check.server";
import { keepOrderFiles } from "./order.files.server";
import { holdProducts, resolveOrder } from "./order.resolve.server";
import type { OrderInput } from "./order.schema";
import { supplyText } from "./order.supply";
import { holdTooling } from "./order.tooling.server";

const TAKEN = "この注文番号はすでに使われています。別の番号にするか、空欄にして自動で付けてください";

/** By as many statements as for one line. */
export async function sendOrder(
  db: Tx,
  who: Who,
  input: OrderInput,
): Promise<{ key: number; order_id: string; cards: Card[] }> {
  await holdProducts(db, input);
  await holdTooling(db, input);
  const resolved = await resolveOrder(db, who, input);
  const { lines, means, payment_terms, tolerance, toriteki, problem } = resolved;
  if (input.seen) refuseIf(unseenProblem(input.seen, checkOf(input, resolved).seen));
  refuseIf(toriteki === "covered" && problem ? `依頼先は取適法の対象です。${problem}。` : null);
  const inbox = (await processesOf(db, input.seller_id)).find(
    (factoryProcess) => factoryProcess.role === "inbox",
  );
  refuseIf(inbox ? null : "依頼先がまだ新規依頼を受け付けていません。依頼先にご連絡ください。");

  await useDraft(db, who, input.draft_key, input.draft_version);
  const sent = await insertOrder(db, who, input, { payment_terms, ...tolerance, ...means });
  const pair = { seller_id: input.seller_id, buyer_id: who.company_id };
  const ids = await cardNumbers(db, input.seller_id, lines.length);
  const cards = await createCards(
    db,
    who,
    lines.map((line, index) => ({
      ...pair,
      id: ids[index]!,
      order_key: sent.key,
      order_id: sent.order_id,
      product_id: line.product_id,
      name: line.name,
      drawing_no: line.drawing_no,
      drawing_revision: line.drawing_revision,
      num_items: line.num_items,
      order_unit: line.order_unit,
      unit: line.unit,
      num_units: line.num_units,
      unit_weight: line.unit_weight,
      pieces_per_set: line.pieces_per_set,
      unit_price: line.unit_price,
      price: line.price,
      delivery_date: line.delivery_date,
      delivery_time: line.delivery_time,
      destination_id: line.destination_id,
      destination: line.destination,
      note: cardNote(line),
      group_id: inbox!.group_id,
      status: inbox!.label,
      answer: "waiting" as const,
    })),
  );
  const made = new Map(cards.map((card) => [card.id, card]));
  const inOrder = ids.map((id) => made.get(id)!);
  await db
    .insert(order_line)
    .values(
      lines.map(
        (
          {
            days: _,
            verdict: __,
            cash_day: ______,
            expired: _______,
            tier: ________,
            destination_id: ___,
            unit_weight: ____,
            pieces_per_set: _____,
            ...line
          },
          index,
        ) => ({ ...line, ...pair, order_key: sent.key, line_no: index + 1, card_key: inOrder[index]!.key }),
      ),
    );
  await keepOrderFiles(db, who, sent.key, input, lines);
  await record(db, who, {
    subject: "order",
    subject_key: sent.key,
    seq: 1,
    ...pair,
    kind: "sent",
    before: {},
    after: { order_id: sent.order_id, order_date: input.order_date, num_lines: lines.length },
  });
  // In the pair's room, in this same transaction: an order that is not sent is not spoken of either.
  await postMessage(
    db,
    who,
    {
      id: `order-sent-${sent.key}`,
      roomId: `${pair.seller_id}_${pair.buyer_id}`,
      productId: undefined,
      taskId: undefined,
      message: sentText(
        sent.order_id,
        lines.map((line) => line.delivery_date),
      ),
    },
    { order_key: sent.key },
  );
  return { key: sent.key, order_id: sent.order_id, cards: inOrder };
}

async function cardNumbers(db: Tx, seller_id: string, num: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select next_number(${seller_id}, 'card')::text as id from generate_series(1, ${num}::int)`,
  );
  return rows.map((row) => row.id);
}

function sentText(order_id: string, dates: (string | null)[]): string {
  const [first, ...later] = [...new Set(dates.filter((date) => date !== null))].sort();
  const due = first ? `・納期 ${formatDate(first)}${later.length > 0 ? "～" : ""}` : "";
  return `新規依頼 ${order_id} を送りました（${dates.length}行${due}）`;
}

type Agreed = Pick<
  typeof orders.$inferInsert,
  "payment_terms" | "payment_method" | "maturity" | "maturity_unit" | "over_pct" | "under_pct"
>;

async function insertOrder(db: Tx, who: Who, input: OrderInput, agreed: Agreed) {
  const values = {
    seller_id: input.seller_id,
    buyer_id: who.company_id,
    order_date: input.order_date,
    seller: await partyOf(db, input.seller_id),
    buyer: await partyOf(db, who.company_id),
    inspection_days: input.inspection_days,
    ...agreed,
    payment_detail: input.payment_detail,
    supply_terms: input.supply_terms,
    note: input.note,
    person: input.person ?? issuingPerson(who),
    sent_time: who.now,
  };
  const insert = (order_id: string) =>
    db
      .insert(orders)
      .values({ ...values, order_id })
      .onConflictDoNothing({ target: [orders.buyer_id, orders.order_id] })
      .returning({ key: orders.key, order_id: orders.order_id });
  if (input.order_id) {
    const [made] = await insert(input.order_id);
    if (!made) throw new Refusal(422, "入力内容を確認してください。", { order_id: [TAKEN] });
    return made;
  }
  // A number that somebody typed by hand before its turn is passed over.
  for (;;) {
    const [made] = await insert(await documentNumber(db, who.company_id, "H", input.order_date));
    if (made) return made;
  }
}

type Noted = Parameters<typeof supplyText>[0] & {
  note: string | null;
  process_name: string | null;
  part_delivery: PartDelivery;
};
/** Without a price: a card's note is read by all who work on it. */
const cardNote = (line: Noted): string | null =>
  [
    line.process_name && `工程: ${line.process_name}`,
    line.part_delivery === "refused" && "分納不可",
    line.note,
    supplyText(line, false),
  ]
    .filter(Boolean)
    .join("\n") || null;
