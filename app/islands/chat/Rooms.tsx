import { useState } from "react";
import type { Room } from "~/lib/chat/message.schema";
import { filterRooms, withShow } from "./show";
import { clock, dayOf, type Show } from "./state";

type Props = {
  rooms: Room[];
  here: string | null;
  today: string;
  live: boolean;
  staff: boolean;
  show: Show;
  find: string;
};

const when = (instant: string, today: string) => {
  const day = dayOf(instant);
  return day === today ? clock(instant) : `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;
};

const SHOWS: [Show, string][] = [
  ["all", "全て"],
  ["unread", "未読"],
  ["ask", "要回答"],
  ["pin", "ピン"],
];
const MARK = "whitespace-nowrap rounded-full px-2 text-note font-bold";

function RoomLink({
  room,
  href,
  isHere,
  today,
}: {
  room: Room;
  href: string;
  isHere: boolean;
  today: string;
}) {
  return (
    <a
      href={href}
      aria-current={isHere ? "page" : undefined}
      className="grid grid-cols-end gap-x-2 px-3 py-2 no-underline hover:bg-accent-soft aria-[current]:bg-accent-soft"
    >
      <b className="truncate">
        {room.isPinned ? <span className="mr-1 text-note text-muted">［ピン］</span> : null}
        {room.name}
      </b>
      <span className="text-note tabular-nums text-muted">
        {room.lastTime ? when(room.lastTime, today) : ""}
      </span>
      <span className="truncate text-note text-muted">
        {room.last ? `${room.last.ownerName}：${room.last.message}` : "まだ会話がありません"}
      </span>
      <span className="flex gap-1 text-right">
        {room.asks > 0 ? <span className={`${MARK} bg-warn-soft text-warn`}>要回答 {room.asks}</span> : null}
        {room.unread > 0 ? (
          <span className={`${MARK} bg-bad text-white`}>
            <span className="sr-only">未読</span>
            {room.unread > 99 ? "99+" : room.unread}
            <span className="sr-only">件</span>
          </span>
        ) : null}
      </span>
    </a>
  );
}

/** The live page filters by itself, and writes the filter into the address. */
export function Rooms({ rooms, here, today, live, staff, show: asked, find: wanted }: Props) {
  const [show, setShow] = useState(asked);
  const [find, setFind] = useState(wanted);
  const shown = filterRooms(rooms, show, find, here);
  const path = here ? `/chat/${here}` : "/chat";
  function ask(next: Show, text: string) {
    setShow(next);
    setFind(text);
    history.replaceState(history.state, "", withShow(path, next, text));
  }
  return (
    <nav
      aria-label="ルーム"
      className={`${here ? "max-desk:hidden" : ""} flex min-h-0 min-w-0 flex-col rounded border border-line bg-surface`}
    >
      <form
        method="get"
        action={path}
        role="search"
        data-plain
        className="flex items-center gap-2 border-b border-line p-2"
        onSubmit={live ? (event) => event.preventDefault() : undefined}
      >
        {show === "all" ? null : <input type="hidden" name="show" value={show} />}
        <input
          type="search"
          name="find"
          aria-label="ルームを探す"
          placeholder="会社名"
          maxLength={100}
          {...(live ? { value: find } : { defaultValue: find })}
          onChange={(event) => ask(show, event.target.value)}
          className="h-9 w-full min-w-0 rounded border border-muted/75 px-2 touch:h-11 touch:text-input"
        />
        {live ? null : (
          <button className="h-9 whitespace-nowrap px-2 text-accent underline touch:h-11">探す</button>
        )}
      </form>
      <p className="flex items-center border-b border-line px-2">
        {SHOWS.map(([value, label]) => (
          <a
            key={value}
            href={withShow(path, value, find)}
            aria-current={show === value ? "true" : undefined}
            onClick={
              live
                ? (event) => {
                    event.preventDefault();
                    ask(value, find);
                  }
                : undefined
            }
            className="inline-flex h-9 items-center rounded px-2 no-underline aria-[current]:bg-accent-soft aria-[current]:font-bold touch:h-11"
          >
            {label}
          </a>
        ))}
        <a
          href="/chat/asks?state=open"
          className="ml-auto inline-flex h-9 items-center whitespace-nowrap text-note text-accent underline touch:h-11"
        >
          要回答の一覧
        </a>
      </p>
      <ul className="min-h-0 flex-1 divided overflow-y-auto">
        {shown.map((room) => (
          <li key={room.id}>
            <RoomLink
              room={room}
              href={withShow(`/chat/${room.id}`, show, find)}
              isHere={room.id === here}
              today={today}
            />
          </li>
        ))}
        {shown.length === 0 ? <li className="p-4 text-muted">条件に合うルームはありません。</li> : null}
      </ul>
      {!staff && rooms.some((room) => room.unread > 0) ? (
        <form
          method="post"
          action={withShow("/chat/read", show, find)}
          data-plain
          className="border-t border-line p-2 text-center"
        >
          <button className="h-9 px-3 text-accent underline touch:h-11">全て既読にする</button>
        </form>
      ) : null}
    </nav>
  );
}
