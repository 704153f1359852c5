import type { ReactNode } from "react";
import { BUTTON, ITEM } from "./Pick";
import type { About } from "./state";

/** The tools without a script: each is an address. */
export function PlainTools({
  room,
  about,
  phrases,
  children,
}: {
  room: string;
  about: About | null;
  phrases: string[];
  children: ReactNode;
}) {
  const task = about?.card ? `?task=${about.card.key}` : "";
  return (
    <>
      <details>
        <summary className={`${BUTTON} cursor-pointer border-muted/75 bg-surface px-3`}>定型文</summary>
        {phrases.map((phrase, at) => (
          <a key={phrase} href={`/chat/${room}?phrase=${at}${task && `&${task.slice(1)}`}`} className={ITEM}>
            {phrase}
          </a>
        ))}
        {children}
      </details>
      <a
        href={`/chat/${room}/attach`}
        aria-label="カード・商品"
        className={`${BUTTON} border-muted/75 bg-surface px-3 no-underline`}
      >
        カード<span className="max-desk:hidden">・商品</span>
      </a>
      <a
        href={`/chat/${room}/files${task}`}
        aria-label="写真・ファイル"
        className={`${BUTTON} border-muted/75 bg-surface px-3 no-underline`}
      >
        写真<span className="max-desk:hidden">・ファイル</span>
      </a>
    </>
  );
}
