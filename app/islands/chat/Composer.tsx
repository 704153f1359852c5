import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { RoomPerson } from "~/lib/chat/ask.schema";
import { beganName, namesLike } from "~/lib/chat/mention";
import { ACCEPT, FILE_MAX, kindAndSize } from "~/lib/file/limit";
import { Chip } from "./Chip";
import { AboutPick, BUTTON, Fold, ITEM, Names } from "./Pick";
import { Plain } from "./Plain";
import type { About, Draft } from "./state";
import { peopleOf } from "./talk";

type Props = {
  room: string;
  me: string;
  about: About | null;
  live: boolean;
  pair: boolean;
  typed?: string;
  error?: string;
  fresh: string;
  onSend?: (draft: Draft) => void;
  phrases: string[];
  admin: boolean;
  reads: boolean;
  /** What found no way and is to be written anew. */
  back: Draft | null;
};

const MOST = 10;
const LONGEST = 4000;
const ENTER = "chat.enter";
const EMPTY: Draft = { message: "", about: null, files: [], ask: false, due: "" };
const SMALL = "min-h-6 text-note text-accent underline touch:min-h-11";

/**
 * Where one speaks: a plain form, which the live page sends by itself. Enter makes a new line and Ctrl+Enter
 * sends, or Enter
 * sends and Shift+Enter makes a new line, as one chooses for a device; never while composing.
 * Pictures are pasted, files chosen or let fall anywhere on the page; they go with the words.
 */
export function Composer({
  room,
  me,
  about: given,
  live,
  pair,
  typed = "",
  error,
  fresh,
  phrases,
  admin,
  reads,
  back,
  onSend,
}: Props) {
  const [{ message: text, about, files, ask, due }, setDraft] = useState<Draft>({
    ...EMPTY,
    message: typed,
    about: given,
  });
  const put = (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more }));
  const write = (words: (now: string) => string) =>
    setDraft((now) => ({ ...now, message: words(now.message) }));
  const [began, setBegan] = useState<string | null>(null);
  const [people, setPeople] = useState<RoomPerson[] | null>(null);
  const [at, setAt] = useState(0);
  const [enter, setEnter] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  // What is typed for a room stays on the device until it is sent, for this person alone.
  const draft = `chat.draft.${me}.${room}`;
  useEffect(() => {
    // Typed before the page was live, or left here the last time.
    write((now) => box.current?.value || now || localStorage.getItem(draft) || "");
    setEnter(localStorage.getItem(ENTER) ?? "");
  }, [draft]);
  useEffect(() => {
    if (back) setDraft(({ message }) => ({ ...back, message: (message && `${message}\n`) + back.message }));
  }, [back]);
  useEffect(() => {
    if (!live) return;
    if (text.trim()) localStorage.setItem(draft, text);
    else localStorage.removeItem(draft);
  }, [text, live, draft]);
  useEffect(() => {
    if (!live) return;
    // Elsewhere than on the field a browser would leave the page for the file.
    const fall = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (event.type === "drop") add([...event.dataTransfer.files]);
    };
    addEventListener("dragover", fall);
    addEventListener("drop", fall);
    return () => {
      removeEventListener("dragover", fall);
      removeEventListener("drop", fall);
    };
  }, [live]);

  function send() {
    if ((!text.trim() && files.length === 0) || over || !onSend) return;
    onSend({ message: text.trim(), about, ask, due, files });
    setDraft(EMPTY);
    setBegan(null);
    box.current?.focus();
  }
  const add = (more: File[]) =>
    setDraft((now) => ({ ...now, files: [...now.files, ...more].slice(0, MOST) }));
  function paste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    add([...event.clipboardData.files]);
  }
  // A paste is never cut: what is too long is said before it is sent.
  const length = text.length > LONGEST ? Array.from(text.trim()).length : 0;
  // A photo is made smaller on its way.
  const large = files.find(({ size, type }) => size > FILE_MAX && !type.startsWith("image/"));
  const over = large
    ? `「${large.name}」は10MBを超えています。`
    : length > LONGEST && `${LONGEST}文字までです（いま${length}文字）。分けて送ってください。`;
  const named = began === null ? [] : namesLike(people ?? [], began);
  function typedName(field: HTMLTextAreaElement) {
    const now = beganName(field.value, field.selectionStart);
    if (now !== began) setAt(0);
    setBegan(now);
    if (now === null || people) return;
    setPeople([]);
    void peopleOf(room).then(setPeople, () => setPeople(null));
  }
  function keys(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Escape" && began !== null) return setBegan(null);
    const step = ({ ArrowDown: 1, ArrowUp: -1, Enter: 0, Tab: 0 } as Record<string, number>)[event.key];
    const picks = named.length > 0 && step !== undefined && !event.shiftKey;
    const sends =
      event.key === "Enter" && (event.ctrlKey || event.metaKey || (enter && !event.shiftKey && !picks));
    if (!sends && !picks) return;
    event.preventDefault();
    if (sends) send();
    else if (step === 0) name(named[at]!.name);
    else setAt((at + step! + named.length) % named.length);
  }
  function name(picked: string) {
    const field = box.current!;
    const head = `${text.slice(0, field.selectionStart - began!.length)}${picked} `;
    put({ message: head + text.slice(field.selectionStart) });
    setBegan(null);
    field.focus();
    requestAnimationFrame(() => field.setSelectionRange(head.length, head.length));
  }

  if (reads)
    return (
      <p role="note" className="border-t border-line bg-surface p-4 text-muted">
        閲覧のみでは送れません。送るには、「編集できる」で切り替え直してください。
      </p>
    );
  const edit = admin ? (
    <a href="/chat/phrases" className={`${ITEM} text-note`}>
      定型文を編集
    </a>
  ) : null;

  return (
    <form
      method="post"
      action={`/chat/${room}`}
      data-plain
      className="sticky bottom-14 grid gap-2 border-t border-line bg-surface p-2 desk:bottom-0"
      onSubmit={
        live
          ? (event) => {
              event.preventDefault();
              event.stopPropagation();
              send();
            }
          : undefined
      }
    >
      <input type="hidden" name="id" value={fresh} />
      {about ? (
        <div className="flex items-start gap-2">
          {about.card ? <input type="hidden" name="taskId" value={about.card.key} /> : null}
          {about.product ? <input type="hidden" name="productId" value={about.product.product_id} /> : null}
          <Chip about={about} seller={false} />
          {live ? (
            <button type="button" onClick={() => put({ about: null })} className={SMALL}>
              外す
            </button>
          ) : (
            <a href={`/chat/${room}`} className={SMALL}>
              外す
            </a>
          )}
        </div>
      ) : null}
      {files.map((file, index) => (
        <div key={index} className="flex items-center gap-2 text-note">
          <span className="truncate">{file.name}</span> {kindAndSize(file)}
          <button
            type="button"
            aria-label={`${file.name}を外す`}
            onClick={() => put({ files: files.filter((one) => one !== file) })}
            className={SMALL}
          >
            外す
          </button>
        </div>
      ))}
      {over || error ? (
        <p role="alert" data-summary tabIndex={-1} className="text-note font-bold text-bad">
          {over || error}
        </p>
      ) : null}
      {named.length > 0 ? <Names people={named} at={at} onPick={name} /> : null}
      <label className="sr-only" htmlFor="chat-text">
        メッセージ
      </label>
      <textarea
        id="chat-text"
        name="message"
        ref={box}
        rows={Math.min(6, Math.max(2, text.split("\n").length))}
        required={files.length === 0}
        value={live ? text : undefined}
        defaultValue={live ? undefined : typed}
        // On a low screen the buttons are in reach as soon as one types.
        onFocus={({ target: { form } }) => {
          if (form!.getBoundingClientRect().bottom > innerHeight) form!.scrollIntoView({ block: "nearest" });
        }}
        onChange={(event) => {
          put({ message: event.target.value });
          typedName(event.target);
        }}
        onSelect={(event) => {
          if (began !== null) typedName(event.currentTarget);
        }}
        aria-controls={named.length > 0 ? "chat-names" : undefined}
        aria-activedescendant={named.length > 0 ? `chat-name-${at}` : undefined}
        placeholder="メッセージ（@氏名 で知らせます）"
        onKeyDown={keys}
        onPaste={live ? paste : undefined}
        className="w-full resize-y rounded border border-muted/75 px-2 py-1 touch:text-input"
      />
      <div className="flex flex-wrap items-center gap-1">
        {live ? (
          <>
            <Fold label="定型文">
              {(close) => (
                <>
                  {phrases.map((phrase) => (
                    <button
                      key={phrase}
                      type="button"
                      className={ITEM}
                      onClick={() => {
                        write((now) => (now ? `${now}\n${phrase}` : phrase));
                        close();
                        box.current?.focus();
                      }}
                    >
                      {phrase}
                    </button>
                  ))}
                  {edit}
                </>
              )}
            </Fold>
            <Fold label="カード" rest="・商品">
              {(close) => (
                <AboutPick
                  room={room}
                  onPick={(picked) => {
                    put({ about: picked });
                    close();
                    box.current?.focus();
                  }}
                />
              )}
            </Fold>
            <label className={`${BUTTON} cursor-pointer border-muted/75 bg-surface px-3`}>
              写真<span className="max-desk:hidden">・ファイル</span>
              <input
                type="file"
                multiple
                accept={ACCEPT}
                className="sr-only"
                aria-label="写真・ファイル"
                title="一度に10件、1件10MBまで"
                onChange={(event) => {
                  add([...event.target.files!]);
                  event.target.value = "";
                }}
              />
            </label>
          </>
        ) : (
          <Plain room={room} about={about} phrases={phrases}>
            {edit}
          </Plain>
        )}
        <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
          <input
            type="checkbox"
            name="ask"
            className="h-4 w-4 accent-accent"
            {...(live ? { checked: ask } : {})}
            onChange={(event) => put({ ask: event.target.checked })}
          />
          要回答
        </label>
        {ask || !live ? (
          <input
            name="due"
            aria-label="回答の期日"
            placeholder="期日 例 11/25"
            maxLength={20}
            {...(live ? { value: due } : {})}
            onChange={(event) => put({ due: event.target.value })}
            className="h-9 w-36 rounded border border-muted/75 px-2 touch:h-11 touch:text-input"
          />
        ) : null}
        {live ? (
          <select
            aria-label="送信のしかた"
            value={enter}
            className="ml-auto text-note text-muted max-desk:hidden"
            onChange={({ target: { value } }) => {
              localStorage.setItem(ENTER, value);
              setEnter(value);
            }}
          >
            {["Ctrl+", ""].map((modifier, index) => (
              <option key={index} value={index ? "on" : ""}>
                {modifier}Enter で送信{pair ? "" : "（社内）"}
              </option>
            ))}
          </select>
        ) : null}
        <button
          className={`${BUTTON} border-accent bg-accent px-4 text-white hover:bg-accent-strong ${live ? "max-desk:ml-auto" : "ml-auto"}`}
        >
          送信
        </button>
      </div>
    </form>
  );
}
