import { type Dispatch, type RefObject, useEffect } from "react";
import type { Message, Room } from "~/lib/chat/message.schema";
import { isAtEnd } from "./Messages";
import { markSeen } from "./requests";
import type { Action, Start } from "./state";
import { refreshBadges } from "./useStream";

/** Marks the room read once its newest message is in sight on a screen that somebody looks at. */
export function useSeen(
  start: Start,
  live: boolean,
  room: Room | null,
  last: Message | undefined,
  list: RefObject<HTMLDivElement>,
  dispatch: Dispatch<Action>,
  onSeen: () => void,
): void {
  useEffect(() => {
    const isPart = start.only || start.past;
    if (!live || isPart || !last || !room || start.me.staff || last.number <= room.read) return;
    const check = () => {
      if (document.visibilityState !== "visible" || !document.hasFocus() || !isAtEnd(list.current)) return;
      onSeen();
      dispatch({ kind: "read", room: room.id, number: last.number, mine: true });
      void markSeen(room.id, room.factory_id, last.id)
        .then(refreshBadges)
        .catch(() => undefined);
    };
    check();
    const log = list.current;
    log?.addEventListener("scroll", check, { passive: true });
    addEventListener("focus", check);
    document.addEventListener("visibilitychange", check);
    return () => {
      log?.removeEventListener("scroll", check);
      removeEventListener("focus", check);
      document.removeEventListener("visibilitychange", check);
    };
  }, [live, last?.number, room?.read]);
}
