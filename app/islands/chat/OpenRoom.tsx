import { type RefObject, useState } from "react";
import type { Room } from "~/lib/chat/message.schema";
import { Composer } from "./Composer";
import { FilterNote, MarkReadForm, RoomHead } from "./Head";
import { Messages } from "./Messages";
import type { Unread } from "./show";
import type { Start } from "./state";
import type { useOutbox } from "./useOutbox";
import type { LoadedRoom } from "./useRoom";

/** `typed`, `error`: of a form that was refused. `fresh`: the id of a message sent without a script. */
export type SentForm = { fresh: string; typed?: string; error?: string };

type Props = {
  start: Start;
  live: boolean;
  room: Room;
  loaded: LoadedRoom;
  outbox: ReturnType<typeof useOutbox>;
  list: RefObject<HTMLDivElement>;
  online: boolean;
  below: number;
  unread: Unread | null;
  now: number;
  form: SentForm;
};

export function OpenRoom({
  start,
  live,
  room,
  loaded,
  outbox,
  list,
  online,
  below,
  unread,
  now,
  form,
}: Props) {
  const { me, only, past } = start;
  const { state } = loaded;
  const onAct = live ? loaded.postAction : undefined;
  const card = only?.card;
  const messages =
    card === undefined ? state.messages : state.messages.filter(({ taskId }) => taskId === card);
  const [reply, setReply] = useState(start.reply);
  const last = state.messages[state.messages.length - 1];
  const isOlderPage = past && !only;
  return (
    <section
      aria-label={room.name}
      className="flex min-h-0 min-w-0 flex-col rounded border border-line bg-surface"
    >
      <RoomHead room={room} online={online} only={only} unread={unread} staff={me.staff} onAct={onAct} />
      <FilterNote
        room={room.id}
        only={only}
        past={past}
        count={messages.length}
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
          messages={messages}
          pending={state.pending}
          view={{
            me: me.username,
            company: me.company_id,
            room: room.id,
            otherRead: room.otherRead,
            today: start.today,
            now,
            staff: me.staff,
            reads: me.reads,
            first: messages[0]?.number ?? 0,
            onAct,
            onSave: live ? loaded.postChange : undefined,
            onReply: live ? setReply : undefined,
          }}
          firstUnread={unread?.number}
          older={state.older}
          only={only}
          newer={isOlderPage && last && last.number < room.lastNumber ? last.number : null}
          onDrop={outbox.takeBack}
          onResend={outbox.resend}
          onOlder={live ? () => void loaded.loadOlder() : undefined}
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
      {!live && !only && !past && room.unread > 0 && !me.staff && last ? (
        <MarkReadForm room={room.id} factory={room.factory_id} last={last.id} />
      ) : null}
      <Composer
        room={room.id}
        me={me.username}
        about={start.about}
        reply={reply}
        onReply={setReply}
        live={live}
        pair={room.kind === "pair"}
        typed={form.typed ?? start.phrase}
        error={form.error}
        fresh={form.fresh}
        phrases={start.phrases}
        admin={me.admin}
        enter={me.enter}
        reads={me.reads}
        returned={outbox.returned}
        onSend={live ? outbox.send : undefined}
      />
    </section>
  );
}
