import { useRef, useState } from "react";
import { NoRoomOpen } from "./Choose";
import { Context } from "./Context";
import { OpenRoom, type SentForm } from "./OpenRoom";
import { Rooms } from "./Rooms";
import { unreadFrom } from "./show";
import type { Start } from "./state";
import { useClock } from "./useClock";
import { useKeyboard } from "./useKeyboard";
import { useOutbox } from "./useOutbox";
import { useRoom } from "./useRoom";
import { useSeen } from "./useSeen";
import { useStream } from "./useStream";

const COLUMNS = "desk:grid-cols-talk";
const HEIGHT = { room: "h-[calc(100dvh-184px)]", list: "desk:h-[calc(100dvh-184px)]" };

type ChatProps = SentForm & { start: Start };

/** `live`: it runs in a browser; the server draws it without. */
export function Chat({ start, live, ...form }: ChatProps & { live: boolean }) {
  const { me, room: here, today } = start;
  const list = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const loaded = useRoom(start);
  const { state, dispatch } = loaded;
  const outbox = useOutbox(start, live, state.pending, dispatch, list);
  const { online, below, clearBelow } = useStream(start, live, loaded, outbox.unsent, list);
  const room = state.rooms.find(({ id }) => id === here) ?? null;
  const last = state.messages[state.messages.length - 1];
  const [unread] = useState(() => (room && !me.staff ? unreadFrom(start, room) : null));
  const now = useClock(start.now);
  useKeyboard(live && here !== null, whole);
  useSeen(start, live, room, last, list, dispatch, clearBelow);

  return (
    <div
      ref={whole}
      className={`grid min-h-[300px] grid-cols-1 gap-3 ${COLUMNS} ${HEIGHT[here ? "room" : "list"]}`}
    >
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
        <OpenRoom {...{ start, live, room, loaded, outbox, list, online, below, unread, now, form }} />
      ) : (
        <NoRoomOpen rooms={state.rooms} me={me} />
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
