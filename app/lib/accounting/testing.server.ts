import { tenant } from "~/lib/db/connection.server";
import type { TestApp } from "~/lib/server/testing.server";
import type { Card } from "~/lib/tables/card.table.server";
import { changeCard, type NewCard } from "~/lib/task/card.write.server";
import { request, someone } from "~/lib/task/testing.server";

/** Tanaka orders, yamada has shipped: 100 good pieces at 128.4 unless told. */
export async function shipped(t: TestApp, more: Partial<NewCard> = {}): Promise<Card> {
  const made = await request(t, { answer: "accepted", ...more });
  const who = someone(made.seller_id, "seller");
  return tenant(t.db, who, (db) =>
    changeCard(db, who, made, "shipped", {
      num_good: more.num_good ?? made.num_items,
      group_id: 99,
      group_update_time: who.now,
      status: "出荷済み",
      moved_group: made.group_id,
      shipped_time: who.now,
      product_time: who.now,
    }),
  );
}

type Terms = { buyer_id?: string; delivery_date: string; grouping?: string; [name: string]: unknown };

export const order = (cards: Card[], { buyer_id = "tanaka", grouping = "one", ...terms }: Terms) => ({
  buyer_id,
  grouping,
  show_amounts: true,
  unusual_date: true,
  lines: cards.map((card) => ({ card_key: card.key, num_items: card.num_good })),
  ...terms,
});
