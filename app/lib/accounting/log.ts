import { AUTOMATIC } from "~/lib/api/who";
import { ACTIVITY_LABEL, type ActivityRow } from "~/lib/log/activity.schema";
import { formatDate } from "~/lib/time/date";
import { monthLabel } from "./invoice";

export const DOCUMENT_ACTS: Record<string, string> = {
  ...ACTIVITY_LABEL,
  sent: "送付",
  postponed: "来月に回す",
  returned_month: "請求月を戻す",
  restored: "復元",
  reopened: "打切の取消",
  billed: "請求書に記載",
  unbilled: "請求書から戻す",
  used: "ほかの請求書に充当",
  unsettled: "充当を外す",
  inspected: "検収",
  difference: "差異の連絡",
  deemed: "みなし検収",
  answered: "差異への回答",
  uninspected: "検収の取消",
  asked: "みなし検収の取消の依頼",
  reworked: "手直し完了",
  confirmed: "確認",
  disputed: "差異の連絡",
  reversed: "赤伝で訂正",
};

export const timelineOf = (log: ActivityRow[]) =>
  log.map((entry) => ({
    id: entry.key,
    who: entry.origin === AUTOMATIC ? AUTOMATIC : entry.actor_name,
    when: entry.at,
    what: DOCUMENT_ACTS[entry.kind] ?? entry.kind,
    note: entry.reason ?? noteOf(entry.after),
  }));

function noteOf({ billing_ym, channel, sent_date }: ActivityRow["after"]): string | undefined {
  if (typeof billing_ym === "number") return `${monthLabel(billing_ym)}の請求になります`;
  if (channel === "paper") return `${formatDate(String(sent_date))}に紙で渡した`;
  return channel === "chat_mail" ? "チャットとメール" : undefined;
}
