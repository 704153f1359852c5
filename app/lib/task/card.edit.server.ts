import { eq } from "drizzle-orm";
import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem } from "~/lib/money/amount";
import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { convert, priceOf, unitProblem } from "~/lib/money/price";
import { collaborationOf } from "~/lib/partner/party.server";
import { cutElsewhere, cutProblem } from "~/lib/partner/price.cut";
import { type Card, card_inner } from "~/lib/tables/card.table.server";
import { work } from "~/lib/tables/work.table.server";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { refuseAgreed } from "./agreed.server";
import { overCount } from "./card";
import type { billing, CardEdit, cancelling, flagging } from "./card.edit.schema";
import { ownCard } from "./card.lock.server";
import { isStockBuyer } from "./card.read.server";
import { type CardChanges, changeCard, offBoard } from "./card.write.server";
import { cannotBill, cannotEdit } from "./ship";
import { releasedBy } from "./ship.stock.server";
import { cannotCancel } from "./work";
import { cannotWhileOut, wrongInput } from "./work.open.server";

/** Frozen by a 納品書. */
const BILLED = [
  "name",
  "order_id",
  "num_items",
  "unit",
  "unit_weight",
  "pieces_per_set",
  "unit_price",
  "is_billing_target",
  "drawing_no",
] as const;
const onPaper = (card: Card) => compareDecimal(card.num_delivered, "0") > 0;

export async function editCard(
  db: Tx,
  who: Who,
  key: number,
  { version, reason, inner_note, released, ...given }: CardEdit,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotEdit(card));
  if (given.unit_price !== undefined && !seesAmounts(who))
    throw wrongInput({ unit_price: ["単価を変更する権限がありません。空欄のまま登録してください"] });
  const blank = {
    order_id: null,
    unit_weight: null,
    pieces_per_set: null,
    delivery_date: null,
    delivery_time: null,
    destination: null,
    note: null,
    drawing_no: null,
    drawing_revision: null,
  };
  const facts = {
    ...blank,
    ...given,
    unit_price: seesAmounts(who) ? (given.unit_price ?? null) : card.unit_price,
  };
  const changed = (Object.keys(facts) as (keyof typeof facts)[]).filter(
    (name) => (facts[name] ?? null) !== card[name],
  );
  await refuseAgreed(db, card, changed);
  const changes = await consequences(
    db,
    card,
    Object.fromEntries(changed.map((name) => [name, facts[name] ?? null])),
  );
  const asked = changed.includes("num_items") ? await releasedBy(db, card, given.num_items) : null;
  if (asked && asked !== released) throw wrongInput({ released: [asked] }, `${asked}。`);
  const [inner] = await db.select().from(card_inner).where(eq(card_inner.card_key, key));
  const noted =
    (inner?.inner_note ?? null) === (inner_note ?? null) ? undefined : { inner_note: inner_note ?? null };
  refuseIf(changed.length === 0 && !noted ? "変更した項目がありません。" : null);
  return changeCard(db, who, card, "edited", changes, reason, noted);
}

/** `at`: the field that refusals name where a form has but one. */
export async function consequences(
  db: Tx,
  card: Card,
  asked: CardChanges,
  at?: string,
): Promise<CardChanges> {
  const names = Object.keys(asked);
  const wrong = (errors: Record<string, string[]>) =>
    wrongInput(at ? { [at]: Object.values(errors).flat() } : errors);
  const locked = onPaper(card) ? BILLED.filter((name) => names.includes(name)) : [];
  if (locked.length > 0)
    throw wrong(
      Object.fromEntries(
        locked.map((name) => [
          name,
          ["納品書に載っているため、変更できません。先に納品書を取り消してください"],
        ]),
      ),
    );
  const after = { ...card, ...asked } as Card;
  try {
    await fits(db, card, after, names);
    if (names.includes("unit_price")) await keepsPrice(db, card, after);
    const priceless = !["num_items", "unit", "unit_weight", "pieces_per_set", "unit_price"].some((name) =>
      names.includes(name),
    );
    return {
      ...asked,
      ...(names.includes("destination") && { destination_id: null }),
      ...(priceless ? {} : await priced(db, after)),
    };
  } catch (error) {
    throw error instanceof Refusal && error.errors ? wrong(error.errors) : error;
  }
}

async function fits(db: Tx, card: Card, after: Card, changed: string[]): Promise<void> {
  const units = unitProblem(after);
  if (units) throw wrongInput({ unit: [units] });
  if (
    changed.includes("is_billing_target") &&
    after.is_billing_target &&
    (await isStockBuyer(db, card.buyer_id))
  ) {
    throw wrongInput({ is_billing_target: ["在庫のカードは請求対象にできません"] });
  }
  if (!changed.includes("num_items")) return;
  if (card.shipped_time)
    throw wrongInput({ num_items: ["出荷済みのカードの数量は変更できません。先に出荷を取り消してください"] });
  const out = (await cannotWhileOut(db, [card.key])).get(card.key);
  if (out) throw wrongInput({ num_items: [out] });
  const over = overCount(after);
  if (over)
    throw wrongInput({
      num_items: [
        `登録済みの良品・不良・途中より${formatNumber(over)}少ない数量です。数量を確かめてください`,
      ],
    });
}

/** R2-10, whether both sides agree on it in the chat or the factory does it by itself. */
async function keepsPrice(db: Tx, card: Card, after: Card): Promise<void> {
  const { toriteki } = await collaborationOf(db, card.seller_id, card.buyer_id);
  const item = {
    before: card,
    after,
    has_begun: card.shipped_time !== null,
    is_ordered: card.order_key !== null,
  };
  const problem = cutProblem(item, toriteki) ?? cutElsewhere(item, toriteki);
  if (problem) throw wrongInput({ unit_price: [problem] });
}

async function priced(db: Tx, after: Card) {
  const { amount_rounding } = await collaborationOf(db, after.seller_id, after.buyer_id);
  const num_items = after.shipped_time ? after.num_good : after.num_items;
  const problem = after.unit_price && amountProblem(convert(num_items, after), after.unit_price);
  if (problem) throw wrongInput({ unit_price: [problem] });
  return priceOf({ ...after, num_items }, amount_rounding);
}

export async function flagCard(
  db: Tx,
  who: Who,
  key: number,
  { version, is_urgent }: z.output<typeof flagging>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(card.group_id === NON_KANBAN_GROUP ? "カンバンにないカードは至急にできません。" : null);
  return card.is_urgent === is_urgent ? card : changeCard(db, who, card, "edited", { is_urgent });
}

/** Not while a 納品書 holds the card, nor for stock. */
export async function billCard(
  db: Tx,
  who: Who,
  key: number,
  { version, is_billing_target }: z.output<typeof billing>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(onPaper(card) ? "納品書に載っているため、変更できません。先に納品書を取り消してください。" : null);
  refuseIf(cannotBill(card, "請求対象を変更"));
  refuseIf(
    is_billing_target && (await isStockBuyer(db, card.buyer_id))
      ? "在庫のカードは請求対象にできません。"
      : null,
  );
  return card.is_billing_target === is_billing_target
    ? card
    : changeCard(db, who, card, "edited", { is_billing_target });
}

/** A buyer's request is declined instead; what is begun is 中止. */
export async function cancelCard(
  db: Tx,
  who: Who,
  key: number,
  { version, reason }: z.output<typeof cancelling>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf((await cannotWhileOut(db, [key])).get(key) ?? null);
  refuseIf(cannotCancel(card, (await db.$count(work, eq(work.card_key, key))) > 0));
  return changeCard(
    db,
    who,
    card,
    "cancelled",
    {
      ...offBoard(card, who.now),
      is_billing_target: false,
    },
    reason,
  );
}
