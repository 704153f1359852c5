/** The cards that changed; without them, any may have. */
export type Change = { cards?: number[] };

/** Milliseconds until a refused stream is asked for again, up to twice as long. */
const REOPEN_MS = 5_000;

/**
 * The board's stream, until what is answered is called. A browser gives up one that was answered with an
 * error, as while a server restarts behind a proxy: it is opened again, and what was missed is told.
 */
export function openStream(onChange: (change: Change) => void): () => void {
  let source: EventSource;
  let again = 0;
  const connect = (isFirst: boolean) => {
    source = new EventSource("/chat/stream?board");
    for (const kind of ["board", "talk"])
      source.addEventListener(kind, ({ data }) => onChange(JSON.parse(data)));
    let missed = !isFirst;
    source.addEventListener("open", () => {
      if (missed) onChange({});
      missed = true;
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED)
        again = window.setTimeout(connect, REOPEN_MS * (1 + Math.random()), false);
    });
  };
  connect(true);
  return () => {
    clearTimeout(again);
    source.close();
  };
}
