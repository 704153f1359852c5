import { and, desc, eq, lt, ne, notExists, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { answerAmendment } from "~/lib/order/amend.answer.server";
import { proposeAmendment } from "~/lib/order/amend.propose.server";
import { findAmendment } from "~/lib/order/amend.read.server";
import { amendAnswer, amendInput } from "~/lib/order/amend.schema";
import { card } from "~/lib/tables/card.table.server";
import { delivery_line } from "~/lib/tables/delivery.table.server";
import { order_line } from "~/lib/tables/order.table.server";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

/** The newest lines that are being made and of which nothing was shipped. */
const underWay = (tx: Tx, seller_id: string, buyer_id: string) =>
  tx
    .select({
      key: order_line.order_key,
      line_no: order_line.line_no,
      num_items: order_line.num_items,
      delivery_date: order_line.delivery_date,
    })
    .from(order_line)
    .innerJoin(card, eq(card.key, order_line.card_key))
    .where(
      and(
        eq(order_line.seller_id, seller_id),
        eq(order_line.buyer_id, buyer_id),
        lt(card.group_id, 99),
        ne(card.group_id, 1),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(delivery_line)
            .where(eq(delivery_line.card_key, order_line.card_key)),
        ),
      ),
    )
    .orderBy(desc(order_line.order_key), order_line.line_no);

/** 変更依頼: an order that stands in v2, and one whose later date waits for an answer. */
export function amendActs({ seller_id, boss, buyers }: Shop, clock: Clock): Act[] {
  const [{ buyer_id, clerks }] = buyers;
  let agreed = { key: 0, amendment: 0 };
  return [
    {
      at: clock.instant(-0.9),
      username: clerks[0]!,
      run: async (tx, who) => {
        const [line] = await underWay(tx, seller_id, buyer_id);
        if (!line) return;
        const more = String(Number(line.num_items) + 20);
        const input = amendInput.parse({
          lines: [{ line_no: line.line_no, num_items: more }],
          words: "客先の追加分も一緒にお願いします。",
        });
        agreed = { key: line.key, amendment: (await proposeAmendment(tx, who, line.key, input)).key };
      },
    },
    {
      at: clock.instant(-0.8),
      username: boss,
      run: async (tx, who) => {
        if (agreed.key === 0) return;
        const { seen } = await findAmendment(tx, who, agreed.key, agreed.amendment);
        const answer = amendAnswer.parse({
          answers: [{ item_no: 1, answer: "agreed" }],
          words: "材料は足ります。",
          seen,
        });
        await answerAmendment(tx, who, agreed.key, agreed.amendment, answer);
      },
    },
    {
      at: clock.instant(-0.7),
      username: clerks[0]!,
      run: async (tx, who) => {
        const lines = await underWay(tx, seller_id, buyer_id);
        const line = lines.find(({ key }) => key !== agreed.key);
        if (!line) return;
        const later = clock.fromToday(28);
        const input = amendInput.parse({
          lines: [{ line_no: line.line_no, delivery_date: later }],
          words: "組立の日程が延びたため、納期を延ばしてください。",
          cause: "buyer",
        });
        await proposeAmendment(tx, who, line.key, input);
      },
    },
  ];
}
