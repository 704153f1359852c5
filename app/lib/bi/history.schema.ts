import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { activityRow } from "~/lib/log/activity.schema";
import { CHANGE_LABEL } from "~/lib/task/activity";
import { optionalChoice, optionalCode, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { subject } from "~/lib/vocabulary/activity";

export const HISTORY_GROUPS = [
  "move",
  "start",
  "finish",
  "count",
  "divide",
  "ship",
  "edit",
  "document",
  "master",
] as const;
export type HistoryGroup = (typeof HISTORY_GROUPS)[number];
export const HISTORY_GROUP_LABEL: Record<HistoryGroup, string> = {
  move: "移動",
  start: "着手",
  finish: "完了",
  count: "数量・不良",
  divide: "分割・合流",
  ship: "出荷",
  edit: "作成・編集",
  document: "書類・入金",
  master: "マスタ・設定",
};

/** What a card's entries say before and after; what only the factory may know stands elsewhere. */
const FIELDS = Object.keys(CHANGE_LABEL).filter(
  (name) => !name.startsWith("work.") && !["inner_note", "collab_name", "worker"].includes(name),
) as [string, ...string[]];
export const HISTORY_FIELDS = FIELDS.map((value) => ({ value, label: CHANGE_LABEL[value]! }));

export const historyFilter = z.object({
  /** This month unless one of the two, or a number, is given. */
  from: optionalDate("期間（から）"),
  to: optionalDate("期間（まで）"),
  actor: optionalText("操作者", 60),
  group: optionalChoice("種類", HISTORY_GROUPS),
  number: optionalCode("対象番号", 60),
  field: optionalChoice("項目", FIELDS),
  ...paging,
  sort: z.enum(["at", "-at"]).default("-at"),
});
export type HistoryFilter = z.output<typeof historyFilter>;

export const historyRow = activityRow.extend({
  subject,
  /** Staff of the provider did it for the company. */
  is_acting: z.boolean(),
  /** 1-0042 ブラケット; null where it is there no more. */
  target: z.string().nullable(),
  href: z.string().nullable(),
  /** Where it can be taken back, which only the last change of a card can. */
  undo: z.string().nullable(),
});
export type HistoryRow = z.infer<typeof historyRow>;
export const historyPage = pageOf(historyRow);
