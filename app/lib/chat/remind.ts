import type { NewNotice } from "~/lib/notice/notice.server";
import { shorten } from "~/lib/text/shorten";
import { formatDate } from "~/lib/time/date";

/** 期日 is today, or past (`is_late`). `asker` and `charge`: accounts that still exist. */
export type Owed = {
  room_id: string;
  number: number;
  message: string;
  due: string;
  is_late: boolean;
  to_company: string;
  asked_company: string;
  asker: string | null;
  charge: string | null;
  from_name: string;
  to_name: string;
};
type Reminder = Owed & { company_id: string; username: string | undefined; is_asker: boolean };

function words({ is_asker, is_late, due, asked_company, to_company, from_name, to_name }: Reminder): string {
  if (is_asker) return `${to_name}：期日（${formatDate(due)}）を過ぎましたが、まだ回答がありません`;
  const from = asked_company === to_company ? "" : `${from_name}：`;
  return is_late ? `${from}回答の期日（${formatDate(due)}）を過ぎています` : `${from}今日が回答の期日です`;
}

function joinReminders(all: Reminder[]): string {
  const [{ is_asker, is_late, message }] = all as [Reminder];
  const what = is_asker
    ? "期日を過ぎても回答のないものが"
    : is_late
      ? "回答の期日を過ぎたものが"
      : "今日が回答の期日のものが";
  return `${what}${all.length}件あります：${shorten(message)}ほか`;
}

/** One notice however many wait; who asked another company hears only of what is late. */
export function remindersOf(owed: Owed[], now: string): NewNotice[] {
  const groups = new Map<string, Reminder[]>();
  const add = (one: Reminder) => {
    const to = [one.company_id, one.username, one.is_asker, one.is_late].join(" ");
    groups.set(to, [...(groups.get(to) ?? []), one]);
  };
  for (const one of owed) {
    add({ ...one, company_id: one.to_company, username: one.charge ?? undefined, is_asker: false });
    if (one.is_late && one.asker && one.asked_company !== one.to_company)
      add({ ...one, company_id: one.asked_company, username: one.asker, is_asker: true });
  }
  return [...groups.values()].map((all) => {
    const [{ company_id, username, is_asker, room_id, number, message, ...first }] = all as [Reminder];
    const list = `/chat/asks?side=${is_asker ? "theirs" : "ours"}&state=open${username && !is_asker ? "&mine=on" : ""}`;
    const alone = all.length === 1;
    return {
      company_id,
      username,
      kind: "ask" as const,
      at: now,
      path: alone ? `/chat/${room_id}?before=${number + 1}` : list,
      text: alone
        ? `${words({ company_id, username, is_asker, room_id, number, message, ...first })}：${shorten(message)}`
        : joinReminders(all),
    };
  });
}
