import { Refusal } from "~/lib/api/refusal";
import { decimal, milli } from "~/lib/money/decimal";
import type { Card } from "~/lib/tables/card.table.server";
import { firstProcess } from "~/lib/task/card";
import { endAll } from "~/lib/task/work.open.server";
import { leftBranch } from "./amend.aside.server";
import type { Amending } from "./amend.cards.server";
import { lotsOf } from "./amend.lots.server";
import { oldOf } from "./amend.plan";

export const editionText = ({ drawing_revision }: Card) =>
  drawing_revision ? `（改訂 ${drawing_revision}）` : "";

/** 作り直す: the old pieces leave as a branch that is never shipped, and as many are made anew. */
export async function redraw(on: Amending, root: Card, isRemade: (key: number) => boolean): Promise<void> {
  const { db, who } = on;
  const old = oldOf(lotsOf(root, on.cards), on.cards.processes).filter(({ key }) => isRemade(key));
  await on.refuseOut(old.map(({ key }) => key));
  const first = firstProcess(on.cards.processes);
  if (!first) throw new Refusal(409, "依頼先の工程がまだ登録されていません。");
  for (const { key, made, wip, goes_back } of old) {
    const one = on.card(key);
    const num_items = decimal(milli(made) + milli(wip));
    const edition = editionText(one);
    const num_partial = milli(one.num_partial) < milli(wip) ? one.num_partial : wip;
    const place = { ...leftBranch(who, one), note: `旧い図面${edition}で作った分。出荷できません` };
    await on.branch(one, { num_items, num_good: made, num_partial }, place);
    const back = goes_back && {
      group_id: first.group_id,
      subgroup_id: null,
      status: first.label,
      moved_group: one.group_id,
      group_update_time: who.now,
      product_time: null,
    };
    const changes = { num_good: one.num_delivered, num_partial: "0", ...back };
    await on.change(on.card(key), changes, "redrawn", await endAll(db, who, one));
    on.cards.begun.delete(key);
  }
}
