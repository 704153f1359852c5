import { isNull } from "drizzle-orm";
import { decimal, milli } from "~/lib/money/decimal";
import { type Card, card as cards } from "~/lib/tables/card.table.server";
import { undone } from "~/lib/task/branch";
import { childOf } from "~/lib/task/branch.child.server";
import { lockChildren } from "~/lib/task/card.lock.server";
import type { Amending } from "./amend.cards.server";

const most = (a: bigint, b: bigint) => (a > b ? a : b);

/** Parts follow the card they go into (D10); what is done stays. `into`: a branch that needs its own. */
export async function scalePartsTo(on: Amending, from: Card, to: string, into?: Card): Promise<void> {
  const parts = await lockChildren(on.db, from, "part", isNull(cards.cancelled_time));
  for (const part of parts.filter((one) => one.shipped_time === null)) {
    const exact = milli(part.num_items) * milli(to);
    const step = part.order_unit === "kg" ? 1n : 1000n;
    const per = milli(from.num_items) * step;
    const needed = ((exact + per - 1n) / per) * step;
    if (into) {
      if (needed > 0n)
        on.put(
          await childOf(on.db, on.who, part, into, "part", { num_items: decimal(needed) }, { num_good: "0" }),
        );
      continue;
    }
    const left = undone(part);
    const done = milli(part.num_items) - milli(left);
    const num_items = most(needed, done);
    if (num_items === 0n) await on.cancel(part);
    else if (num_items !== milli(part.num_items))
      await on.change(part, on.priced(part, { num_items: decimal(num_items) }), "scaled");
  }
}
