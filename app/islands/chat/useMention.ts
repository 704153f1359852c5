import { type RefObject, useState } from "react";
import type { RoomPerson } from "~/lib/chat/ask.schema";
import { beganName, namesLike } from "~/lib/chat/mention";
import { fetchPeople } from "./requests";

export function useMention(
  room: string,
  field: RefObject<HTMLTextAreaElement>,
  text: string,
  setText: (text: string) => void,
) {
  const [began, setBegan] = useState<string | null>(null);
  const [people, setPeople] = useState<RoomPerson[] | null>(null);
  const [index, setIndex] = useState(0);
  const found = began === null ? [] : namesLike(people ?? [], began);

  function insert(name: string) {
    const textarea = field.current!;
    const { selectionStart } = textarea;
    const head = `${text.slice(0, selectionStart - began!.length)}${name} `;
    setText(head + text.slice(selectionStart));
    setBegan(null);
    textarea.focus();
    requestAnimationFrame(() => textarea.setSelectionRange(head.length, head.length));
  }

  return {
    found,
    index,
    isTyping: began !== null,
    insert,
    close: () => setBegan(null),
    move: (step: number) => setIndex((index + step + found.length) % found.length),
    insertMarked: () => insert(found[index]!.name),
    follow({ value, selectionStart }: HTMLTextAreaElement) {
      const now = beganName(value, selectionStart);
      if (now !== began) setIndex(0);
      setBegan(now);
      if (now === null || people) return;
      setPeople([]);
      void fetchPeople(room).then(setPeople, () => setPeople(null));
    },
  };
}
