import { type Dispatch, type FormEvent, useMemo, useReducer, useRef } from "react";
import { fetchMessages, fetchRooms, postForm } from "./requests";
import { type Action, reduce, type Start, type State } from "./state";

export type LoadedRoom = {
  state: State;
  dispatch: Dispatch<Action>;
  reload: () => Promise<void>;
  loadOlder: () => Promise<void>;
  reloadRooms: () => Promise<void>;
  reloadMessages: () => void;
  hasCards: () => boolean;
  postAction: (event: FormEvent<HTMLFormElement>) => void;
  postChange: (event: FormEvent<HTMLFormElement>) => Promise<void>;
};

export function useRoom(start: Start): LoadedRoom {
  const { room: here, only } = start;
  const [state, dispatch] = useReducer(
    useMemo(() => reduce(here), [here]),
    { ...start, pending: [] },
  );
  // The stream's listeners are those of the first render.
  const latest = useRef(state);
  latest.current = state;

  async function reload() {
    const [{ items, context }, page] = await Promise.all([
      fetchRooms(here),
      here ? fetchMessages(here, null, only) : null,
    ]);
    dispatch({
      kind: "reloaded",
      rooms: items,
      context,
      messages: page ? [...page.items].reverse() : [],
      older: page?.nextToken ?? null,
    });
  }

  async function loadOlder() {
    const page = await fetchMessages(here!, state.older, only);
    dispatch({ kind: "page", messages: page.items, older: page.nextToken });
  }

  const reloadRooms = () =>
    fetchRooms(here)
      .then(({ items, context }) => dispatch({ kind: "rooms", rooms: items, context }))
      .catch(() => undefined);

  // The stream sends the same to everybody of a company: what this person may see is asked for.
  function reloadMessages() {
    void reloadRooms();
    void fetchMessages(here!, null, only, latest.current.messages.length)
      .then(({ items }) => {
        for (const message of items) dispatch({ kind: "changed", message });
      })
      .catch(() => undefined);
  }

  /** An answer without the changed message is seen by the stream; the counts are read again. */
  async function postChange(event: FormEvent<HTMLFormElement>) {
    const { message } = await postForm(event);
    if (message) dispatch({ kind: "changed", message });
    else await reloadRooms();
  }

  /** A small form of the page (ピン, 了解, 回答済み). */
  const postAction = (event: FormEvent<HTMLFormElement>) =>
    void postChange(event).catch(() => location.reload());

  const hasCards = () => latest.current.messages.some((message) => message.card);
  return {
    state,
    dispatch,
    reload,
    loadOlder,
    reloadRooms,
    reloadMessages,
    hasCards,
    postAction,
    postChange,
  };
}
