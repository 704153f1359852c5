import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { Composer } from "./Composer";
import { Messages } from "./Messages";
import { Rooms } from "./Rooms";
import { hasGap, reduce, unreadOf, type About, type Pending, type Start } from "./state";
import { follow, markSeen, pageOf, roomsNow, sendMessage } from "./talk";

/** A room fills the screen; a list of rooms does so beside one. */
const HEIGHT = { room: "h-[calc(100dvh-140px)]", list: "desk:h-[calc(100dvh-140px)]" };

/** `live`: it runs in a browser; the server draws it without. */
export function Chat({ start, live, typed, error, fresh }: { start: Start; live: boolean; typed?: string; error?: string; fresh: string }) {
  const { me, room: here, today } = start;
  const [state, tell] = useReducer(useMemo(() => reduce(here), [here]),
    { rooms: start.rooms, messages: start.messages, older: start.older, pending: [] });
  const [online, setOnline] = useState(true);
  const [below, setBelow] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const latest = useRef(state);
  latest.current = state;
  const room = state.rooms.find((one) => one.id === here) ?? null;
  const [firstUnread] = useState(() => {
    const fresh = room && room.unread > 0 && !me.staff && start.messages.find((one) => one.number > room.read && one.owner !== me.username);
    return fresh ? fresh.number : null;
  });

  /** Everything again from the server: after a gap, or where the stream can't tell what was missed. */
  async function anew() {
    const [{ items }, page] = await Promise.all([roomsNow(), here ? pageOf(here, null) : null]);
    tell({ kind: "anew", rooms: items, messages: page ? [...page.items].reverse() : [], older: page?.nextToken ?? null });
  }

  async function older(room_id: string) {
    const page = await pageOf(room_id, state.older);
    tell({ kind: "page", messages: page.items, older: page.nextToken });
  }

  useEffect(() => {
    if (!live) return;
    return follow(start.cursor, {
      came: ({ message }) => {
        if (!message) return;
        const mine = message.owner === me.username;
        if (message.roomId === here && !atEnd(list.current) && !mine) setBelow((n) => n + 1);
        tell({ kind: "came", message, mine });
      },
      read: ({ roomId, number, username }) => tell({ kind: "read", room: roomId, number, mine: username === me.username }),
      agreed: () => void anew().catch(() => undefined),
      reset: () => void anew().catch(() => undefined),
      state: setOnline,
    });
  }, [live]);

  useEffect(() => {
    if (live && !start.only && hasGap(state.messages)) void anew().catch(() => undefined);
  }, [live, state.messages]);

  const of = start.only && "card" in start.only ? start.only.card : null;
  const shown = of === null ? state.messages : state.messages.filter((one) => one.taskId === of);
  const last = state.messages[state.messages.length - 1];
  useEffect(() => {
    if (!live || start.only || !last || !room || me.staff || last.number <= room.read) return;
    // Read when it is really seen: the newest message on a screen that somebody looks at.
    const seen = () => {
      if (document.visibilityState !== "visible" || !document.hasFocus() || !atEnd(list.current)) return;
      setBelow(0);
      tell({ kind: "read", room: room.id, number: last.number, mine: true });
      void markSeen(room.id, room.factory_id, last.id).catch(() => undefined);
    };
    seen();
    const place = list.current;
    place?.addEventListener("scroll", seen, { passive: true });
    addEventListener("focus", seen);
    document.addEventListener("visibilitychange", seen);
    return () => {
      place?.removeEventListener("scroll", seen);
      removeEventListener("focus", seen);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [live, last?.number, room?.read]);

  useEffect(() => {
    if (!live || me.staff) return;
    for (const dot of document.querySelectorAll<HTMLElement>("[data-dot=chat]")) dot.hidden = unreadOf(state.rooms) === 0;
  }, [live, state.rooms]);

  async function post(one: Pending) {
    try {
      const message = await sendMessage(here!, { id: one.id, message: one.message, taskId: one.about?.key });
      tell({ kind: "came", message, mine: true });
    } catch {
      tell({ kind: "failed", id: one.id });
    }
  }

  function send(message: string, about: About | null) {
    const one: Pending = { id: crypto.randomUUID(), message, about, failed: false };
    tell({ kind: "say", pending: one });
    list.current?.scrollTo({ top: 0 });
    void post(one);
  }

  return (
    <div className={`grid min-h-[360px] grid-cols-1 gap-3 desk:grid-cols-[300px_minmax(0,1fr)] ${HEIGHT[here ? "room" : "list"]}`}>
      <Rooms rooms={state.rooms} here={here} today={today} live={live} />
      {room && here ? (
        <section aria-label={room.name} className="flex min-h-0 min-w-0 flex-col rounded border border-line bg-surface">
          <header className="flex flex-wrap items-center gap-x-3 border-b border-line px-3 py-2">
            <a href="/chat" className="desk:hidden">一覧へ</a>
            <h2 className="truncate max-desk:min-w-0 max-desk:flex-1">{room.name}</h2>
            <span role="status" className={`text-note text-warn ${online ? "" : "max-desk:order-last max-desk:basis-full"}`}>
              {online ? "" : "接続し直しています…"}
            </span>
            <Search room={here} />
          </header>
          {start.only ? <Only only={start.only} room={here} count={shown.length} /> : null}
          <div ref={list} tabIndex={0} role="log" aria-label="メッセージ" className="relative flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-ground">
            <Messages messages={shown} pending={state.pending} me={me.username} company={me.company_id} otherRead={room.otherRead}
              firstUnread={firstUnread} older={state.older} room={here} onDrop={(id) => tell({ kind: "drop", id })}
              onAgain={(one) => { tell({ kind: "again", id: one.id }); void post(one); }}
              onOlder={live ? () => void older(here) : undefined} />
          </div>
          {below > 0 ? (
            <button type="button" onClick={() => list.current?.scrollTo({ top: 0 })} className="h-9 bg-accent text-center font-bold text-white">
              新しいメッセージ {below}件
            </button>
          ) : null}
          {!live && !start.only && room.unread > 0 && !me.staff && last ? <Seen room={here} factory={room.factory_id} last={last.id} /> : null}
          <Composer room={here} about={start.about} live={live} typed={typed} error={error} fresh={fresh} onSend={live ? send : undefined} />
        </section>
      ) : (
        <p className="grid place-items-center rounded border border-dashed border-line p-6 text-muted max-desk:hidden">ルームを選ぶと、ここに会話が出ます。</p>
      )}
    </div>
  );
}

/** The newest message is in sight: the list is turned over, its end is its beginning. */
const atEnd = (place: HTMLElement | null): boolean => !place || Math.abs(place.scrollTop) < 40;

function Only({ only, room, count }: { only: NonNullable<Start["only"]>; room: string; count: number }) {
  return (
    <p className="flex flex-wrap gap-x-3 border-b border-line bg-accent-soft px-3 py-1 text-note">
      {"q" in only ? `「${only.q}」を含むメッセージ ${count}件` : "このカードについての会話だけを表示しています。"}
      <a href={`/chat/${room}`}>すべて表示</a>
    </p>
  );
}

function Search({ room }: { room: string }) {
  return (
    <form method="get" action={`/chat/${room}`} role="search" data-plain className="ml-auto">
      <input type="search" name="q" aria-label="このルームを検索" placeholder="検索" maxLength={100}
        className="h-9 w-40 rounded border border-muted/75 px-2 max-desk:h-11 max-desk:w-24 max-desk:text-input" />
    </form>
  );
}

/** Without the live page somebody says so. */
function Seen({ room, factory, last }: { room: string; factory: string; last: string }) {
  return (
    <form method="post" action={`/chat/${room}/read`} data-plain className="border-t border-line p-2 text-center">
      <input type="hidden" name="factory_id" value={factory} />
      <input type="hidden" name="last_message_id" value={last} />
      <button className="h-9 px-3 text-accent underline max-desk:h-11">ここまで既読にする</button>
    </form>
  );
}
