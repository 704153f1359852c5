import type { Tone } from "~/lib/list/list.schema";

export const QUOTE_STATUS = [
  "draft",
  "waiting",
  "answered",
  "expired",
  "closed",
  "awarded",
  "passed",
  "declined",
  "cancelled",
] as const;
type QuoteStatus = (typeof QUOTE_STATUS)[number];
export const QUOTE_STATUS_LABEL: Record<QuoteStatus, string> = {
  draft: "下書き",
  waiting: "依頼中",
  answered: "回答あり",
  expired: "期限切れ",
  closed: "締切",
  awarded: "採用",
  passed: "見送り",
  declined: "辞退",
  cancelled: "取消",
};
export const QUOTE_STATUS_TONE: Record<QuoteStatus, Tone> = {
  draft: "muted",
  waiting: "accent",
  answered: "warn",
  expired: "bad",
  closed: "warn",
  awarded: "good",
  passed: "muted",
  declined: "bad",
  cancelled: "muted",
};

/** As the factory sees it. */
export const RECEIVED_STATUS = [
  "waiting",
  "draft",
  "asked",
  "answered",
  "expired",
  "closed",
  "awarded",
  "passed",
  "declined",
  "cancelled",
  "withdrawn",
] as const;
type ReceivedStatus = (typeof RECEIVED_STATUS)[number];
export const RECEIVED_STATUS_LABEL: Record<ReceivedStatus, string> = {
  waiting: "未回答",
  draft: "下書き",
  asked: "再見積の依頼",
  answered: "回答済",
  expired: "期限切れ",
  closed: "締切",
  awarded: "採用",
  passed: "見送り",
  declined: "辞退",
  cancelled: "取消",
  withdrawn: "取り下げ",
};
export const RECEIVED_STATUS_TONE: Record<ReceivedStatus, Tone> = {
  waiting: "accent",
  draft: "accent",
  asked: "warn",
  answered: "good",
  expired: "bad",
  closed: "muted",
  awarded: "good",
  passed: "muted",
  declined: "muted",
  cancelled: "muted",
  withdrawn: "muted",
};
