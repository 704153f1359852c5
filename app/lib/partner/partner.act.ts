import { STATE_LABEL } from "./collaboration";
import type { PartnerDetail } from "./partner.schema";

type Partner = Pick<PartnerDetail, "name" | "state" | "is_kept" | "email" | "person" | "buyer" | "seller">;
type Act = {
  label: string;
  danger?: true;
  offered: (partner: Partner) => boolean;
  question: (partner: Partner) => string;
};

const resumable = ({ buyer, seller }: Partner) => [buyer, seller].some((one) => one?.may_resume);

/** What an administrator does with a partner, each asked once more. */
export const PARTNER_ACTS: Record<string, Act> = {
  invite: {
    label: "招待",
    offered: ({ is_kept, state }) => is_kept && state !== "stopped",
    question: ({ name, state }) =>
      state === "invited"
        ? `${name}は${STATE_LABEL.invited}です。新しい仮パスワードをもう一度送ります。前の仮パスワードは使えなくなります。`
        : `${name}の最初の管理者に、仮パスワードをメールで送ります。お相手は自分の依頼の進み具合と書類を見られるようになります。`,
  },
  stop: {
    label: "無効化",
    danger: true,
    offered: ({ state }) => state !== "stopped",
    question: ({ name }) =>
      `${name}を無効にすると、一覧や選択に出なくなります。これまでの書類と記録は残ります。あとから再開できます。`,
  },
  resume: {
    label: "再開",
    offered: (partner) => resumable(partner),
    question: ({ name }) =>
      `${name}との取引を再開します。一覧や選択に出るようになります。条件は無効にする前と同じです。`,
  },
};

export const partnerAct = (name: string | undefined): Act | undefined =>
  name && Object.hasOwn(PARTNER_ACTS, name) ? PARTNER_ACTS[name] : undefined;
