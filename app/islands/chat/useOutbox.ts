import { type Dispatch, type RefObject, useEffect, useMemo, useState } from "react";
import { sendMessage } from "./requests";
import type { Action, Draft, Pending, Start } from "./state";
import { confirmLeaving, unsentMessages } from "./unsent";

export function useOutbox(
  { me, room: here, messages }: Start,
  live: boolean,
  pending: Pending[],
  dispatch: Dispatch<Action>,
  list: RefObject<HTMLDivElement>,
) {
  const unsent = useMemo(() => unsentMessages(me.username, here), [here]);
  const [returned, setReturned] = useState<Draft | null>(null);

  useEffect(() => {
    if (!live) return;
    for (const message of unsent.all()) {
      if (messages.some(({ id }) => id === message.id)) unsent.remove(message.id);
      else dispatch({ kind: "pending", pending: message });
    }
  }, [live]);

  // Files can't be stored on the device.
  const hasFiles = pending.some(({ files }) => files.length > 0);
  useEffect(() => (hasFiles ? confirmLeaving() : undefined), [hasFiles]);

  async function post(message: Pending) {
    try {
      const sent = await sendMessage(here!, message.id, message);
      unsent.remove(message.id);
      dispatch({ kind: "message", message: sent, mine: true });
    } catch (cause) {
      dispatch({ kind: "failed", id: message.id, why: (cause as { why?: string }).why });
    }
  }

  return {
    unsent,
    returned,
    send(draft: Draft) {
      const message: Pending = { ...draft, id: crypto.randomUUID(), failed: false };
      unsent.save(message);
      dispatch({ kind: "pending", pending: message });
      list.current?.scrollTo({ top: 0 });
      void post(message);
    },
    resend(message: Pending) {
      dispatch({ kind: "resent", id: message.id });
      void post(message);
    },
    takeBack(message: Pending) {
      unsent.remove(message.id);
      dispatch({ kind: "dropped", id: message.id });
      setReturned(message);
    },
  };
}
