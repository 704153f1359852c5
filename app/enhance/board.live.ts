import { board, bring, check } from "./board.fresh";

/** Between two looks, so that a busy board asks no more than it can be answered. */
const REST = 3_000;
let line: BroadcastChannel | undefined;
const wanted = new Set<string>();
let stale = false;
let next = 0;
let timer = 0;

/**
 * What has changed is looked at soon: at once where it was quiet, by chance a little later so that many
 * boards do not ask together.
 */
function checkPulse() {
  if (timer) return;
  timer = window.setTimeout(
    async () => {
      const from = Date.now();
      const columns = [...wanted];
      const all = stale;
      wanted.clear();
      stale = false;
      timer = 0;
      if (all) await check().catch(() => {});
      if (columns.length) await bring(columns).catch(() => {});
      next = Date.now() + Math.max(REST, (Date.now() - from) * 10);
    },
    Math.max(next - Date.now(), Math.random() * 400),
  );
}

function heard({ cards }: { cards?: number[] }) {
  if (document.visibilityState !== "visible") return;
  stale ||= !cards;
  for (const key of cards ?? []) {
    const column = document.getElementById(`card-${key}`)?.closest<HTMLElement>("[data-column]")
      ?.dataset.column;
    if (column) wanted.add(column);
  }
  if (cards) dispatchEvent(new Event("talk"));
  if (stale || wanted.size) checkPulse();
}

/** The stream while this page is looked at, heard by the other pages of this browser too. */
function open() {
  const source = new EventSource("/chat/stream?board");
  for (const kind of ["board", "talk"])
    source.addEventListener(kind, ({ data }) => {
      const told = JSON.parse(data);
      line?.postMessage(told);
      heard(told);
    });
  return source;
}

let leave: (() => void) | undefined;

/**
 * One stream for all boards of a browser that are in sight: whoever gets the lock holds it, a page that goes
 * out of sight gives it up.
 */
function take() {
  if (!board() || document.visibilityState !== "visible" || leave) return;
  const stop = new AbortController();
  let source: EventSource | undefined;
  let done = () => {};
  line = new BroadcastChannel("koba-board");
  line.onmessage = ({ data }) => heard(data);
  leave = () => {
    stop.abort();
    source?.close();
    line?.close();
    done();
    leave = undefined;
  };
  const hold = () =>
    new Promise<void>((end) => {
      done = end;
      source = open();
    });
  // Without locks (plain http) each board in sight has a stream of its own.
  void (
    navigator.locks ? navigator.locks.request("koba-board", { signal: stop.signal }, hold) : hold()
  ).catch(() => {});
}

export function listen() {
  document.addEventListener("visibilitychange", () =>
    document.visibilityState === "visible" ? take() : leave?.(),
  );
  addEventListener("pagehide", () => leave?.());
  addEventListener("pageshow", take);
  take();
}
