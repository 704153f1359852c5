import { ne } from "drizzle-orm";
import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { aboveZero } from "~/lib/money/number.schema";
import { priceOf } from "~/lib/money/price";
import { collaborationOf } from "~/lib/partner/party.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { formatDate } from "~/lib/time/date";
import { NON_KANBAN_GROUP, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { agreedOf } from "./agreed.server";
import { undone } from "./branch";
import { childOf, type Share } from "./branch.child.server";
import type { dividing } from "./branch.schema";
import { lockChildren, ownCard } from "./card.lock.server";
import { type CardChanges, changeCard } from "./card.write.server";
import { cannotWork, parted } from "./work";
import { cannotWhileOut, refuseHalves, wrongInput } from "./work.open.server";

export async function branchOff(
  db: Tx,
  who: Who,
  parent: Card,
  shares: Share[],
  scale: boolean,
  reason?: string,
  more: CardChanges = {},
) {
  const given = shares.reduce((sum, share) => sum + milli(share.num_items), 0n);
  const num_items = decimal(milli(parent.num_items) - given);
  const { amount_rounding } = await collaborationOf(db, parent.seller_id, parent.buyer_id);
  const after = await changeCard(
    db,
    who,
    parent,
    "divided",
    { ...more, num_items, ...priceOf({ ...parent, num_items }, amount_rounding) },
    reason,
  );
  const branches: Card[] = [];
  for (const share of shares) branches.push(await childOf(db, who, parent, parent, "division", share));
  if (scale) await scaleParts(db, who, after, branches);
  return { parent: after, branches };
}

/** What is undone of a part card follows the branches that need it (D10). */
async function scaleParts(db: Tx, who: Who, parent: Card, branches: Card[]): Promise<void> {
  const parts = await lockChildren(db, parent, "part", ne(card.group_id, NON_KANBAN_GROUP));
  const out = await cannotWhileOut(
    db,
    parts.map((part) => part.key),
  );
  for (const part of parts) {
    let free = out.has(part.key) ? 0n : milli(undone(part));
    const [, ...wanted] = parted(
      milli(part.num_items),
      [parent, ...branches].map((one) => milli(one.num_items)),
      part.order_unit !== "kg",
    );
    const shares = wanted.map((one) => {
      const taken = one < free ? one : free;
      free -= taken;
      return taken;
    });
    const gone = shares.reduce((sum, one) => sum + one, 0n);
    // A part card is never emptied.
    if (gone === 0n || gone === milli(part.num_items)) continue;
    const num_items = decimal(milli(part.num_items) - gone);
    const { amount_rounding } = await collaborationOf(db, part.seller_id, part.buyer_id);
    await changeCard(db, who, part, "scaled", {
      num_items,
      ...priceOf({ ...part, num_items }, amount_rounding),
    });
    for (const [index, share] of shares.entries()) {
      if (share > 0n) await childOf(db, who, part, branches[index]!, "part", { num_items: decimal(share) });
    }
  }
}

/** A branch of what was ordered may come sooner; a later day is the buyer's to agree to (decision 139). */
async function laterThanAgreed(
  db: Tx,
  one: Card,
  parts: z.output<typeof dividing>["parts"],
): Promise<Record<string, string[]>> {
  const day = one.delivery_date;
  if (day === null || ((await agreedOf(db, one))?.line_no ?? null) === null) return {};
  const late = `注文の納期（${formatDate(day)}）より後にはできません。遅れる分は、変更依頼を出してください`;
  return Object.fromEntries(
    parts.flatMap(({ delivery_date }, at) =>
      delivery_date && delivery_date > day ? [[`parts[${at}].delivery_date`, [late]]] : [],
    ),
  );
}

export async function divideCard(
  db: Tx,
  who: Who,
  key: number,
  { version, parts, scale_parts, reason }: z.output<typeof dividing>,
): Promise<Card> {
  const one = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotWork(one, "分割"));
  refuseIf((await cannotWhileOut(db, [key])).get(key) ?? null);
  const left = undone(one);
  refuseIf(milli(left) > 0n ? null : "残りがないため、分割できません。");
  refuseHalves(one, Object.fromEntries(parts.map((part, at) => [`parts[${at}].num_items`, part.num_items])));
  const sum = parts.reduce((total, part) => total + milli(part.num_items), 0n);
  const count = (value: string) => `${formatNumber(value)}${UNIT_LABEL[one.order_unit]}`;
  if (sum !== milli(left)) {
    throw wrongInput({
      parts: [`合計は${count(decimal(sum))}です。残りの${count(left)}と同じになるように入力してください`],
    });
  }
  const [first, ...rest] = parts;
  const errors = Object.fromEntries(
    rest.flatMap((part, index) =>
      milli(part.num_items) > 0n ? [] : [[`parts[${index + 1}].num_items`, [aboveZero("数量")]]],
    ),
  );
  if (milli(first!.num_items) === 0n && milli(left) === milli(one.num_items))
    errors["parts[0].num_items"] = [aboveZero("数量")];
  Object.assign(errors, await laterThanAgreed(db, one, parts));
  if (Object.keys(errors).length > 0) throw wrongInput(errors);
  const other =
    first!.delivery_date && first!.delivery_date !== one.delivery_date
      ? { delivery_date: first!.delivery_date }
      : {};
  return (await branchOff(db, who, one, rest, scale_parts === "yes", reason, other)).parent;
}
