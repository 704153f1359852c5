import { board, refreshColumns } from "./board.fresh";
import { refreshChanged } from "./board.pulse";
import { type Change, openStream } from "./board.stream";

/** Milliseconds between two refreshes of a busy board. */
const REFRESH_MS = 3_000;
let channel: BroadcastChannel | undefined;
const changedColumns = new Set<string>();
let stale = false;
let nextRefresh = 0;
let timer = 0;

/** At once after a quiet time, delayed by chance so that many boards do not ask together. */
function checkPulse() {
  if (timer) return;
  timer = window.setTimeout(
    async () => {
      const from = Date.now();
      const columns = [...changedColumns];
      const all = stale;
      changedColumns.clear();
      stale = false;
      timer = 0;
      if (all) await refreshChanged().catch(() => {});
      if (columns.length) await refreshColumns(columns).catch(() => {});
      nextRefresh = Date.now() + Math.max(REFRESH_MS, (Date.now() - from) * 10);
    },
    Math.max(nextRefresh - Date.now(), Math.random() * 400),
  );
}

function onChange({ cards }: Change) {
  if (document.visibilityState !== "visible") return;
  stale ||= !cards;
  for (const key of cards ?? []) {
    const column = document.getElementById(`card-${key}`)?.closest<HTMLElement>("[data-column]")
      ?.dataset.column;
    if (column) changedColumns.add(column);
  }
  if (cards) dispatchEvent(new Event("unread"));
  if (stale || changedColumns.size) checkPulse();
}

let stopListening: (() => void) | undefined;

/**
 * One stream for all boards of a browser in sight: the page with the lock holds it until it goes out of
 * sight.
 */
function join() {
  if (!board() || document.visibilityState !== "visible" || stopListening) return;
  const stop = new AbortController();
  let close = () => {};
  let done = () => {};
  channel = new BroadcastChannel("koba-board");
  channel.onmessage = ({ data }) => onChange(data);
  stopListening = () => {
    stop.abort();
    close();
    channel?.close();
    done();
    stopListening = undefined;
  };
  const hold = () =>
    new Promise<void>((end) => {
      done = end;
      close = openStream((change) => {
        channel?.postMessage(change);
        onChange(change);
      });
    });
  // Without locks (plain http) each board in sight has a stream of its own.
  void (
    navigator.locks ? navigator.locks.request("koba-board", { signal: stop.signal }, hold) : hold()
  ).catch(() => {});
}

export function listen() {
  document.addEventListener("visibilitychange", () =>
    document.visibilityState === "visible" ? join() : stopListening?.(),
  );
  addEventListener("pagehide", () => stopListening?.());
  addEventListener("pageshow", join);
  join();
}
