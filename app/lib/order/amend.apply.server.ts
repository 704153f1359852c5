import { Refusal } from "~/lib/api/refusal";
import { compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import type { Card } from "~/lib/tables/card.table.server";
import { branchOff } from "~/lib/task/branch.server";
import { firstProcess } from "~/lib/task/card";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { amendVerdict, standsAt } from "./amend";
import { setAside, setsAside, takeShipped } from "./amend.aside.server";
import type { Amending } from "./amend.cards.server";
import { lineProgress, lotsOf } from "./amend.lots.server";
import { scalePartsTo } from "./amend.parts.server";
import { type Leaving, type LotChange, oldOf, roomFor, shrunk } from "./amend.plan";
import { editionText } from "./amend.redraw.server";
import { SUPPLY_FIELDS, suppliedAfter, suppliedNote } from "./amend.supply";
import { leavingOf } from "./amend.treat";
import type { AmendmentRow, ItemRow, VersionLine } from "./order.revision.server";

/** The new quantity, as the pieces on their way allow; what is refused was said before it was agreed. */
export async function applyQuantity(
  on: Amending,
  root: Card,
  item: ItemRow,
  terms: AmendmentRow,
): Promise<void> {
  const progress = lineProgress(root, on.cards);
  const wanted = item.is_cancel ? progress.delivered : item.after.num_items;
  if (wanted === undefined) return;
  const kind = amendVerdict(progress, wanted).kind;
  const comesBack = kind === "return" && terms.returned !== "keep" && terms.returned !== "buy";
  if (kind === "refused" || comesBack)
    throw new Refusal(409, "出荷や納品が進んだため、この数量では合意できません。別案を出してください。");
  const to = standsAt(progress, wanted, terms);
  const by = milli(to) - milli(progress.ordered);
  if (by > 0n) await grow(on, root, decimal(by));
  if (by < 0n) await shrink(on, root, decimal(-by), terms, leavingOf(progress, wanted, terms));
}

const isSent = ({ shipped }: LotChange) => milli(shipped) > 0n;

async function shrink(
  on: Amending,
  root: Card,
  by: string,
  terms: AmendmentRow,
  most: Leaving,
): Promise<void> {
  const changes = shrunk(lotsOf(root, on.cards), on.cards.processes, by, most);
  if (!changes)
    throw new Refusal(
      409,
      "手直しや作り直しの分が残っているため、この数量まで減らせません。別案を出してください。",
    );
  const [sent, here] = [changes.filter(isSent), changes.filter((one) => !isSent(one))];
  await on.refuseOut(here.map((change) => change.key));
  for (const { key, shipped } of sent) await on.asSeller(() => takeShipped(on, on.card(key), shipped));
  for (const gone of here) {
    const { key, num_items, num_good, num_partial } = gone;
    const card = on.card(key);
    const whole = num_items === "0";
    const leaves = [gone.made, gone.wip].some((num) => milli(num) > 0n);
    if (!whole) await on.change(card, on.priced(card, { num_items }));
    else if (leaves && setsAside(terms)) await on.change(card, { num_good, num_partial });
    if (leaves) await on.asSeller(() => setAside(on, card, gone, terms));
    // Last of all, so that 元に戻す is not offered for the branch of what is thrown away.
    if (leaves && !whole) await on.change(on.card(key), { num_good, num_partial });
    if (whole) await on.cancel(on.card(key));
    await scalePartsTo(on, card, num_items);
  }
}

async function grow(on: Amending, root: Card, by: string): Promise<void> {
  const room = roomFor(lotsOf(root, on.cards), on.cards.processes);
  if (room) {
    const card = on.card(room.key);
    const num_items = decimal(milli(card.num_items) + milli(by));
    await on.change(card, on.priced(card, { num_items }));
    return scalePartsTo(on, card, num_items);
  }
  const live = on.live(root);
  const parent = live.find((one) => one.shipped_time === null) ?? live[0];
  if (!parent) throw new Refusal(409, "取り消された明細は増やせません。行を追加してください。");
  const first = firstProcess(on.cards.processes);
  if (!first) throw new Refusal(409, "依頼先の工程がまだ登録されていません。");
  const branch = await on.branch(
    parent,
    { num_items: by },
    {
      group_id: first.group_id,
      subgroup_id: null,
      status: first.label,
      moved_group: null,
      product_time: null,
      answer: "accepted",
    },
  );
  await scalePartsTo(on, parent, by, branch);
}

/** 旧図で可 of a part: the card is by the new drawing, and says so of those pieces. */
const keptText = (card: Card, num: string) =>
  `旧い図面${editionText(card)}で作った${formatNumber(num)}${UNIT_LABEL[card.order_unit]}は、そのまま納めます`;

/** Not for what is shipped; of a price, not for what stands on a 納品書 (赤黒 is the way). */
export async function applyFields(
  on: Amending,
  root: Card,
  { after }: ItemRow,
  line: VersionLine,
): Promise<void> {
  const { delivery_date, delivery_time, destination, drawing_revision, unit_price } = after;
  if (unit_price !== undefined) await applyPrice(on, root, unit_price);
  const supplied = SUPPLY_FIELDS.some((name) => after[name] !== undefined);
  const wanted = { delivery_date, delivery_time, destination, drawing_revision };
  if (!supplied && Object.values(wanted).every((value) => value === undefined)) return;
  const open = on.live(root).filter((one) => one.shipped_time === null);
  if (open.length === 0)
    throw new Refusal(
      409,
      "すべて出荷済みのため、納期・納入先・図面・支給は変更できません。別案を出してください。",
    );
  const old = drawing_revision === undefined ? [] : oldOf(lotsOf(root, on.cards), on.cards.processes);
  for (const card of open) {
    const answered = delivery_date !== undefined && card.answer === "proposed";
    const kept = old.find(({ key }) => key === card.key);
    const rest = milli(card.num_items) - milli(card.num_delivered) - milli(card.num_defective);
    const num_kept = kept ? milli(kept.made) + milli(kept.wip) : 0n;
    const redrawn = drawing_revision !== undefined && (num_kept === 0n || num_kept < rest);
    const note = [supplied ? suppliedNote(card.note, line, suppliedAfter(line, after)) : card.note];
    if (redrawn && num_kept > 0n) note.push(keptText(card, decimal(num_kept)));
    await on.change(card, {
      ...(delivery_date !== undefined && { delivery_date }),
      ...(delivery_time !== undefined && { delivery_time }),
      ...(answered && { answer: "waiting", proposed_delivery_date: null }),
      ...(destination !== undefined && { destination, destination_id: null }),
      ...(redrawn && { drawing_revision }),
      note: note.filter(Boolean).join("\n") || null,
    });
  }
}

async function applyPrice(on: Amending, root: Card, unit_price: string | null): Promise<void> {
  let changed = false;
  for (const card of on.live(root)) {
    const held = compareDecimal(card.num_delivered, "0") > 0;
    const rest = milli(card.num_items) - milli(card.num_delivered);
    if (!held) {
      await on.change(card, on.priced(card, { unit_price }));
      changed = true;
    } else if (!card.shipped_time && rest > 0n && card.closed_reason === null) {
      const good = milli(card.num_good) - milli(card.num_delivered);
      const share = { num_items: decimal(rest), num_good: decimal(good), num_partial: card.num_partial };
      const stays = { num_good: card.num_delivered, num_partial: "0" };
      const { parent, branches } = await branchOff(on.db, on.who, card, [share], true, on.words, stays);
      on.put(parent);
      const branch = on.put(branches[0]!);
      await on.change(branch, on.priced(branch, { unit_price }));
      changed = true;
    }
  }
  const count = `${formatNumber(root.num_items)}${UNIT_LABEL[root.order_unit]}`;
  if (!changed)
    throw new Refusal(
      409,
      `${root.name}（${count}）は納品書に載っているため、単価は赤黒の訂正で直してください。`,
    );
}
