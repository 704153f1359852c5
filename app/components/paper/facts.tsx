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
