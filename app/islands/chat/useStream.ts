import { type RefObject, useEffect, useRef, useState } from "react";
import type { Message } from "~/lib/chat/message.schema";
import { isAtEnd } from "./Messages";
import { hasGap, type Start } from "./state";
import { openStream } from "./stream";
import type { Unsent } from "./unsent";
import type { LoadedRoom } from "./useRoom";

const CARDS_MS = 10_000;

/** The dots and the number on the app's icon are the server's to say (unread.ts). */
export const refreshBadges = () => dispatchEvent(new Event("unread"));

/** `below`: new messages under what is in sight. */
export function useStream(
  start: Start,
  live: boolean,
  loaded: LoadedRoom,
  unsent: Unsent,
  list: RefObject<HTMLDivElement>,
) {
  const { me, room: here, only } = start;
  const { state, dispatch, reload, reloadRooms, reloadMessages, hasCards } = loaded;
  const [online, setOnline] = useState(true);
  const [below, setBelow] = useState(0);
  const cardsTimer = useRef(0);
  const isPart = Boolean(start.past || only?.q || only?.files);

  function onBoard() {
    if (cardsTimer.current || !hasCards()) return;
    cardsTimer.current = window.setTimeout(() => {
      cardsTimer.current = 0;
      if (document.visibilityState !== "visible")
        return void addEventListener("focus", onBoard, { once: true });
      reloadMessages();
    }, CARDS_MS);
  }

  function onMessage({ message }: { message?: Message }) {
    if (!message) return;
    const mine = message.owner === me.username;
    const isHere = message.roomId === here;
    if (mine) unsent.remove(message.id);
    else refreshBadges();
    if (isHere && !mine && !isAtEnd(list.current)) setBelow((count) => count + 1);
    // A search or an older page takes in only one's own new messages.
    if (isHere && !mine && isPart) return void reloadRooms();
    dispatch({ kind: "message", message, mine });
    if (!isHere) return;
    if (message.agreement) reloadMessages();
    else if (message.card || message.order) void reloadRooms();
  }

  useEffect(() => {
    if (!live) return;
    return openStream(start.cursor, {
      onMessage,
      onRead: ({ roomId, number, username }) => {
        const mine = username === me.username;
        if (mine) refreshBadges();
        // The other company's mark comes without a name; a colleague's says nothing of that company.
        if (mine || !username) dispatch({ kind: "read", room: roomId, number, mine });
      },
      onAgreement: ({ roomId }) => void (roomId === here && reloadMessages()),
      onAsk: ({ message }) => {
        if (message?.roomId === here) dispatch({ kind: "changed", message });
        void reloadRooms();
      },
      onChanged: ({ message }) => {
        if (!message) return;
        dispatch({ kind: "changed", message });
        // Its 要回答 goes with it.
        if (message.deletedAt) void reloadRooms();
      },
      onBoard,
      onReset: () => void reload().catch(() => undefined),
      onOnline: setOnline,
    });
  }, [live]);

  useEffect(() => {
    if (live && !only && !start.past && hasGap(state.messages)) void reload().catch(() => undefined);
  }, [live, state.messages]);

  return { online, below, clearBelow: () => setBelow(0) };
}
