import { decimal, milli } from "~/lib/money/decimal";
import type { TaskType } from "./card.schema";

type Counts = { num_items: string; num_good: string; num_defective: string; num_partial: string };

/** What nobody has done anything for yet: neither good nor defective nor half done. */
export function undone(card: Counts): string {
  const left = milli(card.num_items) - milli(card.num_good) - milli(card.num_defective) - milli(card.num_partial);
  return decimal(left > 0n ? left : 0n);
}

type Kin = Counts & {
  key: number; id: string; parent_id: string | null; task_type: TaskType | null; group_id: number; unit_price: string | null; shipped_time: string | null;
  cancelled_time: string | null;
};

/** Why a branch can't be taken in by a card: branches of one parent, in one process, at one price. */
export function cannotMerge(into: Kin, branch: Kin): string | null {
  const sibling = into.task_type === "division" && branch.parent_id === into.parent_id;
  if (branch.key === into.key) return "同じカードには合流できません。";
  if (branch.task_type !== "division" || !(branch.parent_id === into.id || sibling)) return `${branch.id} は、このカードから分かれた枝ではありません。`;
  if (branch.shipped_time || into.shipped_time) return "出荷済みのカードは合流できません。先に出荷を取り消してください。";
  if (branch.cancelled_time || into.cancelled_time) return "取り消されたカードは合流できません。";
  if (branch.group_id !== into.group_id) return `${branch.id} は別の工程にあります。同じ工程にそろえてから合流してください。`;
  return branch.unit_price === into.unit_price ? null : `${branch.id} は単価が違うため、合流できません。`;
}

/** The counts of both together. */
export function together(cards: Counts[]): Counts {
  const sum = (name: keyof Counts) => decimal(cards.reduce((total, card) => total + milli(card[name]), 0n));
  return { num_items: sum("num_items"), num_good: sum("num_good"), num_defective: sum("num_defective"), num_partial: sum("num_partial") };
}
