import { type FormEvent, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { Choose } from "./Choose";
import { Composer } from "./Composer";
import { Context } from "./Context";
import { Head, Only, ReadBy } from "./Head";
import { atEnd, Messages } from "./Messages";
import { Rooms } from "./Rooms";
import { type Draft, hasGap, type Pending, reduce, type Start, unreadFrom } from "./state";
import { follow, markSeen, pageOf, postForm, roomsNow, sendMessage } from "./talk";
import { asksToLeave, waitingOf } from "./waiting";

/** A room fills the screen; a list of rooms does so beside one. */
const COLUMNS = "desk:grid-cols-talk";
const HEIGHT = { room: "h-[calc(100dvh-140px)]", list: "desk:h-[calc(100dvh-140px)]" };

const CARDS_MS = 10_000;

/** The dots and the number on the app's icon are the server's to say (unread.ts). */
const count = () => dispatchEvent(new Event("talk"));

/** `live`: it runs in a browser; the server draws it without. */
export function Chat({
  start,
  live,
  typed,
  error,
  fresh,
}: {
  start: Start;
  live: boolean;
  typed?: string;
  error?: string;
  fresh: string;
}) {
  const { me, room: here, today } = start;
  const [state, tell] = useReducer(
    useMemo(() => reduce(here), [here]),
    { ...start, pending: [] },
  );
  const [online, setOnline] = useState(true);
  const [below, setBelow] = useState(0);
  const [back, setBack] = useState<Draft | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const latest = useRef(state);
  latest.current = state;
  const room = state.rooms.find((one) => one.id === here) ?? null;
  const waiting = useMemo(() => waitingOf(me.username, here), [here]);
  const [unread] = useState(() => (room && !me.staff ? unreadFrom(start, room) : null));
  const look = useRef(0);

  /** Everything again from the server: after a gap, or where the stream can't tell what was missed. */
  async function anew() {
    const [{ items, context }, page] = await Promise.all([
      roomsNow(here),
      here ? pageOf(here, null, start.only) : null,
    ]);
    tell({
      kind: "anew",
      rooms: items,
      context,
      messages: page ? [...page.items].reverse() : [],
      older: page?.nextToken ?? null,
    });
  }

  async function older(room_id: string) {
    const page = await pageOf(room_id, state.older, start.only);
    tell({ kind: "page", messages: page.items, older: page.nextToken });
  }

  const roomsAnew = () =>
    roomsNow(here)
      .then(({ items, context }) => tell({ kind: "rooms", rooms: items, context }))
      .catch(() => undefined);

  /**
   * A small form of the page (ピン, 回答済み): posted where one is; what it changed comes by the stream, and the
   * counts are read anew.
   */
  function act(event: FormEvent<HTMLFormElement>) {
    void postForm(event)
      .then(roomsAnew)
      .catch(() => location.reload());
  }

  /**
   * Cards have moved: what the messages show of them is read again, every ten seconds at most and when
   * somebody looks.
   */
  function moved() {
    if (look.current || !latest.current.messages.some((one) => one.card)) return;
    look.current = window.setTimeout(() => {
      look.current = 0;
      if (document.visibilityState !== "visible")
        return void addEventListener("focus", moved, { once: true });
      freshen();
    }, CARDS_MS);
  }

  /**
   * The messages that are shown, read again as this person may see them: a stream says the same to everybody
   * of a company.
   */
  function freshen() {
    void roomsAnew();
    void pageOf(here!, null, start.only, latest.current.messages.length)
      .then(({ items }) => {
        for (const message of items) tell({ kind: "changed", message });
      })
      .catch(() => undefined);
  }

  useEffect(() => {
    if (!live) return;
    for (const pending of waiting.all()) {
      if (start.messages.some(({ id }) => id === pending.id)) waiting.drop(pending.id);
      else tell({ kind: "say", pending });
    }
    return follow(start.cursor, {
      came: ({ message }) => {
        if (!message) return;
        const mine = message.owner === me.username;
        if (mine) waiting.drop(message.id);
        else count();
        if (message.roomId === here && !atEnd(list.current) && !mine) setBelow((n) => n + 1);
        // Among what was searched for only what was said by oneself is added.
        if (message.roomId === here && !mine && (start.past || start.only?.q || start.only?.files))
          return void roomsAnew();
        tell({ kind: "came", message, mine });
        // What is spoken of, or waits between the two, is another then.
        if (message.roomId !== here) return;
        if (message.agreement) freshen();
        else if (message.card || message.order) void roomsAnew();
      },
      // A colleague's mark says nothing of the other company, which comes without a name.
      read: ({ roomId, number, username }) => {
        const mine = username === me.username;
        if (mine) count();
        if (mine || !username) tell({ kind: "read", room: roomId, number, mine });
      },
      agreed: ({ roomId }) => void (roomId === here && freshen()),
      asked: ({ message }) => {
        if (message?.roomId === here) tell({ kind: "changed", message });
        void roomsAnew();
      },
      moved,
      reset: () => void anew().catch(() => undefined),
      state: setOnline,
    });
  }, [live]);

  useEffect(() => {
    if (live && !start.only && !start.past && hasGap(state.messages)) void anew().catch(() => undefined);
  }, [live, state.messages]);

  const of = start.only?.card;
  const shown = of === undefined ? state.messages : state.messages.filter((one) => one.taskId === of);
  const last = state.messages[state.messages.length - 1];
  useEffect(() => {
    if (!live || start.only || start.past || !last || !room || me.staff || last.number <= room.read) return;
    // Read when it is really seen: the newest message on a screen that somebody looks at.
    const seen = () => {
      if (document.visibilityState !== "visible" || !document.hasFocus() || !atEnd(list.current)) return;
      setBelow(0);
      tell({ kind: "read", room: room.id, number: last.number, mine: true });
      void markSeen(room.id, room.factory_id, last.id)
        .then(count)
        .catch(() => undefined);
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

  // Files can't be kept on the device: their way is not left without a question.
  const held = state.pending.some((one) => one.files.length > 0);
  useEffect(() => (held ? asksToLeave() : undefined), [held]);

  async function post(one: Pending) {
    try {
      const message = await sendMessage(here!, one.id, one);
      waiting.drop(one.id);
      tell({ kind: "came", message, mine: true });
    } catch (cause) {
      tell({ kind: "failed", id: one.id, why: (cause as { why?: string }).why });
    }
  }

  function takeBack(one: Pending) {
    waiting.drop(one.id);
    tell({ kind: "drop", id: one.id });
    setBack(one);
  }

  function send(draft: Draft) {
    const one: Pending = { ...draft, id: crypto.randomUUID(), failed: false };
    waiting.keep(one);
    tell({ kind: "say", pending: one });
    list.current?.scrollTo({ top: 0 });
    void post(one);
  }

  const around = {
    me: me.username,
    company: me.company_id,
    room: here ?? "",
    otherRead: room?.otherRead ?? 0,
    today,
    onAct: live ? act : undefined,
  };
  return (
    <div className={`grid min-h-[300px] grid-cols-1 gap-3 ${COLUMNS} ${HEIGHT[here ? "room" : "list"]}`}>
      <Rooms
        rooms={state.rooms}
        here={here}
        today={today}
        live={live}
        staff={me.staff}
        show={start.show}
        find={start.find}
      />
      {room && here ? (
        <section
          aria-label={room.name}
          className="flex min-h-0 min-w-0 flex-col rounded border border-line bg-surface"
        >
          <Head
            room={room}
            online={online}
            only={start.only}
            unread={unread}
            staff={me.staff}
            onAct={around.onAct}
          />
          <Only
            room={here}
            only={start.only}
            past={start.past}
            count={shown.length}
            more={state.older !== null}
          />
          <div
            ref={list}
            tabIndex={0}
            role="log"
            aria-label="メッセージ"
            className="relative flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-ground"
          >
            <Messages
              messages={shown}
              pending={state.pending}
              around={around}
              firstUnread={unread?.number}
              older={state.older}
              only={start.only}
              newer={start.past && !start.only && last && last.number < room.lastNumber ? last.number : null}
              onDrop={takeBack}
              onAgain={(one) => {
                tell({ kind: "again", id: one.id });
                void post(one);
              }}
              onOlder={live ? () => void older(here) : undefined}
            />
          </div>
          {below > 0 ? (
            <button
              type="button"
              onClick={() => list.current?.scrollTo({ top: 0 })}
              className="h-9 bg-accent text-center font-bold text-white"
            >
              新しいメッセージ {below}件
            </button>
          ) : null}
          {!live && !start.only && !start.past && room.unread > 0 && !me.staff && last ? (
            <ReadBy room={here} factory={room.factory_id} last={last.id} />
          ) : null}
          <Composer
            room={here}
            me={me.username}
            about={start.about}
            live={live}
            pair={room.kind === "pair"}
            typed={typed ?? start.phrase}
            error={error}
            fresh={fresh}
            phrases={start.phrases}
            admin={me.admin}
            reads={me.reads}
            back={back}
            onSend={live ? send : undefined}
          />
        </section>
      ) : (
        <Choose rooms={state.rooms} me={me} />
      )}
      {room && here && state.context ? (
        <aside
          aria-label="カードと要対応"
          className="col-start-3 hidden min-h-0 w-72 overflow-y-auto rounded border border-line bg-surface p-3 wide:block"
        >
          <Context room={here} context={state.context} partner={room.name} />
        </aside>
      ) : null}
    </div>
  );
}
