import type { NoticeRow } from "~/lib/log/notice";
import { shorten } from "~/lib/text/shorten";
import { formatDate } from "~/lib/time/date";

/**
 * An open 要回答 whose 期日 is today, or past (`is_late`). `asker` and `charge`: accounts that are still there.
 */
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
type One = Owed & { company_id: string; username: string | undefined; is_asker: boolean };

function words({ is_asker, is_late, due, asked_company, to_company, from_name, to_name }: One): string {
  if (is_asker) return `${to_name}：期日（${formatDate(due)}）を過ぎましたが、まだ回答がありません`;
  const from = asked_company === to_company ? "" : `${from_name}：`;
  return is_late ? `${from}回答の期日（${formatDate(due)}）を過ぎています` : `${from}今日が回答の期日です`;
}

function together(all: One[]): string {
  const [{ is_asker, is_late, message }] = all as [One];
  const what = is_asker
    ? "期日を過ぎても回答のないものが"
    : is_late
      ? "回答の期日を過ぎたものが"
      : "今日が回答の期日のものが";
  return `${what}${all.length}件あります：${shorten(message)}ほか`;
}

/**
 * Who is told what of these: whoever sees to it, or the whole company that owes the answer; of what is late,
 * also who asked another company.
 * One notice for each of them, however many wait.
 */
export function remindersOf(owed: Owed[], now: string): NoticeRow[] {
  const groups = new Map<string, One[]>();
  const add = (one: One) => {
    const to = [one.company_id, one.username, one.is_asker, one.is_late].join(" ");
    groups.set(to, [...(groups.get(to) ?? []), one]);
  };
  for (const one of owed) {
    add({ ...one, company_id: one.to_company, username: one.charge ?? undefined, is_asker: false });
    if (one.is_late && one.asker && one.asked_company !== one.to_company)
      add({ ...one, company_id: one.asked_company, username: one.asker, is_asker: true });
  }
  return [...groups.values()].map((all) => {
    const [{ company_id, username, is_asker, room_id, number, message, ...first }] = all as [One];
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
        : together(all),
    };
  });
}
