import { ACTIVITY_LABEL, type ActivityRow } from "~/lib/log/activity.schema";
import { formatYen } from "~/lib/money/decimal";

export const PAYMENT_ACTS: Record<string, string> = {
  ...ACTIVITY_LABEL,
  paid: "入金の登録",
  offset_agreed: "相殺の合意",
  refunded: "返金の登録",
  used: "前受を充当",
  unsettled: "充当を外す",
};

export const paymentTimeline = (log: ActivityRow[]) =>
  log.map(({ key, actor_name, at, kind, reason, after }) => ({
    id: key,
    who: actor_name,
    when: at,
    what: PAYMENT_ACTS[kind] ?? kind,
    note:
      [typeof after.amount === "number" ? formatYen(after.amount) : "", reason ?? ""]
        .filter(Boolean)
        .join("　") || undefined,
  }));
