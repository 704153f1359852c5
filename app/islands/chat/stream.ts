import type { Message } from "~/lib/chat/message.schema";

type ChatEvent = { roomId: string; number: number; username: string; message?: Message };
type Listener = (event: ChatEvent) => void;
type Listeners = {
  onMessage: Listener;
  onRead: Listener;
  onAgreement: Listener;
  onAsk: Listener;
  onChanged: Listener;
  onBoard: () => void;
  onReset: () => void;
  onOnline: (online: boolean) => void;
};

/** Reconnects after the last number it has seen. Returns how to stop. */
export function openStream(cursor: number, listeners: Listeners): () => void {
  let last = cursor;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(`/chat/stream?after=${last}`);
    const listen = (kind: string, run: Listener) =>
      source.addEventListener(kind, (event) => {
        if (event.lastEventId) last = Number(event.lastEventId);
        run(JSON.parse(event.data));
      });
    source.onopen = () => listeners.onOnline(true);
    source.onerror = () => {
      listeners.onOnline(false);
      // A refusal closes the source for good, as with too many tabs: a new one is opened later.
      if (source.readyState === EventSource.CLOSED)
        timer = setTimeout(
          () => {
            if (document.visibilityState === "visible") listeners.onReset();
            open();
          },
          5_000 + Math.random() * 5_000,
        );
    };
    listen("ready", () => undefined);
    listen("reset", listeners.onReset);
    listen("board", listeners.onBoard);
    listen("message", listeners.onMessage);
    listen("read", listeners.onRead);
    listen("agreement", listeners.onAgreement);
    listen("ask", listeners.onAsk);
    listen("changed", listeners.onChanged);
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
