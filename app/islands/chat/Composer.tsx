import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { cardsLike } from "./talk";
import { CardChip } from "./Messages";
import type { About } from "./state";

type Props = {
  room: string; about: About | null; live: boolean; typed?: string; error?: string; fresh: string;
  onSend?: (message: string, about: About | null) => void;
};

const PHRASES = ["納期をご確認ください。", "受領しました。", "図面の版をご確認ください。", "お見積りをお願いします。", "よろしくお願いいたします。"];
const BUTTON = "inline-flex h-9 items-center rounded border font-bold max-desk:h-11";
const ITEM = "flex min-h-9 w-full items-center gap-2 rounded px-2 text-left hover:bg-accent-soft max-desk:min-h-11";

/** What is typed for a room stays on the device until it is sent. */
const draftAt = (room: string) => `chat.draft.${room}`;

/** Where one speaks: a plain form, which the live page sends by itself. Enter makes a new line; Ctrl+Enter sends, but never while composing. */
export function Composer({ room, about: given, live, typed = "", error, fresh, onSend }: Props) {
  const [text, setText] = useState(typed);
  const [about, setAbout] = useState(given);
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
    if (!text.trim() || !onSend) return;
    onSend(text.trim(), about);
    setText("");
    setAbout(null);
    box.current?.focus();
  }

  return (
    <form method="post" action={`/chat/${room}`} data-plain className="grid gap-2 border-t border-line bg-surface p-2"
      onSubmit={live ? (event) => { event.preventDefault(); event.stopPropagation(); send(); } : undefined}>
      <input type="hidden" name="id" value={fresh} />
      {about ? (
        <div className="flex items-start gap-2">
          <input type="hidden" name="taskId" value={about.key} />
          <CardChip about={about} />
          {live ? <button type="button" onClick={() => setAbout(null)} className="min-h-6 text-note text-accent underline">外す</button>
            : <a href={`/chat/${room}`} className="text-note text-accent underline">外す</a>}
        </div>
      ) : null}
      {error ? <p role="alert" data-summary tabIndex={-1} className="text-note font-bold text-bad">{error}</p> : null}
      <label className="sr-only" htmlFor="chat-text">メッセージ</label>
      <textarea id="chat-text" name="message" ref={box} rows={3} maxLength={4000} required
        value={live ? text : undefined} defaultValue={live ? undefined : typed}
        onChange={(event) => setText(event.target.value)} placeholder="メッセージ"
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing || event.keyCode === 229) return;
          event.preventDefault();
          send();
        }}
        className="w-full resize-y rounded border border-muted/75 px-2 py-1 max-desk:text-input" />
      <div className="flex flex-wrap items-center gap-2">
        {live ? (
          <>
            <Fold label="定型文">{(close) => PHRASES.map((phrase) => (
              <button key={phrase} type="button" className={ITEM}
                onClick={() => { setText((now) => (now ? `${now}\n${phrase}` : phrase)); close(); box.current?.focus(); }}>{phrase}</button>
            ))}</Fold>
            <Fold label="カード" rest="を付ける">{(close) => (
              <CardPick room={room} onPick={(card) => { setAbout(card); close(); box.current?.focus(); }} />
            )}</Fold>
          </>
        ) : null}
        <a href={`/chat/${room}/files${about ? `?task=${about.key}` : ""}`} aria-label="写真・ファイル"
          className={`${BUTTON} border-muted/75 bg-surface px-3 no-underline`}>
          写真<span className="max-desk:hidden">・ファイル</span>
        </a>
        <span className="ml-auto text-note text-muted max-desk:hidden">{live ? "Ctrl+Enter で送信" : ""}</span>
        <button className={`${BUTTON} border-accent bg-accent px-4 text-white hover:bg-accent-strong max-desk:ml-auto`}>送信</button>
      </div>
    </form>
  );
}

/** A button that unfolds a list above itself. `rest`: what a phone has no room to show. */
function Fold({ label, rest = "", children }: { label: string; rest?: string; children: (close: () => void) => ReactNode }) {
  return (
    <Disclosure as="div" className="relative">
      {({ close }) => (
        <>
          <DisclosureButton aria-label={label + rest} className={`${BUTTON} border-muted/75 bg-surface px-3`}>
            {label}<span className="max-desk:hidden">{rest}</span>
          </DisclosureButton>
          <DisclosurePanel onKeyDown={(event) => { if (event.key === "Escape") close(); }}
            className="absolute bottom-full left-0 z-20 mb-1 max-h-64 w-72 max-w-[80vw] overflow-y-auto rounded border border-line bg-surface p-1">
            {children(close)}
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  );
}

function CardPick({ room, onPick }: { room: string; onPick: (about: About) => void }) {
  const [found, setFound] = useState<About[] | null>(null);
  const asked = useRef(0);
  async function look(q: string, wait: number) {
    const number = ++asked.current;
    await new Promise((done) => setTimeout(done, wait));
    if (number !== asked.current) return;
    const items = await cardsLike(room, q).catch(() => []);
    if (number === asked.current) setFound(items);
  }
  useEffect(() => void look("", 0), [room]);
  return (
    <>
      <input type="search" aria-label="カードを探す" placeholder="カード番号・品名" autoFocus onChange={(event) => void look(event.target.value, 200)}
        onKeyDown={(event) => { if (event.key === "Enter") event.preventDefault(); }}
        className="mb-1 h-9 w-full rounded border border-muted/75 px-2 max-desk:h-11 max-desk:text-input" />
      {found?.map((card) => (
        <button key={card.key} type="button" onClick={() => onPick(card)} className={ITEM}>
          <b>{card.id}</b><span className="truncate">{card.name}</span><span className="ml-auto whitespace-nowrap text-note text-muted">{card.status}</span>
        </button>
      ))}
      {found?.length === 0 ? <p className="p-2 text-note text-muted">当てはまるカードはありません。</p> : null}
    </>
  );
}
