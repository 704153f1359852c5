import type { Fact } from "~/components/list/Facts";
import { formatDateTime } from "~/lib/time/datetime";

type Issued = { person: string | null; issued_time: string; viewed_time: string | null };

/** `own`: whether the reader's company issued it. */
export const issueFacts = ({ person, issued_time, viewed_time }: Issued, own: boolean): Fact[] => [
  { label: "担当", value: person },
  { label: "発行日時", value: formatDateTime(issued_time) },
  own && { label: "閲覧", value: viewed_time ? formatDateTime(viewed_time) : "未" },
];

type Remarked = { note: string | null; cancelled_time: string | null; cancel_reason: string | null };

export const remarkFacts = ({ note, cancelled_time, cancel_reason }: Remarked): Fact[] => [
  note !== null && { label: "備考", value: <span className="whitespace-pre-wrap">{note}</span> },
  cancelled_time !== null && {
    label: "取消",
    value: `${formatDateTime(cancelled_time)}　${cancel_reason}`,
  },
];

type Locked = { cancelled_time: string | null; cannot_cancel: string | null; cannot_restore: string | null };

/** Why there is no button to take it back, or to bring it back. */
export const lockFact = (doc: Locked, act: string): Fact => {
  const [label, why] = doc.cancelled_time ? ["復元", doc.cannot_restore] : [act, doc.cannot_cancel];
  return why !== null && { label, value: <span className="text-note text-muted">{why}</span> };
};
