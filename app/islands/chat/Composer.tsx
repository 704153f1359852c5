import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from "react";
import { beganName } from "~/lib/chat/mention";
import { PHRASES } from "./phrases";
import { AboutPick, BUTTON, Fold, ITEM, Names } from "./Pick";
import { Chip } from "./Chip";
import type { About, Draft } from "./state";

type Props = {
  room: string; about: About | null; live: boolean; pair: boolean; typed?: string; error?: string; fresh: string; onSend?: (draft: Draft) => void;
};

const MOST = 10;
/** What is typed for a room stays on the device until it is sent. */
const draftAt = (room: string) => `chat.draft.${room}`;
const SMALL = "min-h-6 text-note text-accent underline max-desk:min-h-11";

/**
 * Where one speaks: a plain form, which the live page sends by itself. Enter makes a new line; Ctrl+Enter sends, but never while composing.
 * Pictures are pasted, files dropped or chosen; they go with the words.
 */
export function Composer({ room, about: given, live, pair, typed = "", error, fresh, onSend }: Props) {
  const [text, setText] = useState(typed);
  const [about, setAbout] = useState(given);
  const [files, setFiles] = useState<File[]>([]);
  const [ask, setAsk] = useState(false);
  const [due, setDue] = useState("");
  const [began, setBegan] = useState<string | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // Typed before the page was live, or left here the last time.
    setText((now) => box.current?.value || now || localStorage.getItem(draftAt(room)) || "");
  }, [room]);
  useEffect(() => {
    if (!live) return;
    if (text.trim()) localStorage.setItem(draftAt(room), text);
    else localStorage.removeItem(draftAt(room));
  }, [text, live, room]);

  function send() {
    if ((!text.trim() && files.length === 0) || !onSend) return;
    onSend({ message: text.trim(), about, ask, due, files });
    setText("");
    setAbout(null);
    setFiles([]);
    setAsk(false);
    setDue("");
    setBegan(null);
    box.current?.focus();
  }
  const add = (more: Iterable<File>) => setFiles((now) => [...now, ...more].slice(0, MOST));
  function paste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    add(event.clipboardData.files);
  }
  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    add(event.dataTransfer.files);
  }
  function keys(event: KeyboardEvent) {
    if (event.key === "Escape" && began !== null) return setBegan(null);
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  }
  function name(picked: string) {
    const caret = box.current!.selectionStart;
    setText(`${text.slice(0, caret - began!.length)}${picked} ${text.slice(caret)}`);
    setBegan(null);
    box.current?.focus();
  }

  return (
    <form method="post" action={`/chat/${room}`} data-plain className="grid gap-2 border-t border-line bg-surface p-2"
      onSubmit={live ? (event) => { event.preventDefault(); event.stopPropagation(); send(); } : undefined}
      onDragOver={live ? (event) => event.preventDefault() : undefined} onDrop={live ? drop : undefined}>
      <input type="hidden" name="id" value={fresh} />
      {about ? (
        <div className="flex items-start gap-2">
          {about.card ? <input type="hidden" name="taskId" value={about.card.key} /> : null}
          {about.product ? <input type="hidden" name="productId" value={about.product.product_id} /> : null}
          <Chip about={about} seller={false} />
          {live ? <button type="button" onClick={() => setAbout(null)} className={SMALL}>外す</button> : <a href={`/chat/${room}`} className={SMALL}>外す</a>}
        </div>
      ) : null}
      {files.map((file, at) => (
        <div key={at} className="flex items-center gap-2 text-note">
          <span className="truncate">{file.name}</span>
          <button type="button" aria-label={`${file.name}を外す`} onClick={() => setFiles(files.filter((_, index) => index !== at))} className={SMALL}>外す</button>
        </div>
      ))}
      {error ? <p role="alert" data-summary tabIndex={-1} className="text-note font-bold text-bad">{error}</p> : null}
      {began === null ? null : <Names room={room} began={began} onPick={name} />}
      <label className="sr-only" htmlFor="chat-text">メッセージ</label>
      <textarea id="chat-text" name="message" ref={box} rows={3} maxLength={4000} required={files.length === 0}
        value={live ? text : undefined} defaultValue={live ? undefined : typed}
        onChange={(event) => { setText(event.target.value); setBegan(beganName(event.target.value, event.target.selectionStart)); }}
        placeholder="メッセージ（@氏名 で知らせます）" onKeyDown={keys} onPaste={live ? paste : undefined}
        className="w-full resize-y rounded border border-muted/75 px-2 py-1 max-desk:text-input" />
      <div className="flex flex-wrap items-center gap-2">
        {live ? (
          <>
            <Fold label="定型文">{(close) => PHRASES.map((phrase) => (
              <button key={phrase} type="button" className={ITEM}
                onClick={() => { setText((now) => (now ? `${now}\n${phrase}` : phrase)); close(); box.current?.focus(); }}>{phrase}</button>
            ))}</Fold>
            <Fold label="カード" rest="・商品">{(close) => (
              <AboutPick room={room} onPick={(picked) => { setAbout(picked); close(); box.current?.focus(); }} />
            )}</Fold>
            <label className={`${BUTTON} cursor-pointer border-muted/75 bg-surface px-3`}>
              写真<span className="max-desk:hidden">・ファイル</span>
              <input type="file" multiple className="sr-only" aria-label="写真・ファイル"
                onChange={(event) => { add(event.target.files ?? []); event.target.value = ""; }} />
            </label>
          </>
        ) : <Plain room={room} about={about} />}
        <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 max-desk:min-h-11">
          <input type="checkbox" name="ask" className="h-4 w-4 accent-accent" {...(live ? { checked: ask } : {})}
            onChange={(event) => setAsk(event.target.checked)} />
          要回答
        </label>
        {ask || !live ? (
          <input name="due" aria-label="回答の期日" placeholder="期日 例 11/25" maxLength={20} {...(live ? { value: due } : {})}
            onChange={(event) => setDue(event.target.value)} className="h-9 w-24 rounded border border-muted/75 px-2 max-desk:h-11 max-desk:text-input" />
        ) : null}
        <span className="ml-auto text-note text-muted max-desk:hidden">{live ? `Ctrl+Enter で送信${pair ? "" : "（社内）"}` : ""}</span>
        <button className={`${BUTTON} border-accent bg-accent px-4 text-white hover:bg-accent-strong max-desk:ml-auto`}>送信</button>
      </div>
    </form>
  );
}

/** The same ways without the live page: each by an address. */
function Plain({ room, about }: { room: string; about: About | null }) {
  const task = about?.card ? `?task=${about.card.key}` : "";
  return (
    <>
      <details>
        <summary className={`${BUTTON} cursor-pointer border-muted/75 bg-surface px-3`}>定型文</summary>
        {PHRASES.map((phrase, at) => (
          <a key={phrase} href={`/chat/${room}?phrase=${at}${task && `&${task.slice(1)}`}`} className={ITEM}>{phrase}</a>
        ))}
      </details>
      <a href={`/chat/${room}/attach`} className={`${BUTTON} border-muted/75 bg-surface px-3 no-underline`}>カード・商品</a>
      <a href={`/chat/${room}/files${task}`} aria-label="写真・ファイル" className={`${BUTTON} border-muted/75 bg-surface px-3 no-underline`}>
        写真<span className="max-desk:hidden">・ファイル</span>
      </a>
    </>
  );
}
