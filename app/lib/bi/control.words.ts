import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import {
  CONTROL_LABEL,
  type Control,
  type ControlChange,
  type ControlStrand,
  type Frozen,
} from "./control.schema";
import { QUALITY } from "./quality.list";

/** 10.063〜9.947（2026/9/1〜2026/9/30 の30点） */
export const frozenText = ({ lcl, ucl, from, to, n }: Frozen): string =>
  `${Number(lcl)}〜${Number(ucl)}（${formatDate(from)}〜${formatDate(to)} の${n}点）`;

/** Who has frozen them, when and why. */
export const frozenBy = ({ set_by, set_time, reason }: Frozen): string =>
  `${set_by}が${formatDateTime(set_time)}に固定（${reason}）`;

export const changeText = ({ act, limits, set_by, set_time, reason }: ControlChange): string =>
  [
    `${formatDateTime(set_time)}　${set_by}　${CONTROL_LABEL[act]}`,
    limits ? `管理限界 ${frozenText(limits)}` : "固定なし（値から計算）",
    `理由: ${reason}`,
  ].join("　");

/** What may be done now; what is in force is changed by freezing anew. */
export function actsOf({ frozen, changes }: Control) {
  const last = changes[0];
  const may = {
    freeze: true,
    release: frozen !== null,
    undo: last !== undefined && last.act !== "undo",
  };
  const labels = {
    freeze: frozen ? "この期間の値で計算し直して、固定する" : "この期間の値から計算した管理限界を、固定する",
    release: "固定を解除する（表示している期間の値から、いつも計算する）",
    undo: "最後の操作を元に戻す",
  };
  return (["freeze", "release", "undo"] as const)
    .filter((act) => may[act])
    .map((value) => ({ value, label: labels[value] }));
}

export function limitsHref(
  { item_id, product_id, group_id, revision }: ControlStrand,
  days?: { from: string; to: string },
) {
  const query = new URLSearchParams({
    item_id: String(item_id),
    product_id: String(product_id),
    group_id: String(group_id),
    revision,
    ...days,
  });
  return `${QUALITY}/limits?${query}`;
}
