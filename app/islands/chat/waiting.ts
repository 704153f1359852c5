import type { Pending } from "./state";

/** A page that something still hangs on asks before it is left; answers how to stop. */
export function asksToLeave() {
  const ask = (event: Event) => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

/**
 * What was sent and has found no answer outlasts a reload and a sign-in: kept on the device for this person
 * and room, but for its files.
 */
export function waitingOf(me: string, room: string | null) {
  const head = `chat.wait.${me}.${room}.`;
  return {
    keep: (one: Pending) => {
      if (one.message)
        localStorage.setItem(
          head + one.id,
          JSON.stringify({ ...one, files: [], failed: true, at: Date.now() }),
        );
    },
    drop: (id: string) => localStorage.removeItem(head + id),
    all: (): Pending[] =>
      Object.keys(localStorage)
        .filter((name) => name.startsWith(head))
        .map((name) => JSON.parse(localStorage[name]))
        .sort((a, b) => a.at - b.at),
  };
}
