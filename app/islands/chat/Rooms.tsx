import { useState } from "react";
import type { Room } from "~/lib/chat/message.schema";
import { clock, dayOf } from "./state";

type Props = { rooms: Room[]; here: string | null; today: string; live: boolean };

const when = (instant: string, today: string) => {
  const day = dayOf(instant);
  return day === today ? clock(instant) : `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;
};

const FILTERS = [["all", "全て"], ["unread", "未読"]] as const;

/** The rooms, the latest talk first. Filter and search work once the page is live. */
export function Rooms({ rooms, here, today, live }: Props) {
  const [filter, setFilter] = useState<"all" | "unread">("all");
  const [wanted, setWanted] = useState("");
  const shown = rooms.filter((room) => (filter === "all" || room.unread > 0 || room.id === here) && room.name.includes(wanted.trim()));
  return (
    <nav aria-label="ルーム" className={`${here ? "max-desk:hidden" : ""} flex min-h-0 min-w-0 flex-col rounded border border-line bg-surface`}>
      {live && rooms.length > 3 ? (
        <div className="flex items-center gap-2 border-b border-line p-2">
          <input type="search" aria-label="ルームを探す" placeholder="会社名" value={wanted} onChange={(event) => setWanted(event.target.value)}
            className="h-9 min-w-0 flex-1 rounded border border-muted/75 px-2 max-desk:h-11 max-desk:text-input" />
          {FILTERS.map(([value, label]) => (
            <button key={value} type="button" aria-pressed={filter === value} onClick={() => setFilter(value)}
              className="h-9 rounded px-2 text-note aria-pressed:bg-accent-soft aria-pressed:font-bold aria-pressed:text-accent max-desk:h-11">{label}</button>
          ))}
        </div>
      ) : null}
      <ul className="min-h-0 flex-1 divided overflow-y-auto">
        {shown.map((room) => (
          <li key={room.id}>
            <a href={`/chat/${room.id}`} aria-current={room.id === here ? "page" : undefined}
              className="grid grid-cols-end gap-x-2 px-3 py-2 no-underline hover:bg-accent-soft aria-[current]:bg-accent-soft">
              <b className="truncate">{room.name}</b>
              <span className="text-note tabular-nums text-muted">{room.lastTime ? when(room.lastTime, today) : ""}</span>
              <span className="truncate text-note text-muted">{room.last ? `${room.last.ownerName}：${room.last.message}` : "まだ会話がありません"}</span>
              {room.unread > 0 ? (
                <span className="justify-self-end rounded-full bg-bad px-2 text-note font-bold text-white">
                  <span className="sr-only">未読</span>{room.unread > 99 ? "99+" : room.unread}<span className="sr-only">件</span>
                </span>
              ) : null}
            </a>
          </li>
        ))}
        {shown.length === 0 ? <li className="p-4 text-muted">{rooms.length === 0 ? "まだルームがありません。" : "条件に合うルームはありません。"}</li> : null}
      </ul>
    </nav>
  );
}
