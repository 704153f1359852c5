import { type Database, settingsOf, type Tenant, type Tx, takeEnding, transact } from "./connection.server";

/** Reads as `tenant` does. */
export type Reads = <T>(who: Tenant, run: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Reads of one person that overlap share a snapshot and its connection. The first opens it; it ends once
 * nobody reads in it and nobody begins within the same turn, so nothing is held during another wait.
 */
export function sharedReads(db: Database): Reads {
  let open:
    | { settings: string; readers: number; begun: Promise<{ tx: Tx; assured: () => void }>; end: () => void }
    | undefined;

  function begin(settings: string) {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const begun = new Promise<{ tx: Tx; assured: () => void }>((resolve, reject) => {
      transact(
        db,
        settings,
        (tx, assured) => {
          resolve({ tx, assured });
          return ended;
        },
        "read",
      ).catch(reject);
    });
    return { settings, readers: 0, begun, end };
  }

  return async (who, run) => {
    const settings = settingsOf(who);
    if (open?.settings !== settings) open = begin(settings);
    const own = open;
    own.readers++;
    try {
      const { tx, assured } = await own.begun;
      const result = await run(tx);
      assured();
      if (takeEnding(tx)) throw new Error("what shares a snapshot must not end it");
      return result;
    } finally {
      if (--own.readers === 0)
        setImmediate(() => {
          if (own.readers > 0) return;
          if (open === own) open = undefined;
          own.end();
        });
    }
  };
}
