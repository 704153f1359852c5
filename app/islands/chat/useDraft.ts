import { type RefObject, useEffect, useState } from "react";
import { FILE_MAX } from "~/lib/file/limit";
import { chooseEnter } from "./requests";
import type { About, Draft } from "./state";

const MAX_FILES = 10;
const MAX_LENGTH = 4000;
const EMPTY: Draft = { message: "", about: null, reply: null, files: [], ask: false, due: "" };

type Options = {
  username: string;
  room: string;
  live: boolean;
  typed: string;
  about: About | null;
  /** Could not be sent, and is to be written again. */
  returned: Draft | null;
  field: RefObject<HTMLTextAreaElement>;
};

export function useDraft({ username, room, live, typed, about, returned, field }: Options) {
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, message: typed, about });
  const { message } = draft;
  const rewrite = (words: (now: string) => string) =>
    setDraft((now) => ({ ...now, message: words(now.message) }));
  // The text stays on the device until it is sent, for this person and room.
  const key = `chat.draft.${username}.${room}`;
  useEffect(() => {
    // Typed before the page was live, or left here the last time.
    rewrite((now) => field.current?.value || now || localStorage.getItem(key) || "");
  }, [key]);
  useEffect(() => {
    if (returned)
      setDraft((now) => ({ ...returned, message: (now.message && `${now.message}\n`) + returned.message }));
  }, [returned]);
  useEffect(() => {
    if (!live) return;
    if (message.trim()) localStorage.setItem(key, message);
    else localStorage.removeItem(key);
  }, [message, live, key]);

  return {
    draft,
    change: (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more })),
    addLine: (line: string) => rewrite((now) => (now ? `${now}\n${line}` : line)),
    addFiles: (more: File[]) =>
      setDraft((now) => ({ ...now, files: [...now.files, ...more].slice(0, MAX_FILES) })),
    clear: () => setDraft(EMPTY),
  };
}

/** Nothing pasted is cut: what is too long or too large is named before it is sent. */
export function draftProblem({ message, files }: Draft): string | false {
  // Images are made smaller before they are sent.
  const large = files.find(({ size, type }) => size > FILE_MAX && !type.startsWith("image/"));
  if (large) return `「${large.name}」は10MBを超えています。`;
  const length = message.length > MAX_LENGTH ? Array.from(message.trim()).length : 0;
  return length > MAX_LENGTH && `${MAX_LENGTH}文字までです（いま${length}文字）。分けて送ってください。`;
}

export function useDroppedFiles(live: boolean, addFiles: (files: File[]) => void): void {
  useEffect(() => {
    if (!live) return;
    // Elsewhere than on the field a browser would leave the page for the file.
    const take = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (event.type === "drop") addFiles([...event.dataTransfer.files]);
    };
    addEventListener("dragover", take);
    addEventListener("drop", take);
    return () => {
      removeEventListener("dragover", take);
      removeEventListener("drop", take);
    };
  }, [live]);
}

/** Whether Enter alone sends, as chosen by this person. */
export function useEnterKey(chosen: boolean): [boolean, (value: boolean) => void] {
  const [enter, setEnter] = useState(chosen);
  return [
    enter,
    (value) => {
      setEnter(value);
      void chooseEnter(value).catch(() => setEnter(!value));
    },
  ];
}
