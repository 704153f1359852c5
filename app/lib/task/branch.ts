import { decimal, milli } from "~/lib/money/decimal";
import { NON_KANBAN_GROUP, type TaskType } from "~/lib/vocabulary/card.schema";
import type { CardState } from "./card";
import { cannotWork, parted } from "./work";

type Counts = { num_items: string; num_good: string; num_defective: string; num_partial: string };

export function undone(card: Counts): string {
  const left =
    milli(card.num_items) - milli(card.num_good) - milli(card.num_defective) - milli(card.num_partial);
  return decimal(left > 0n ? left : 0n);
}

export const UNDIVIDED = "取り消した分割";

type Kin = Counts & {
  key: number;
  id: string;
  parent_id: string | null;
  task_type: TaskType | null;
  group_id: number;
  unit_price: string | null;
  shipped_time: string | null;
  is_billing_target: boolean;
  cancelled_time: string | null;
};

/** Branches of one parent, in one process, at one price. */
export function cannotMerge(into: Kin, branch: Kin): string | null {
  const sibling = into.task_type === "division" && branch.parent_id === into.parent_id;
  if (branch.key === into.key) return "同じカードには合流できません。";
  if (branch.task_type !== "division" || !(branch.parent_id === into.id || sibling))
    return `${branch.id} は、このカードから分かれた枝ではありません。`;
  if (branch.shipped_time || into.shipped_time)
    return "出荷済みのカードは合流できません。先に出荷を取り消してください。";
  if (branch.cancelled_time || into.cancelled_time) return "取り消されたカードは合流できません。";
  if (branch.group_id !== into.group_id)
    return `${branch.id} は別の工程にあります。同じ工程にそろえてから合流してください。`;
  if (branch.is_billing_target !== into.is_billing_target)
    return `${branch.id} は請求対象かどうかが違うため、合流できません。`;
  return branch.unit_price === into.unit_price ? null : `${branch.id} は単価が違うため、合流できません。`;
}

export function cannotDivide(card: CardState & Counts): string | null {
  return cannotWork(card, "分割") ?? (undone(card) === "0" ? "残りがないため、分割できません。" : null);
}

/** At most 50. */
export function proposedShares(
  left: string,
  by: { size?: string; count?: number },
  whole: boolean,
): string[] {
  const all = milli(left);
  const size = by.size === undefined ? 0n : milli(by.size);
  if (size > 0n && size < all) {
    const parts = Number((all + size - 1n) / size);
    if (parts <= 50)
      return Array.from({ length: parts }, (_, index) =>
        decimal(index < parts - 1 ? size : all - size * BigInt(parts - 1)),
      );
  }
  const count = Math.min(50, Math.max(2, by.count ?? 2));
  return parted(all, Array<bigint>(count).fill(1n), whole).map(decimal);
}

/** "枝 2/3 到着"; null without branches on the board. */
export function arrived(
  into: { group_id: number },
  branches: { group_id: number; task_type: TaskType | null }[],
): { here: number; all: number } | null {
  const live = branches.filter((one) => one.task_type === "division" && one.group_id !== NON_KANBAN_GROUP);
  return live.length === 0
    ? null
    : { here: 1 + live.filter((one) => one.group_id === into.group_id).length, all: 1 + live.length };
}

export function together(cards: Counts[]): Counts {
  const sum = (name: keyof Counts) => decimal(cards.reduce((total, card) => total + milli(card[name]), 0n));
  return {
    num_items: sum("num_items"),
    num_good: sum("num_good"),
    num_defective: sum("num_defective"),
    num_partial: sum("num_partial"),
  };
}
