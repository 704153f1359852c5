import { isNull } from "drizzle-orm";
import { compareDecimal } from "~/lib/money/decimal";
import { type Card, card as cards } from "~/lib/tables/card.table.server";
import { childOf } from "~/lib/task/branch.child.server";
import { lockChildren } from "~/lib/task/card.lock.server";
import { partsFor, ratioOf, scaledTo } from "~/lib/task/part";
import type { Amending } from "./amend.cards.server";

/** Parts follow the card they go into (D10); what is done stays. `into`: a branch that needs its own. */
export async function scalePartsTo(on: Amending, from: Card, to: string, into?: Card): Promise<void> {
  const parts = await lockChildren(on.db, from, "part", isNull(cards.cancelled_time));
  for (const part of parts.filter((one) => one.shipped_time === null)) {
    const ratio = ratioOf(part, from.num_items);
    if (into) {
      const num_items = partsFor(ratio, to, part.order_unit);
      if (compareDecimal(num_items, "0") > 0)
        on.put(await childOf(on.db, on.who, part, into, "part", { num_items }, { num_good: "0", ...ratio }));
      continue;
    }
    const num_items = scaledTo(part, ratio, to);
    if (num_items === "0") await on.cancel(part);
    else if (compareDecimal(num_items, part.num_items) !== 0)
      await on.change(part, on.priced(part, { num_items, ...ratio }), "scaled");
  }
}
