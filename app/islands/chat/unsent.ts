import type { Pending } from "./state";

/** Asks before the page is left. Returns how to stop. */
export function confirmLeaving() {
  const ask = (event: Event) => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

export type Unsent = ReturnType<typeof unsentMessages>;

/** Messages without an answer outlast a reload and a sign-in, without their files. */
export function unsentMessages(username: string, room: string | null) {
  const prefix = `chat.wait.${username}.${room}.`;
  return {
    save: (message: Pending) => {
      if (message.message)
        localStorage.setItem(
          prefix + message.id,
          JSON.stringify({ ...message, files: [], failed: true, at: Date.now() }),
        );
    },
    remove: (id: string) => localStorage.removeItem(prefix + id),
    all: (): Pending[] =>
      Object.keys(localStorage)
        .filter((name) => name.startsWith(prefix))
        .map((name) => JSON.parse(localStorage[name]))
        .sort((a, b) => a.at - b.at),
  };
}
