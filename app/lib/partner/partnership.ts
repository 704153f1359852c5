import type { PartnershipState } from "~/lib/vocabulary/partnership";

/** In the words of either side: a buyer knows its factories as 依頼先. */
export const PARTNER_LABEL = { buyer: "依頼元", seller: "依頼先", both: "依頼元・依頼先" } as const;

export const ASKED_LABEL: Record<PartnershipState, string> = {
  waiting: "承認待ち",
  accepted: "承認されました",
  declined: "断られました",
  withdrawn: "取り下げました",
};

type Act = { label: string; danger?: true; question: (name: string) => string };

export const PARTNERSHIP_ACTS: Record<"end" | "resume", Act> = {
  end: {
    label: "取引を終了",
    danger: true,
    question: (name) =>
      `${name}との取引を終了します。新しい依頼・カード・チャットのやり取りができなくなり、お互いの一覧に出なくなります。` +
      "交わした書類は、お互いにこれからも見られます。チャットは、取引を再開するまで開けません（30日で消えます）。お相手の管理者に知らせます。あとから再開できるのは、こちらの会社だけです。",
  },
  resume: {
    label: "取引を再開",
    question: (name) =>
      `${name}との取引を再開します。条件は終了する前と同じです。お相手の管理者に知らせます。`,
  },
};
