import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Entry } from "./entry";

type Subscriber = (db: Tx, who: Who, entries: Entry[]) => void | Promise<void>;

let subscribers: Subscriber[] | undefined;

export function subscribeToLog(all: Subscriber[]): void {
  subscribers = all;
}

/** Refuses to write a log that nobody has subscribed to: notices would be missing without a word. */
export async function tellSubscribers(db: Tx, who: Who, entries: Entry[]): Promise<void> {
  if (!subscribers) throw new Error("The log has no subscribers: call subscribeAll (lib/server) first.");
  for (const subscriber of subscribers) await subscriber(db, who, entries);
}
