import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { RoomPerson } from "~/lib/chat/ask.schema";
import { searchAbout } from "./requests";
import type { About } from "./state";

export const BUTTON = "inline-flex h-9 items-center rounded border touch:h-11";
export const ITEM =
  "flex min-h-9 w-full items-center gap-2 rounded px-2 text-left hover:bg-accent-soft touch:min-h-11";

/** `rest`: what a phone has no room to show. */
export function Fold({
  label,
  rest = "",
  children,
}: {
  label: string;
  rest?: string;
  children: (close: () => void) => ReactNode;
}) {
  return (
    <Disclosure as="div">
      {({ close }) => (
        <>
          <DisclosureButton aria-label={label + rest} className={`${BUTTON} border-muted/75 bg-surface px-3`}>
            {label}
            <span className="max-desk:hidden">{rest}</span>
          </DisclosureButton>
          <DisclosurePanel
            onKeyDown={(event) => {
              if (event.key === "Escape") close();
            }}
            className="absolute inset-x-0 bottom-full z-20 max-h-64 overflow-y-auto border-t border-line bg-surface p-1"
          >
            {children(close)}
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  );
}

export function AboutPick({ room, onPick }: { room: string; onPick: (about: About) => void }) {
  const [found, setFound] = useState<About[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asked = useRef(0);
  function look(q: string, wait: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const mine = ++asked.current;
      const items = await searchAbout(room, q).catch(() => []);
      if (mine === asked.current) setFound(items);
    }, wait);
  }
  useEffect(() => look("", 0), []);
  return (
    <>
      <input
        type="search"
        aria-label="カード・商品を探す"
        placeholder="カード番号・品名・コードを読み取る"
        autoFocus
        onChange={(event) => look(event.target.value, 200)}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
        className="mb-1 h-9 w-full rounded border border-muted/75 px-2 touch:h-11 touch:text-input"
      />
      {found?.map((about) => (
        <button
          key={about.card ? `c${about.card.key}` : `p${about.product!.product_id}`}
          type="button"
          onClick={() => onPick(about)}
          className={ITEM}
        >
          <b>{about.card ? about.card.id : about.product!.code}</b>
          <span className="truncate">{(about.card ?? about.product!).name}</span>
          <span className="ml-auto whitespace-nowrap text-note text-muted">
            {about.card ? about.card.status : "商品"}
          </span>
        </button>
      ))}
      {found?.length === 0 ? (
        <p className="p-2 text-note text-muted">当てはまるカードや商品はありません。</p>
      ) : null}
      <a href={`/chat/${room}/attach`} className={`${ITEM} text-note`}>
        別の画面で探す
      </a>
    </>
  );
}

export function MentionList({
  people,
  at,
  onPick,
}: {
  people: RoomPerson[];
  at: number;
  onPick: (name: string) => void;
}) {
  return (
    <ul
      id="chat-names"
      role="listbox"
      aria-label="名指しする人"
      className="rounded border border-line bg-surface p-1"
    >
      {people.map((one, index) => (
        <li
          key={one.username}
          id={`chat-name-${index}`}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(one.name)}
          className={`${ITEM} cursor-pointer aria-selected:bg-accent-soft`}
        >
          @{one.name}
          <span className="text-note text-muted">{one.is_own ? "自社" : "相手"}</span>
        </li>
      ))}
    </ul>
  );
}
