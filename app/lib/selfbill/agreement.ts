import type { ConfirmForm } from "~/lib/vocabulary/selfbill";

export const AGREEMENT_ACTS = ["proposed", "accepted", "declined", "ended"] as const;
type Act = (typeof AGREEMENT_ACTS)[number];
export const AGREEMENT_ACT_LABEL: Record<Act, string> = {
  proposed: "提案",
  accepted: "同意",
  declined: "断り",
  ended: "終了",
};

type Said = { key: number; act: Act; proposal_key: number | null };
export type Standing<R> = { live: R | null; waiting: R | null };

/** The proposal that holds, and the one that waits for its answer; `rows` in the order they were said. */
export function standingOf<R extends Said>(rows: R[]): Standing<R> {
  let live: R | null = null;
  let waiting: R | null = null;
  for (const row of rows) {
    const proposal = rows.find(({ key }) => key === row.proposal_key) ?? null;
    if (row.act === "proposed") waiting = row;
    else if (waiting?.key === row.proposal_key) waiting = null;
    if (row.act === "accepted") live = proposal;
    if (row.act === "ended" && live?.key === row.proposal_key) live = null;
  }
  return { live, waiting };
}

export const AGREEMENT_STATES = ["none", "waiting", "live"] as const;
type AgreementState = (typeof AGREEMENT_STATES)[number];
export const AGREEMENT_STATE_LABEL: Record<AgreementState, string> = {
  none: "使わない",
  waiting: "同意待ち",
  live: "請求書の代わりにする",
};
export const agreementStateOf = ({ live, waiting }: Standing<unknown>): AgreementState =>
  live ? "live" : waiting ? "waiting" : "none";

type Terms = { form: ConfirmForm; days: number | null };
export function proposalProblem({ live, waiting }: Standing<Terms>, { form, days }: Terms): string | null {
  const isSame = (one: Terms | null) => one !== null && one.form === form && one.days === days;
  if (isSame(waiting)) return "同じ内容を提案済みです。支払先の同意を待ってください。";
  return isSame(live) && !waiting ? "同じ内容で取り決め済みです。" : null;
}
