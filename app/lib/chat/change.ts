import type { Message } from "./message.schema";

const CHANGE_MINUTES = 15;
/** What stands where a message was; others than the live chat read it as its words. */
export const GONE = "このメッセージは削除されました";

type Said = Pick<Message, "owner" | "createdAt" | "deletedAt" | "agreement" | "order">;

/** Written by the product, or taken back: nothing is done to it any more. */
const isFixed = ({ deletedAt, agreement, order }: Said) => Boolean(deletedAt || agreement || order);

/** Its author edits and deletes it for a quarter of an hour. */
export function cannotChange(said: Said, username: string, now: number): string | null {
  if (said.owner !== username) return "編集・削除できるのは、自分のメッセージだけです。";
  if (said.deletedAt) return "このメッセージは、もう削除されています。";
  if (isFixed(said)) return "依頼や合意のメッセージは、編集・削除できません。";
  const late = now > Date.parse(said.createdAt) + CHANGE_MINUTES * 60_000;
  return late ? `送信から${CHANGE_MINUTES}分を過ぎたメッセージは、編集・削除できません。` : null;
}

/** 了解 is a person's answer to another's words. */
export function cannotAcknowledge(said: Said, username: string, staff: boolean): string | null {
  if (staff) return "運営は「了解」を付けられません。";
  if (said.owner === username) return "自分のメッセージには「了解」を付けられません。";
  return isFixed(said) ? "このメッセージには「了解」を付けられません。" : null;
}
