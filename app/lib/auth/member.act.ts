import type { MemberRow } from "./member.schema";

type Person = Pick<MemberRow, "name" | "email" | "state">;
type MemberAct = {
  label: string;
  danger?: true;
  offered: (person: Person, self: boolean) => boolean;
  question: (person: Person) => string;
  done: (person: Person) => string;
};

/**
 * What an administrator does with somebody's account beside changing it; each has its call of the same name
 * (停止 is DELETE).
 */
export const MEMBER_ACTS: Record<string, MemberAct> = {
  invite: {
    label: "招待の再送",
    offered: ({ state }) => state === "invited",
    question: ({ email }) =>
      `新しい仮パスワードを ${email} に送ります。前に送った仮パスワードは使えなくなります。`,
    done: ({ email }) => `仮パスワードを ${email} に送りました。`,
  },
  reset: {
    label: "パスワード再設定",
    offered: ({ state }, self) => state === "active" && !self,
    question: ({ email }) =>
      `今のパスワードを無効にし、仮パスワードを ${email} に送ります。すべての端末からログアウトします。`,
    done: ({ email }) => `仮パスワードを ${email} に送りました。`,
  },
  factor: {
    label: "二段階認証の解除",
    offered: ({ state }, self) => state === "active" && !self,
    question: ({ name }) =>
      `${name}さんの二段階認証を解除し、本人にメールで知らせます。スマホをなくしたときなどに、本人であることを確かめてから使います。`,
    done: ({ name }) => `${name}さんの二段階認証を解除しました。`,
  },
  signout: {
    label: "全端末のログアウト",
    offered: ({ state }) => state === "active",
    question: ({ name }) =>
      `${name}さんを、すべての端末からログアウトします。パスワードは変わりません。端末をなくしたときなどに使います。`,
    done: ({ name }) => `${name}さんを、すべての端末からログアウトしました。`,
  },
  stop: {
    label: "停止",
    danger: true,
    offered: ({ state }, self) => state !== "stopped" && !self,
    question: ({ name }) =>
      `${name}さんはログインできなくなり、今開いている画面も使えなくなります。履歴と書類の名前は残ります。`,
    done: ({ name }) => `${name}さんのアカウントを停止しました。`,
  },
  resume: {
    label: "再開",
    offered: ({ state }) => state === "stopped",
    question: ({ name }) => `${name}さんが、前と同じパスワードと権限でログインできるようになります。`,
    done: ({ name }) => `${name}さんのアカウントを再開しました。`,
  },
};

export const actOf = (name: string | undefined): MemberAct | null =>
  name !== undefined && Object.hasOwn(MEMBER_ACTS, name) ? MEMBER_ACTS[name]! : null;
