import { ACTIVITY_LABEL, type ActivityRow } from "~/lib/log/activity.schema";
import { monthLabel } from "./invoice";

const LABEL: Record<string, string> = {
  ...ACTIVITY_LABEL,
  postponed: "来月に回す",
  billed: "請求書に記載",
  unbilled: "請求書から戻す",
};

export const timelineOf = (log: ActivityRow[]) =>
  log.map((entry) => ({
    id: entry.key,
    who: entry.actor_name,
    when: entry.at,
    what: LABEL[entry.kind] ?? entry.kind,
    note:
      entry.reason ??
      (typeof entry.after.billing_ym === "number"
        ? `${monthLabel(entry.after.billing_ym)}の請求になります`
        : undefined),
  }));
